package io.tidegate.web.api;

import io.tidegate.core.ledger.Coverage;
import io.tidegate.core.ledger.CoverageWord;
import io.tidegate.core.ledger.IntervalClock;
import io.tidegate.core.ledger.PendingExpiry;
import io.tidegate.core.ledger.TimeCoverage.DatabaseTime;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.store.HistoryReader;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.core.store.Stretch;
import io.tidegate.web.api.Answers.Count;
import io.tidegate.web.api.Answers.DatabaseCoverage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Coverage of one series by its intervals, beside how its time is covered. No state. */
final class SeriesCoverage {
    private SeriesCoverage() {}

    /** Given the stretches of the series' server. Blocks for some calls of the store. */
    static DatabaseCoverage of(
            HistoryReader history,
            String server,
            SeriesRecord series,
            List<Stretch> recorded,
            Optional<DatabaseTime> time) {
        Optional<QueryStoreOptions> options = history.options(series.key());
        Coverage coverage = new Coverage(IntervalClock.of(options), series.sourceNow());
        List<Stretch> stretches = recorded.stream()
                .filter(stretch ->
                        stretch.database().isEmpty() || stretch.database().equals(series.database()))
                .toList();
        List<LedgerEntry> entries = history.ledger(series.key());
        List<LedgerEntry> waits = history.ledger(series.key(), Kind.WAITS);
        PendingExpiry expiry = options.flatMap(seen -> PendingExpiry.of(
                        coverage,
                        Stream.concat(entries.stream(), waits.stream()).toList(),
                        seen))
                .orElse(null);
        Map<Flag, Long> flags = new EnumMap<>(Flag.class);
        Instant oldest = null;
        Instant newest = null;
        for (LedgerEntry entry : entries) {
            if (entry.state() != LedgerEntry.State.HELD) {
                continue;
            }
            entry.flags().forEach(flag -> flags.merge(flag, 1L, Long::sum));
            Instant start = entry.interval().start();
            Instant end = entry.interval().end();
            oldest = oldest == null || start.isBefore(oldest) ? start : oldest;
            newest = newest == null || end.isAfter(newest) ? end : newest;
        }
        return new DatabaseCoverage(
                server,
                series.database(),
                series.key().epoch(),
                series.sourceNow(),
                series.firstContact(),
                counts(coverage.words(entries, stretches)),
                waits(waits, entries.size(), coverage, stretches),
                flags.entrySet().stream()
                        .map(e -> new Count(Watching.label(e.getKey()), e.getValue()))
                        .toList(),
                oldest,
                newest,
                expiry == null ? null : expiry.first(),
                expiry != null && expiry.maybeEarlier(),
                time.map(Watching::one).orElse(null));
    }

    /** Of a database of which no interval was ever listed. */
    static DatabaseCoverage unlisted(DatabaseTime time) {
        return new DatabaseCoverage(
                time.server(),
                time.database(),
                0,
                time.to(),
                time.from(),
                List.of(),
                List.of(),
                List.of(),
                null,
                null,
                null,
                false,
                Watching.one(time));
    }

    private static List<Count> waits(
            List<LedgerEntry> entries, int runtimeEntries, Coverage coverage, List<Stretch> stretches) {
        return entries.isEmpty() && runtimeEntries > 0
                ? List.of(new Count(DatabaseCoverage.NO_WAITS, runtimeEntries))
                : counts(coverage.words(entries, stretches));
    }

    private static List<Count> counts(Map<CoverageWord, Long> words) {
        List<Count> counts = new ArrayList<>();
        words.forEach((word, n) -> counts.add(new Count(word.label(), n)));
        return counts;
    }
}

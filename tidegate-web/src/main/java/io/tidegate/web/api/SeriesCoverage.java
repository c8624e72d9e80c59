package io.tidegate.web.api;

import io.tidegate.core.ledger.CoverageWord;
import io.tidegate.core.ledger.PendingExpiry;
import io.tidegate.core.ledger.TimeCoverage.DatabaseTime;
import io.tidegate.core.ledger.TimeCoverage.SeriesIntervals;
import io.tidegate.core.model.Kind;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.LedgerRun;
import io.tidegate.web.api.Answers.Count;
import io.tidegate.web.api.Answers.DatabaseCoverage;
import io.tidegate.web.api.Answers.Watched;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Coverage of one series by its intervals, beside how its time is covered. No state. */
final class SeriesCoverage {
    private SeriesCoverage() {}

    /** Given the time of its database where this is the newest epoch. */
    static DatabaseCoverage of(SeriesIntervals of, Optional<DatabaseTime> time) {
        List<LedgerRun> runtime = of.runs(Kind.RUNTIME);
        List<LedgerRun> waits = of.runs(Kind.WAITS);
        PendingExpiry expiry = of.options()
                .flatMap(seen -> PendingExpiry.of(
                        of.coverage(), of.runs().stream().map(LedgerRun::entry).toList(), seen))
                .orElse(null);
        Map<Flag, Long> flags = new EnumMap<>(Flag.class);
        Instant oldest = null;
        Instant newest = null;
        for (LedgerRun run : runtime) {
            LedgerEntry entry = run.entry();
            if (entry.state() != LedgerEntry.State.HELD) {
                continue;
            }
            entry.flags().forEach(flag -> flags.merge(flag, run.intervals(), Long::sum));
            Instant start = entry.interval().start();
            Instant end = entry.interval().end();
            oldest = oldest == null || start.isBefore(oldest) ? start : oldest;
            newest = newest == null || end.isAfter(newest) ? end : newest;
        }
        return new DatabaseCoverage(
                of.server(),
                of.series().database(),
                of.series().key().epoch(),
                of.series().sourceNow(),
                of.series().firstContact(),
                counts(of.coverage().words(runtime, of.stretches())),
                waits(waits, runtime, of),
                flags.entrySet().stream()
                        .map(e -> new Count(Watching.label(e.getKey()), e.getValue()))
                        .toList(),
                oldest,
                newest,
                expiry == null ? null : expiry.first(),
                expiry != null && expiry.maybeEarlier(),
                time.map(Watching::one).orElse(null));
    }

    /** Of a database of which no interval was ever listed, or of a server of which no database was ever seen. */
    static DatabaseCoverage unlisted(Watched of) {
        return new DatabaseCoverage(
                of.server(),
                of.database(),
                0,
                of.to(),
                of.from(),
                List.of(),
                List.of(),
                List.of(),
                null,
                null,
                null,
                false,
                of);
    }

    private static List<Count> waits(List<LedgerRun> waits, List<LedgerRun> runtime, SeriesIntervals of) {
        return waits.isEmpty() && !runtime.isEmpty()
                ? List.of(new Count(
                        DatabaseCoverage.NO_WAITS,
                        runtime.stream().mapToLong(LedgerRun::intervals).sum()))
                : counts(of.coverage().words(waits, of.stretches()));
    }

    private static List<Count> counts(Map<CoverageWord, Long> words) {
        List<Count> counts = new ArrayList<>();
        words.forEach((word, n) -> counts.add(new Count(word.label(), n)));
        return counts;
    }
}

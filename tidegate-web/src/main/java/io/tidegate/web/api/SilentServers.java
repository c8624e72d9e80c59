package io.tidegate.web.api;

import io.tidegate.core.ledger.CoverageWord;
import io.tidegate.core.store.HistoryReader;
import io.tidegate.core.store.HistoryReader.ServerRecord;
import io.tidegate.core.store.Stretch;
import io.tidegate.web.api.Answers.DatabaseCoverage;
import io.tidegate.web.api.Answers.Seconds;
import io.tidegate.web.api.Answers.Watched;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Servers of which no database was ever seen: their time is recorded for the server as a whole, with the reason. Immutable.
 *
 * @param history what is stored
 */
record SilentServers(HistoryReader history) {
    /** Their time, by server; {@code seen} has the names of those of which a database is known. */
    List<Watched> watched(@Nullable String server, @Nullable String database, Set<String> seen) {
        if (database != null || (server != null && seen.contains(server))) {
            return List.of();
        }
        return history.servers().stream()
                .filter(one -> server == null || server.equals(one.name()))
                .filter(one -> !seen.contains(one.name()))
                .map(this::watched)
                .filter(one -> !one.words().isEmpty())
                .toList();
    }

    private Watched watched(ServerRecord server) {
        List<Stretch> recorded = history.stretches(server.id()).stream()
                .filter(stretch -> stretch.database().isEmpty())
                .sorted(Comparator.comparing(Stretch::from))
                .toList();
        Instant from = recorded.isEmpty() ? Instant.EPOCH : recorded.getFirst().from();
        Instant to = recorded.stream()
                .map(Stretch::to)
                .max(Comparator.naturalOrder())
                .orElse(from);
        Map<String, Duration> words = new LinkedHashMap<>();
        Map<String, String> reasons = new LinkedHashMap<>();
        for (Stretch stretch : recorded) {
            String word = CoverageWord.of(stretch.word()).label();
            words.merge(word, Duration.between(stretch.from(), stretch.to()), Duration::plus);
            reasons.put(word, word + ": " + stretch.detail());
        }
        return new Watched(
                server.name(),
                "",
                from,
                to,
                words.entrySet().stream()
                        .map(one -> new Seconds(one.getKey(), one.getValue().toSeconds()))
                        .toList(),
                List.of(),
                List.copyOf(reasons.values()),
                null,
                false);
    }

    /** The same as a row of coverage. */
    static DatabaseCoverage row(Watched of) {
        return new DatabaseCoverage(
                of.server(), "", 0, of.to(), of.from(), List.of(), List.of(), List.of(), null, null, null, false, of);
    }
}

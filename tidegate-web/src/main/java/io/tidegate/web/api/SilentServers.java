package io.tidegate.web.api;

import io.tidegate.core.ledger.CoverageWord;
import io.tidegate.core.ledger.TimeCoverage.Covering;
import io.tidegate.core.ledger.TimeCoverage.DatabaseTime;
import io.tidegate.core.store.Stretch;
import io.tidegate.web.api.Answers.Seconds;
import io.tidegate.web.api.Answers.Watched;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Servers of which no database was ever seen: their time is recorded for the server as a whole, with the reason. No state. */
final class SilentServers {
    private SilentServers() {}

    /** Their time, by server. None where it is asked for one database. */
    static List<Watched> of(Covering covering, @Nullable String database) {
        Set<String> seen = covering.times().stream().map(DatabaseTime::server).collect(Collectors.toSet());
        return database != null
                ? List.of()
                : covering.servers().entrySet().stream()
                        .filter(one -> !seen.contains(one.getKey()))
                        .filter(one -> !one.getValue().isEmpty())
                        .map(one -> watched(one.getKey(), one.getValue()))
                        .toList();
    }

    private static Watched watched(String server, List<Stretch> recorded) {
        Instant from = recorded.getFirst().from();
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
                server,
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
}

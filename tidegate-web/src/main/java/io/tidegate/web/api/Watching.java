package io.tidegate.web.api;

import io.tidegate.core.ledger.CoveredTime;
import io.tidegate.core.ledger.PendingExpiry;
import io.tidegate.core.ledger.TimeCoverage.DatabaseTime;
import io.tidegate.web.api.Answers.Covered;
import io.tidegate.web.api.Answers.Seconds;
import io.tidegate.web.api.Answers.Watched;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How time is covered, as answers carry it. No state. */
final class Watching {
    private Watching() {}

    static List<Watched> each(List<DatabaseTime> times) {
        return times.stream().map(Watching::one).toList();
    }

    static Watched one(DatabaseTime of) {
        PendingExpiry pending = of.pending();
        return new Watched(
                of.server(),
                of.database(),
                of.from(),
                of.to(),
                words(of.time()),
                flags(of.time()),
                of.reasons().entrySet().stream()
                        .map(one -> one.getKey().label() + ": " + one.getValue())
                        .toList(),
                pending == null ? null : pending.first(),
                pending != null && pending.maybeEarlier());
    }

    static Covered sum(List<DatabaseTime> times) {
        if (times.isEmpty()) {
            return Covered.NOTHING;
        }
        Instant from = times.getFirst().from();
        Instant to = times.getFirst().to();
        CoveredTime sum = CoveredTime.NONE;
        for (DatabaseTime one : times) {
            from = one.from().isBefore(from) ? one.from() : from;
            to = one.to().isAfter(to) ? one.to() : to;
            sum = sum.plus(one.time());
        }
        return new Covered(times.size(), from, to, words(sum), flags(sum));
    }

    private static List<Seconds> words(CoveredTime time) {
        List<Seconds> words = new ArrayList<>();
        time.words().forEach((word, covered) -> add(words, word.label(), covered));
        return List.copyOf(words);
    }

    private static List<Seconds> flags(CoveredTime time) {
        List<Seconds> flags = new ArrayList<>();
        time.flags().forEach((flag, covered) -> add(flags, label(flag), covered));
        return List.copyOf(flags);
    }

    /** Of less than a second nothing is said. */
    private static void add(List<Seconds> to, String word, Duration covered) {
        if (covered.toSeconds() > 0) {
            to.add(new Seconds(word, covered.toSeconds()));
        }
    }

    /** What users read of a flag. */
    static String label(Enum<?> flag) {
        return flag.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}

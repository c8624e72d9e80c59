package io.tidegate.collector.probe;

import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.StoreState;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.core.store.Stretch;
import io.tidegate.sqlserver.read.DatabaseProbe;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a probe says of the time since the probe before, where no interval does. No state, thread-safe. */
final class OptionStretches {
    /** Of the time between two probes that lie further apart nobody knows how Query Store was: nobody has looked. */
    private static final Duration NEAR = Duration.ofMinutes(5);

    private OptionStretches() {}

    /** How far apart two probes may lie so that the second one tells of the time between: more where they are rare by choice. */
    static Duration near(Duration cadence) {
        Duration twice = cadence.multipliedBy(2);
        return twice.compareTo(NEAR) > 0 ? twice : NEAR;
    }

    /**
     * Empty when Query Store collects and its intervals cover all of that time, when no time has passed, and when the probes
     * lie further apart than {@code near}.
     */
    static Optional<Stretch> of(SeriesRecord series, DatabaseProbe.Seen seen, Instant from, Duration near) {
        if (Duration.between(from, seen.sourceNow()).compareTo(near) > 0) {
            return Optional.empty();
        }
        Stretch.@Nullable Word word = switch (seen.options().actualState()) {
            case QueryStoreOptions.OFF -> Stretch.Word.OFF;
            case QueryStoreOptions.READ_ONLY -> Stretch.Word.READ_ONLY;
            case QueryStoreOptions.ERROR -> Stretch.Word.ERROR;
            default -> isIdle(seen, from) ? Stretch.Word.IDLE : null;
        };
        return word != null && seen.sourceNow().isAfter(from)
                ? Optional.of(
                        new Stretch(series.serverId(), seen.database(), word, from, seen.sourceNow(), detail(seen)))
                : Optional.empty();
    }

    /** An interval is there from the first execution in it: time without one is time in which nothing ran. */
    private static boolean isIdle(DatabaseProbe.Seen seen, Instant from) {
        Instant covered = from;
        for (RuntimeStatsInterval interval : seen.above()) {
            if (!interval.start().isAfter(covered) && interval.end().isAfter(covered)) {
                covered = interval.end();
            }
        }
        return covered.isBefore(seen.sourceNow());
    }

    /** What stands behind the word, and what to do; nothing for idle time. */
    private static String detail(DatabaseProbe.Seen seen) {
        int state = seen.options().actualState();
        int reason = seen.options().readonlyReason();
        String advice = StoreState.advice(state, reason);
        return advice.isEmpty() ? "" : "Query Store is " + StoreState.words(state, reason) + ". Next: " + advice;
    }
}

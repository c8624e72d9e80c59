package io.tidegate.app.doctor;

import io.tidegate.core.ledger.IntervalClock;
import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.sqlserver.fault.SqlServerException;
import io.tidegate.sqlserver.read.DatabaseProbe;
import io.tidegate.sqlserver.read.IntervalReader;
import io.tidegate.sqlserver.read.StoreSizes;
import io.tidegate.sqlserver.session.Channel;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a database's Query Store has for an import. Immutable.
 *
 * @param database its name
 * @param options its options, with its size
 * @param settled settled intervals within the horizon, by the source's clock
 * @param older intervals beyond the horizon
 * @param oldest start of the oldest settled one within it; null when there is none
 * @param held how many of the settled ones the store holds
 * @param sizes how large its parts are; null where the login may not see that
 */
public record SourceHistory(
        String database,
        QueryStoreOptions options,
        long settled,
        long older,
        @Nullable Instant oldest,
        long held,
        @Nullable StoreSizes sizes) {
    /** Intervals that would be imported. */
    long missing() {
        return Math.max(0, settled - held);
    }

    /** Reads the interval list and the sizes of its tables, which is light. Blocks until their end. */
    static SourceHistory read(Channel channel, DatabaseProbe.Seen seen, Duration horizon, StoreSide store) {
        Counter counter = new Counter(seen, horizon);
        IntervalReader.readAll(channel, seen.database(), counter::add);
        Instant oldest = counter.oldest;
        return new SourceHistory(
                seen.database(),
                seen.options(),
                counter.settled,
                counter.older,
                oldest,
                oldest == null ? 0 : Math.min(counter.settled, store.held(seen.database(), oldest)),
                sizes(channel, seen.database()));
    }

    private static @Nullable StoreSizes sizes(Channel channel, String database) {
        try {
            return StoreSizes.read(channel, database).orElse(null);
        } catch (SqlServerException refused) {
            if (refused.fault().endsSession()) {
                throw refused;
            }
            return null;
        }
    }

    /** Confined to one thread. */
    private static final class Counter {
        private final IntervalClock clock;
        private final Instant now;
        private final Instant oldestWanted;
        private long settled;
        private long older;
        private @Nullable Instant oldest;

        Counter(DatabaseProbe.Seen seen, Duration horizon) {
            clock = IntervalClock.of(seen.options());
            now = seen.sourceNow();
            oldestWanted = now.minus(horizon);
        }

        void add(RuntimeStatsInterval interval) {
            if (!interval.end().isAfter(oldestWanted)) {
                older++;
            } else if (clock.isSettled(interval, now)) {
                settled++;
                oldest = oldest == null || interval.start().isBefore(oldest) ? interval.start() : oldest;
            }
        }
    }
}

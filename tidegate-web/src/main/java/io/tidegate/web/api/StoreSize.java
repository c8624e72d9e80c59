package io.tidegate.web.api;

import io.tidegate.core.status.StoreStatus;
import io.tidegate.core.store.HistoryReader;
import io.tidegate.core.store.StoreDisk;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * How large a store is and will be: measured once a minute, since a page asks every two seconds. Thread-safe; blocks for a look at
 * files and one call of the store.
 */
public final class StoreSize {
    private static final Duration FRESH = Duration.ofMinutes(1);

    private final HistoryReader history;
    private final StoreDisk disk;
    private final @Nullable Duration retention;
    private final InstantSource clock;
    private volatile @Nullable Measured last;

    /**
     * Nothing measured yet.
     *
     * @param history what is stored
     * @param disk where
     * @param retention for how long rows are kept; null when not known
     * @param clock our clock
     */
    public StoreSize(HistoryReader history, StoreDisk disk, @Nullable Duration retention, InstantSource clock) {
        this.history = history;
        this.disk = disk;
        this.retention = retention;
        this.clock = clock;
    }

    private record Measured(Instant at, @Nullable StoreStatus status) {}

    /** For how long rows are kept; null when not known. */
    @Nullable
    Duration retention() {
        return retention;
    }

    /** At most a minute old; null when it cannot be measured. */
    @Nullable
    StoreStatus status() {
        Instant now = clock.instant();
        Measured known = last;
        if (known == null || Duration.between(known.at(), now).abs().compareTo(FRESH) >= 0) {
            StoreStatus status = disk.measure()
                    .map(size -> StoreStatus.of(size, history.heldRows(now.minus(StoreStatus.LAST)), now, retention))
                    .orElse(null);
            known = new Measured(now, status);
            last = known;
        }
        return known.status();
    }
}

package io.tidegate.collector.lane;

import io.tidegate.collector.CollectorSettings;
import io.tidegate.core.store.Stretch;
import io.tidegate.core.time.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether a server's loops may run now: its switches, its quiet hours, and the backfill's yielding after a failure of the
 * tick. Asked before anything is sent, so that a server that is left alone is not even probed. Thread-safe.
 */
final class Switches {
    /** For so many of its own cadences the backfill stays away after a failure of the tick: ten minutes at the default. */
    private static final int YIELDED_CADENCES = 2;

    private final Supplier<CollectorSettings> settings;
    private final InstantSource clock;
    private final Ticker ticker;
    private final StretchKeeper stretches;
    private volatile @Nullable Long tickFailedNanos;

    Switches(Supplier<CollectorSettings> settings, InstantSource clock, Ticker ticker, StretchKeeper stretches) {
        this.settings = settings;
        this.clock = clock;
        this.ticker = ticker;
        this.stretches = stretches;
    }

    /** Why the server is left alone; empty when it is not. */
    Optional<String> server() {
        CollectorSettings now = settings.get();
        return now.enabled() ? now.quiet().at(clock.instant()) : Optional.of("the server is switched off");
    }

    /** Why the tick does not run; time in which the server is left alone is kept as excluded, which blocks for the store. */
    Optional<String> tick() {
        Optional<String> alone = server();
        Instant now = clock.instant();
        if (alone.isPresent()) {
            stretches.until("", Stretch.Word.EXCLUDED, now, alone.get());
            return alone;
        }
        stretches.end("", Stretch.Word.EXCLUDED);
        return settings.get().tickEnabled() ? Optional.empty() : Optional.of("the tick is switched off");
    }

    /** Why the backfill does not run. */
    Optional<String> backfill() {
        Optional<String> alone = server();
        if (alone.isPresent()) {
            return alone;
        }
        if (!settings.get().backfillEnabled()) {
            return Optional.of("the backfill is switched off");
        }
        Long failed = tickFailedNanos;
        Duration yielding = settings.get().backfill().multipliedBy(YIELDED_CADENCES);
        boolean yields = failed != null && ticker.readNanos() - failed < yielding.toNanos();
        return yields
                ? Optional.of("yields for " + yielding.toSeconds() + " s after a failure of the tick")
                : Optional.empty();
    }

    void tickFailed() {
        tickFailedNanos = ticker.readNanos();
    }
}

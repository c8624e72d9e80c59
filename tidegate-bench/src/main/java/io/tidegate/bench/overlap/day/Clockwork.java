package io.tidegate.bench.overlap.day;

import io.sqlserversim.clock.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Moves the one clock that servers and collector live by: from rest to the next instant at which anything is due. At an
 * instant first statements whose hold is over go on, then deadlines pass, one after the other, then loops take their turns,
 * all of that instant at once; after each it waits for rest. Confined to one thread.
 */
final class Clockwork {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final long LOOK_NANOS = 200_000;

    private final VirtualTime time;
    private final ManualClock servers;
    private final List<Site> sites;
    private final Stillness stillness;
    private final long resolutionNanos;
    private long moves;

    /** A clock that stands, and will go in steps of so much; zero for those from each due instant to the next. */
    Clockwork(VirtualTime time, ManualClock servers, List<Site> sites, Stillness stillness, Duration resolution) {
        this.resolutionNanos = Math.max(1, resolution.toNanos());
        this.time = time;
        this.servers = servers;
        this.sites = List.copyOf(sites);
        this.stillness = stillness;
    }

    /** Lets time go until an instant, inclusive. Blocks; throws when something never comes to rest. */
    void runUntil(Instant end) {
        awaitRest();
        for (Optional<Instant> next = next(); next.isPresent() && !next.get().isAfter(end); next = next()) {
            moveTo(rounded(next.get()));
            while (stillness.fireOne()) {
                awaitRest();
            }
            stillness.settled();
            time.endPauses();
            awaitRest();
        }
        moveTo(end);
    }

    /** The clocks of both sides show the same instant at any moment at which somebody may look. */
    private void moveTo(Instant instant) {
        moves++;
        time.moveTo(time.nanosAt(instant));
        servers.set(instant);
        awaitRest();
    }

    /** The end of the step in which an instant lies. */
    private Instant rounded(Instant due) {
        long over = Math.floorMod(due.getEpochSecond() * 1_000_000_000L + due.getNano(), resolutionNanos);
        return over == 0 ? due : due.plusNanos(resolutionNanos - over);
    }

    private Optional<Instant> next() {
        OptionalLong ours = time.nextDue();
        Instant now = time.instant();
        Stream<Instant> held = sites.stream()
                .flatMap(site -> site.server().faults().held().stream())
                .flatMap(one -> one.until().stream());
        Stream<Instant> due =
                ours.isPresent() ? Stream.of(now.plusNanos(ours.getAsLong() - time.readNanos())) : Stream.empty();
        return Stream.concat(held, due).min(Instant::compareTo);
    }

    /** Polls: there is nobody who could tell, since rest is that nobody does anything. */
    void awaitRest() {
        long begun = System.nanoTime();
        while (!stillness.holds()) {
            if (System.nanoTime() - begun > PATIENCE.toNanos()) {
                throw new IllegalStateException("never at rest at " + time.instant() + ": " + stillness);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** How often the clock was moved. */
    long moves() {
        return moves;
    }
}

package io.tidegate.collector.lane;

import io.tidegate.collector.CollectorSettings;
import io.tidegate.collector.probe.ProbeReport;
import io.tidegate.collector.work.WorkResult.Obstacle;
import io.tidegate.core.budget.LightPace.Spacing;
import io.tidegate.core.gate.Gate;
import io.tidegate.core.gate.Holder;
import io.tidegate.core.status.LoopStatus;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.status.ServerStatus;
import io.tidegate.core.status.ServerStatus.State;
import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.fault.Fault;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How a server stands, gathered from its passes. Thread-safe: every mutable field is guarded by the lock. */
final class LaneStatus {
    private final ReentrantLock lock = new ReentrantLock();
    private final ServerTarget target;
    private final Supplier<CollectorSettings> settings;
    private final Brake brake;
    private final Switches switches;
    private final Gate gate;
    private final InstantSource clock;
    private final Supplier<Spacing> spacing;
    private final LoopRecord tick = new LoopRecord();
    private final LoopRecord backfill = new LoopRecord();
    private @Nullable State trouble;
    private String detail = "";
    private String version = "";
    private @Nullable Instant sourceNow;
    private @Nullable Instant lastCommit;
    private boolean gateUnknown;
    private List<String> failing = List.of();
    private Optional<String> resting = Optional.empty();
    private String twin = "";

    LaneStatus(
            ServerTarget target,
            Supplier<CollectorSettings> settings,
            Gate gate,
            InstantSource clock,
            Brake brake,
            Switches switches,
            Supplier<Spacing> spacing) {
        this.spacing = spacing;
        this.switches = switches;
        this.brake = brake;
        this.target = target;
        this.settings = settings;
        this.gate = gate;
        this.clock = clock;
    }

    LoopRecord tick() {
        return tick;
    }

    LoopRecord backfill() {
        return backfill;
    }

    void probed(ProbeReport report, Optional<Instant> now) {
        lock.lock();
        try {
            version = report.version();
            sourceNow = now.orElse(sourceNow);
            trouble = trouble == State.END_NOT_PROVABLE ? trouble : null;
            detail = trouble != null
                    ? detail
                    : joined(Stream.concat(
                            report.faults().values().stream()
                                    .map(Fault::message)
                                    .sorted(),
                            report.degradations().stream()));
        } finally {
            lock.unlock();
        }
    }

    void worked(Ended ended) {
        lock.lock();
        try {
            Obstacle obstacle =
                    ended.result() == null ? Obstacle.NONE : ended.result().obstacle();
            if (obstacle == Obstacle.END_NOT_PROVABLE) {
                trouble = State.END_NOT_PROVABLE;
                detail = ended.detail();
            } else if (ended.result() != null && ended.outcome() != PassOutcome.DEFERRED) {
                trouble = null;
                lastCommit = ended.result().held() > 0 ? clock.instant() : lastCommit;
            }
            gateUnknown = obstacle == Obstacle.SUSPECT;
        } finally {
            lock.unlock();
        }
    }

    void resting(Optional<String> why) {
        lock.lock();
        try {
            resting = why;
        } finally {
            lock.unlock();
        }
    }

    /** Another registered server is this one; empty when none is. */
    void twin(String words) {
        lock.lock();
        try {
            twin = words;
        } finally {
            lock.unlock();
        }
    }

    void failing(List<String> words) {
        lock.lock();
        try {
            failing = List.copyOf(words);
        } finally {
            lock.unlock();
        }
    }

    void failed(Fault fault) {
        lock.lock();
        try {
            trouble = switch (fault) {
                case Fault.Unreachable gone -> State.UNREACHABLE;
                case Fault.LoginRefused refused -> State.STOPPED;
                case Fault.Transient some -> trouble;
                case Fault.TimedOut late -> trouble;
                case Fault.Cancelled asked -> trouble;
                case Fault.NotPermitted denied -> trouble;
                case Fault.DatabaseUnavailable closed -> trouble;
                case Fault.NotSupported old -> trouble;
                case Fault.QueryStoreError ill -> trouble;
                case Fault.Guarded guarded -> trouble;
                case Fault.Unknown other -> trouble;
            };
            detail = fault.message();
        } finally {
            lock.unlock();
        }
    }

    ServerStatus snapshot() {
        LoopStatus ticks = tick.status(settings.get().tick());
        LoopStatus backfills = backfill.status(settings.get().backfill());
        Holder holder = gate.holder().orElse(null);
        lock.lock();
        try {
            return new ServerStatus(
                    target.name(),
                    state(ticks),
                    joined(Stream.concat(
                            Stream.concat(
                                    switches.server().or(() -> resting).stream(),
                                    Stream.of(twin, spacing.get().words(), detail)),
                            failing.stream())),
                    version,
                    sourceNow,
                    lastCommit,
                    holder,
                    gateUnknown && holder == null,
                    ticks,
                    backfills,
                    brake.status());
        } finally {
            lock.unlock();
        }
    }

    /** A sentence that has its full stop gets no other mark behind it. */
    private static String joined(Stream<String> parts) {
        return parts.filter(words -> !words.isEmpty())
                .reduce((all, next) -> all + (all.endsWith(".") || all.endsWith(";") ? " " : "; ") + next)
                .orElse("");
    }

    private State state(LoopStatus ticks) {
        if (switches.server().isPresent()) {
            return settings.get().enabled() ? State.QUIET : State.STOPPED;
        }
        if (resting.isPresent()) {
            return State.QUIET;
        }
        if (!twin.isEmpty()) {
            return State.STOPPED;
        }
        if (trouble != null) {
            return trouble;
        }
        if (!settings.get().tickEnabled()) {
            return State.STOPPED;
        }
        if (ticks.lastSuccess() == null) {
            return ticks.last() == null ? State.STARTING : State.LATE;
        }
        Instant oldest = clock.instant()
                .minus(settings.get().tick().multipliedBy(2L * spacing.get().cadences()));
        State fresh = target.allowUnproven() ? State.UNPROVEN : State.FRESH;
        return ticks.lastSuccess().isBefore(oldest) && !isWholeButForPeeks(ticks) ? State.LATE : fresh;
    }

    /** Everything settled is held; looks at what has not settled wait for the budget. */
    private boolean isWholeButForPeeks(LoopStatus ticks) {
        return ticks.last() == PassOutcome.DEFERRED && brake.waits().areOnlyPeeks();
    }
}

package io.tidegate.collector.lane;

import io.tidegate.collector.CollectorTools;
import io.tidegate.collector.MemoryPermits.Permit;
import io.tidegate.collector.SliceLog;
import io.tidegate.collector.work.Slice;
import io.tidegate.collector.work.Work;
import io.tidegate.collector.work.WorkResult;
import io.tidegate.collector.work.WorkResult.Obstacle;
import io.tidegate.core.budget.HeavyAccount;
import io.tidegate.core.gate.Admission;
import io.tidegate.core.gate.DeferredBy;
import io.tidegate.core.gate.Gate;
import io.tidegate.core.gate.Holder;
import io.tidegate.core.gate.Lease;
import io.tidegate.core.gate.Purpose;
import io.tidegate.core.ledger.ReadBudget;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.step.AbandonableStep;
import io.tidegate.core.step.StepContext;
import io.tidegate.core.step.StepOutcome;
import io.tidegate.core.step.StepRun;
import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.session.HeavyEntry;
import io.tidegate.sqlserver.session.HeavySession;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One lease from its try to its end for one loop of one server: ring 1, memory, the step, ring 3, the work. Thread-safe,
 * but the step runs one body at a time.
 */
final class LeaseRunner {
    private final CollectorTools tools;
    private final ServerTarget target;
    private final Purpose purpose;
    private final LoopRecord record;
    private final Gate gate;
    private final AbandonableStep step;
    private final Supplier<Duration> read;
    private final HeavyAccount account;
    private final SliceLog log = new SliceLog();

    LeaseRunner(
            CollectorTools tools, ServerTarget target, Purpose purpose, LoopRecord record, Supplier<Duration> read) {
        this.read = read;
        this.account = tools.accounts().of(target.name());
        this.tools = tools;
        this.target = target;
        this.purpose = purpose;
        this.record = record;
        this.gate = tools.gates().gate(target.name());
        this.step = new AbandonableStep(target.name() + "/" + purpose, tools.steps());
    }

    AbandonableStep step() {
        return step;
    }

    /** Journals that no lease was tried. */
    void deferred(String database, DeferredBy by) {
        gate.deferred(purpose, database, by);
    }

    /**
     * The same where nobody looks at the server's pressure.
     *
     * @param database whose work
     * @param deadline how long the caller may be held
     * @param budget what the slice may read
     * @param work what to do inside ring 3
     * @return how it ended
     */
    Ended run(String database, Duration deadline, ReadBudget budget, Work work) {
        return run(database, deadline, budget, work, Pressing.NONE);
    }

    /**
     * Tries one lease for one database's work. Holds the caller at most until the deadline; throws nothing.
     *
     * @param database whose work
     * @param deadline how long the caller may be held
     * @param budget what the slice may read
     * @param work what to do inside ring 3
     * @param pressing what the server's pressure does to it
     * @return how it ended
     */
    Ended run(String database, Duration deadline, ReadBudget budget, Work work, Pressing pressing) {
        if (step.isInFlight()) {
            return deferredByOurOwn(database);
        }
        return switch (gate.tryAcquire(purpose, database)) {
            case Admission.Granted granted -> {
                account.begun(tools.ticker().readNanos());
                if (!pressing.note().isEmpty()) {
                    granted.lease().meter().note(pressing.note());
                }
                yield withMemory(granted.lease(), database, deadline, budget, looking(work, pressing, granted.lease()));
            }
            case Admission.Refused refused -> {
                record.refused(tools.clock().instant(), tools.ticker().readNanos());
                yield new Ended(PassOutcome.DEFERRED, "deferred: " + words(refused.holder()), null, null);
            }
            case Admission.ShuttingDown down -> new Ended(PassOutcome.CANCELLED, "shutting down", null, null);
        };
    }

    /** The work, with looks before its statements; what cuts it short is in the lease's row. */
    private static Work looking(Work work, Pressing pressing, Lease lease) {
        return (session, slice) -> {
            session.lookingFirst(pressing.again());
            try {
                return work.run(session, slice);
            } finally {
                session.cutBecause().ifPresent(lease.meter()::note);
            }
        };
    }

    /** The body of an earlier pass has not ended: its lease is held, so this is a deferral like any other. */
    private Ended deferredByOurOwn(String database) {
        Optional<Holder> holder = gate.holder();
        if (holder.isEmpty()) {
            return new Ended(PassOutcome.SKIPPED, "the step of the last pass is just ending", null, null);
        }
        gate.deferred(purpose, database, DeferredBy.of(holder.get()));
        record.refused(tools.clock().instant(), tools.ticker().readNanos());
        return new Ended(PassOutcome.DEFERRED, "deferred: " + words(holder.get()), null, null);
    }

    private Ended withMemory(Lease lease, String database, Duration deadline, ReadBudget budget, Work work) {
        Optional<Permit> permit = tools.memory().tryAcquire();
        if (permit.isEmpty()) {
            lease.deferredBy(new DeferredBy(DeferredBy.Kind.MEMORY, "batches of other servers", null));
            lease.close();
            record.refused(tools.clock().instant(), tools.ticker().readNanos());
            return new Ended(PassOutcome.DEFERRED, "deferred: memory", null, null);
        }
        Permit held = permit.get();
        StepRun<WorkResult> run = step.start(lease, deadline, context -> {
            try (held) {
                return inside(lease, database, budget, work, context);
            }
        });
        StepOutcome<WorkResult> outcome = run.await();
        return ended(database, outcome, held);
    }

    private WorkResult inside(Lease lease, String database, ReadBudget budget, Work work, StepContext context) {
        HeavyEntry entry = tools.heavy().open(target, database, lease, context);
        return switch (entry) {
            case HeavyEntry.Refused refused ->
                new WorkResult(PassOutcome.DEFERRED, "deferred: " + refused.by().who(), 0, obstacle(refused.by()));
            case HeavyEntry.EndNotProvable closed ->
                new WorkResult(PassOutcome.SKIPPED, advice(closed), 0, Obstacle.END_NOT_PROVABLE);
            case HeavyEntry.Entered entered -> {
                try (var session = entered.session()) {
                    WorkResult result = work.run(session, slice(session, budget, context));
                    yield session.cutBecause()
                            .map(why -> new WorkResult(PassOutcome.CUT, why, result.held(), Obstacle.WAITED_FOR))
                            .orElse(result);
                }
            }
        };
    }

    private Slice slice(HeavySession session, ReadBudget budget, StepContext context) {
        return new Slice(
                budget,
                read.get(),
                context,
                tools.ticker(),
                tools.memory().spare(),
                () -> session.cutBecause().isPresent());
    }

    private static Obstacle obstacle(DeferredBy by) {
        return by.what() == DeferredBy.Kind.SUSPECT ? Obstacle.SUSPECT : Obstacle.NONE;
    }

    private static String advice(HeavyEntry.EndNotProvable closed) {
        return "end not provable: " + closed.why() + (closed.grant().isEmpty() ? "" : "; run: " + closed.grant());
    }

    private Ended ended(String database, StepOutcome<WorkResult> outcome, Permit permit) {
        return switch (outcome) {
            case StepOutcome.Completed<WorkResult> done -> completed(done.value());
            case StepOutcome.Failed<WorkResult> failed -> {
                permit.close();
                record.granted(tools.ticker().readNanos());
                log.failed(target.name(), purpose, database, failed.cause());
                yield new Ended(PassOutcome.FAILED, SliceLog.words(failed.cause()), null, failed.cause());
            }
            case StepOutcome.Abandoned<WorkResult> left -> {
                permit.quarantine();
                record.granted(tools.ticker().readNanos());
                log.abandoned(target.name(), purpose, database, left.after());
                yield new Ended(
                        PassOutcome.ABANDONED,
                        "abandoned after " + left.after().toSeconds() + " s; it keeps the lease",
                        null,
                        null);
            }
            case StepOutcome.SkippedStillRunning<WorkResult> skipped -> {
                permit.close();
                yield new Ended(PassOutcome.SKIPPED, "the step of the last pass has not ended", null, null);
            }
            case StepOutcome.Cancelled<WorkResult> cancelled -> {
                permit.close();
                yield new Ended(PassOutcome.CANCELLED, "asked to stop", null, null);
            }
        };
    }

    private Ended completed(WorkResult result) {
        if (result.outcome() == PassOutcome.DEFERRED) {
            record.refused(tools.clock().instant(), tools.ticker().readNanos());
        } else if (result.outcome() != PassOutcome.SKIPPED) {
            record.granted(tools.ticker().readNanos());
        }
        return new Ended(result.outcome(), result.detail(), result, null);
    }

    private static String words(Holder holder) {
        String since = " has the lease since " + holder.since();
        return holder.purpose().words() + since + (holder.abandoned() ? ", abandoned" : "");
    }
}

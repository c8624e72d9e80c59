package io.tidegate.collector.lane;

import io.tidegate.collector.CollectorSettings;
import io.tidegate.collector.CollectorTools;
import io.tidegate.collector.probe.ProbeReport;
import io.tidegate.collector.probe.Prober;
import io.tidegate.collector.probe.SeriesState;
import io.tidegate.core.gate.Purpose;
import io.tidegate.core.ledger.DueGrid;
import io.tidegate.core.ledger.ReadBudget;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.status.ServerStatus;
import io.tidegate.core.status.Verifier.Scope;
import io.tidegate.core.store.StoreException;
import io.tidegate.core.store.Stretch;
import io.tidegate.sqlserver.DatabaseFilter;
import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.fault.Fault;
import io.tidegate.sqlserver.fault.SqlServerException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One server's lane: its two loops' passes as plain methods, its grids, its record. Thread-safe; each of the two passes
 * runs on one thread at a time. A pass blocks for its probe and then at most until the step's deadline.
 */
public final class ServerLane {
    private static final Logger LOG = LoggerFactory.getLogger(ServerLane.class);

    private final CollectorTools tools;
    private final AtomicReference<CollectorSettings> live;
    private final Brake brake;
    private final StretchKeeper stretches;
    private final FaultStretches faultStretches;
    private final OutageLog outages;
    private final Switches switches;
    private final ProbeSpacing spacing;
    private final ServerTarget target;
    private final Prober prober;
    private final Reconnect reconnect;
    private final LaneStatus status;
    private final LeaseRunner ticks;
    private final LeaseRunner backfills;
    private final TickPass tickPass;
    private final BackfillPass backfillPass;
    private final LeaseRunner onDemand;
    private final VerifyPass verifyPass;
    private final DueGrid tickGrid;
    private final DueGrid backfillGrid;

    /** The last pass found a database that is about to be there: no failure that the backfill has to keep off for. */
    private volatile boolean wakes;

    /**
     * A lane.
     *
     * @param tools what lanes share
     * @param settings how often and how much
     * @param target the server
     * @param serverId its number in the store
     * @param tickGrid when its ticks are due
     * @param backfillGrid when its backfill passes are due
     */
    public ServerLane(
            CollectorTools tools,
            CollectorSettings settings,
            ServerTarget target,
            int serverId,
            DueGrid tickGrid,
            DueGrid backfillGrid) {
        this.tools = tools;
        this.live = new AtomicReference<>(settings);
        this.stretches = new StretchKeeper(tools.store(), serverId);
        this.outages = new OutageLog(target.name(), tools.ticker());
        this.faultStretches = new FaultStretches(stretches, tools.clock());
        this.switches = new Switches(live::get, tools.clock(), tools.ticker(), stretches);
        this.target = target;
        this.tickGrid = tickGrid;
        this.backfillGrid = backfillGrid;
        this.prober = new Prober(tools, target, serverId, settings.horizon(), settings.tick());
        this.reconnect = new Reconnect(
                tools.ticker(),
                new SplittableRandom(target.name().hashCode() ^ tools.ticker().readNanos()),
                settings.tick());
        this.brake = new Brake(tools, target, live::get, prober);
        this.spacing = new ProbeSpacing(settings.tick(), Prober.near(settings.tick()), brake);
        this.status = new LaneStatus(
                target, live::get, tools.gates().gate(target.name()), tools.clock(), brake, switches, spacing::now);
        this.ticks = new LeaseRunner(
                tools, target, Purpose.TICK, status.tick(), () -> live.get().read());
        this.backfills = new LeaseRunner(
                tools,
                target,
                Purpose.BACKFILL,
                status.backfill(),
                () -> live.get().read());
        this.tickPass = new TickPass(tools, live::get, prober, ticks, brake);
        this.backfillPass = new BackfillPass(tools, live::get, prober, backfills, brake);
        this.onDemand = new LeaseRunner(
                tools,
                target,
                Purpose.ON_DEMAND,
                new LoopRecord(),
                () -> live.get().read());
        Turns turns = new Turns(tools, live::get, prober, onDemand, brake);
        this.verifyPass = new VerifyPass(tools, target.name(), prober, turns, switches, reconnect);
    }

    /**
     * One tick.
     *
     * @param point the point of the grid that it is for, by the ticker
     * @return how it ended
     */
    public PassOutcome tick(long point) {
        Optional<String> off = switches.tick().or(this::resting).or(() -> spacing.leavesOut(point));
        if (off.isPresent()) {
            return end(status.tick(), PassOutcome.SKIPPED, off.get());
        }
        long backfillDue = backfillGrid.nextAfter(point);
        boolean givesWay =
                live.get().backfillEnabled() && status.backfill().streak().makesTickSkip(tickGrid, point, backfillDue);
        PassOutcome outcome = pass(
                status.tick(),
                report -> givesWay
                        ? new Ended(
                                PassOutcome.SKIPPED, "gives way to a backfill that was refused three times", null, null)
                        : tickPass.run(report));
        if (outcome == PassOutcome.FAILED && !wakes) {
            switches.tickFailed();
        }
        return outcome;
    }

    /**
     * One backfill pass.
     *
     * @return how it ended
     */
    public PassOutcome backfill() {
        Optional<String> off = switches.backfill().or(prober::resting);
        return off.isPresent()
                ? end(status.backfill(), PassOutcome.SKIPPED, off.get())
                : pass(status.backfill(), backfillPass::run);
    }

    /**
     * From the next pass on other settings are in force; cadences, deadline and horizon stay. A server that was left alone
     * because it is gone or refused our login is tried at once.
     *
     * @param settings how much, and whether
     * @param databases which
     */
    public void reconfigure(CollectorSettings settings, DatabaseFilter databases) {
        reconnect.reached();
        live.set(settings);
        prober.want(databases);
    }

    /**
     * Compares what is held of this server with it, unless the loops leave it alone now. Blocks for a probe and some slices;
     * whoever has the lease is not waited for. To be called by one thread at a time.
     *
     * @param scope what to compare
     * @param findings takes what is found
     * @return how far it looked
     */
    public LookedAt verify(Scope scope, VerifyFindings findings) {
        return verifyPass.run(scope, findings);
    }

    /** Why the server sleeps; that nobody looks meanwhile is kept for the coverage. */
    private Optional<String> resting() {
        Optional<String> why = prober.resting();
        status.resting(why);
        if (why.isPresent()) {
            stretches.until("", Stretch.Word.UNOBSERVED, tools.clock().instant(), why.get());
        } else {
            stretches.end("", Stretch.Word.UNOBSERVED);
        }
        return why;
    }

    /** The heavy part of a pass. */
    private interface Heavy {
        Ended run(ProbeReport report);
    }

    private PassOutcome pass(LoopRecord record, Heavy heavy) {
        Duration away = reconnect.ask();
        if (!away.isZero()) {
            faultStretches.stayedAway();
            return end(record, PassOutcome.SKIPPED, "next try at " + nextTry(away));
        }
        wakes = false;
        try {
            long logins = prober.logins();
            boolean isSpaced = spacing.now().cadences() > 1; // then none may wait for a later turn
            ProbeReport report = isSpaced ? prober.probeAll() : prober.probe();
            boolean anew = prober.logins() > logins;
            outages.reached(anew);
            reconnect.probed(anew);
            status.probed(
                    report,
                    prober.states().values().stream()
                            .map(state -> state.situation().sourceNow())
                            .max(Comparator.naturalOrder()));
            Optional<String> twin = prober.twin();
            if (twin.isPresent()) {
                status.twin(twin.get());
                return end(record, PassOutcome.SKIPPED, twin.get());
            }
            status.twin("");
            faultStretches.probed(report);
            Ended ended = heavy.run(report);
            status.worked(ended);
            faultStretches.worked(ended);
            noteRefusal(ended);
            brake.waits().record(stretches, sourceClocks());
            noteFailing();
            outages.stored();
            return end(record, ended.outcome(), ended.detail());
        } catch (SqlServerException failed) {
            wakes = target.isDatabase() && failed.fault().isAboutToBeThere();
            status.failed(failed.fault());
            reconnect.failed(failed.fault());
            outages.failed(failed.fault());
            faultStretches.failed(failed.fault());
            return end(record, PassOutcome.FAILED, failed.fault().message());
        } catch (StoreException failed) {
            outages.storeFailed(failed.getMessage());
            return end(record, PassOutcome.FAILED, String.valueOf(failed.getMessage()));
        } catch (RuntimeException | Error bug) {
            LOG.error("server={} a pass failed in an unforeseen way; the next one comes", target.name(), bug);
            return end(record, PassOutcome.FAILED, "failed in an unforeseen way (" + bug + "); the log says more");
        }
    }

    /** The kept light session may live on while a new one is refused. */
    private void noteRefusal(Ended ended) {
        Fault.LoginRefused refusal = ended.refusal();
        if (refusal != null) {
            status.failed(refusal);
            outages.failed(refusal);
            reconnect.failed(refusal);
        }
    }

    private Instant nextTry(Duration away) {
        return tools.clock().instant().plus(away).truncatedTo(ChronoUnit.SECONDS);
    }

    /**
     * A database whose smallest reading fails is shown with its cause, in the status and in the coverage; one that makes
     * plans without end, or whose open interval is too large to peek, in the status.
     */
    private void noteFailing() {
        List<String> failing = new ArrayList<>();
        prober.states().forEach((database, state) -> {
            if (state.ladder().isFailingFixedCost()) {
                String words = "failing, fixed cost; tried once a day: "
                        + state.ladder().cause();
                stretches.until(
                        database, Stretch.Word.FAILING, state.situation().sourceNow(), words);
                failing.add(database + ": " + words);
            } else {
                stretches.end(database, Stretch.Word.FAILING);
            }
            state.peek().tooLarge().ifPresent(words -> failing.add(database + ": " + words));
            state.plansWithoutEnd().ifPresent(words -> failing.add(database + ": " + words));
        });
        status.failing(failing);
    }

    private Map<String, Instant> sourceClocks() {
        Map<String, Instant> clocks = new HashMap<>();
        prober.states()
                .forEach((database, state) ->
                        clocks.put(database, state.situation().sourceNow()));
        return clocks;
    }

    private PassOutcome end(LoopRecord record, PassOutcome outcome, String detail) {
        record.ended(outcome, detail, tools.clock().instant());
        return outcome;
    }

    /** Asks what runs to stop; does not wait. */
    public void cancel() {
        ticks.step().cancel();
        backfills.step().cancel();
        onDemand.step().cancel();
    }

    /** Closes what the lane keeps open between its passes. To be called when its loops have ended. */
    public void close() {
        prober.close();
    }

    /**
     * Whether a body of this lane, abandoned or not, has not ended.
     *
     * @return true while one runs
     */
    public boolean isBusy() {
        return ticks.step().isInFlight()
                || backfills.step().isInFlight()
                || onDemand.step().isInFlight();
    }

    /**
     * The server.
     *
     * @return as configured
     */
    public ServerTarget target() {
        return target;
    }

    /**
     * When ticks are due.
     *
     * @return the grid
     */
    public DueGrid tickGrid() {
        return tickGrid;
    }

    /**
     * When backfill passes are due.
     *
     * @return the grid
     */
    public DueGrid backfillGrid() {
        return backfillGrid;
    }

    /**
     * Tells the record when the next tick is due.
     *
     * @param at by our clock
     * @param missed how many points of the grid were skipped before it
     */
    void tickDue(Instant at, long missed) {
        status.tick().due(at, missed);
    }

    /**
     * Tells the record when the next backfill pass is due.
     *
     * @param at by our clock
     * @param missed how many points of the grid were skipped before it
     */
    void backfillDue(Instant at, long missed) {
        status.backfill().due(at, missed);
    }

    /**
     * How the server stands.
     *
     * @return a snapshot
     */
    public ServerStatus status() {
        return status.snapshot();
    }

    /**
     * What is known of the server's databases.
     *
     * @return a snapshot
     */
    public List<SeriesState> databases() {
        return List.copyOf(prober.states().values());
    }

    /** What is left of a pass; a lease that could not end in time is not begun. */
    static Duration left(CollectorTools tools, long startNanos, Duration deadline) {
        return deadline.minusNanos(tools.ticker().readNanos() - startNanos);
    }

    /** A budget that ends by itself well before the deadline, so that a slow server is cut and not abandoned. */
    static ReadBudget within(ReadBudget budget, Duration left) {
        Duration most = left.multipliedBy(3).dividedBy(4);
        return most.compareTo(budget.time()) < 0 ? new ReadBudget(budget.bytes(), budget.rows(), most) : budget;
    }
}

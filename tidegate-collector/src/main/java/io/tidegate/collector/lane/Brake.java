package io.tidegate.collector.lane;

import io.tidegate.collector.CollectorSettings;
import io.tidegate.collector.CollectorTools;
import io.tidegate.collector.lane.PressureRule.Step;
import io.tidegate.collector.lane.PressureRule.Verdict;
import io.tidegate.collector.probe.Prober;
import io.tidegate.core.budget.Allowance;
import io.tidegate.core.budget.HeavyAccount;
import io.tidegate.core.budget.PeekPace;
import io.tidegate.core.budget.Rank;
import io.tidegate.core.status.BudgetStatus;
import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.fault.SqlServerException;
import io.tidegate.sqlserver.pressure.PressureGauge;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** What holds heavy work back on one server: its budget for the hour, and pressure there. Thread-safe. */
final class Brake {
    private static final Duration LOOK_EVERY = Duration.ofSeconds(5);

    private final CollectorTools tools;
    private final Supplier<CollectorSettings> settings;
    private final Prober prober;
    private final HeavyAccount account;
    private final boolean isDatabase;
    private final PressureGauge gauge;
    private final BudgetWaits waits = new BudgetWaits();
    private final AtomicReference<Verdict> last = new AtomicReference<>(Verdict.GO_ON);
    private volatile long lookedNanos;

    Brake(CollectorTools tools, ServerTarget target, Supplier<CollectorSettings> settings, Prober prober) {
        this.tools = tools;
        this.settings = settings;
        this.prober = prober;
        this.isDatabase = target.isDatabase();
        this.account = tools.accounts().of(target.name());
        this.gauge = new PressureGauge(tools.ticker());
    }

    BudgetWaits waits() {
        return waits;
    }

    /** What work of a rank may take now. Does not block. */
    Allowance allowance(Rank rank) {
        return account.allowance(settings.get().heavy(), rank, tools.ticker().readNanos());
    }

    /** The same; where it has to wait, that is noted for the status. */
    Allowance ask(String database, Rank rank) {
        Allowance allowance = allowance(rank);
        if (!allowance.isGranted()) {
            waits.add(database, rank, tools.clock().instant());
        }
        return allowance;
    }

    /** What an hour's CPU budget is, with the cores that are known. Does not block. */
    Duration cpuLimit() {
        return account.usage(settings.get().heavy(), tools.ticker().readNanos()).cpuLimit();
    }

    Duration lightEver() {
        return account.lightEver();
    }

    PeekPace pace(int databases) {
        Allowance now = allowance(Rank.PEEK);
        return new PeekPace(settings.get().heavy(), now.usage().cores(), Math.max(1, databases));
    }

    /**
     * Looks how hard the server works, from a light session. Blocks for a few light batches; a look that fails holds
     * nothing back, since the lease will meet what is wrong itself.
     */
    Verdict look() {
        Verdict verdict;
        try {
            verdict = prober.light(session -> isDatabase
                    ? PressureRule.judge(gauge.readService(session.channel()))
                    : PressureRule.judge(gauge.read(session.channel())));
            gauge.cores().ifPresent(account::coresSeen);
        } catch (SqlServerException unread) {
            verdict = Verdict.GO_ON;
        }
        last.set(verdict);
        lookedNanos = tools.ticker().readNanos();
        return verdict;
    }

    /**
     * What a lease heeds: the last look, and looks before its later statements, where the last one is some seconds old.
     */
    Pressing pressing(Verdict now) {
        return new Pressing(now.step() == Step.SHRINK ? "shrunk: " + now.why() : "", this::again);
    }

    /** Why a lease is to read nothing more; empty to go on. Blocks for a few light batches where it is time to look. */
    private Optional<String> again() {
        if (tools.ticker().readNanos() - lookedNanos < LOOK_EVERY.toNanos()) {
            return Optional.empty();
        }
        Verdict now = look();
        return now.step() == Step.DEFER ? Optional.of("cut: " + now.why()) : Optional.empty();
    }

    BudgetStatus status() {
        return new BudgetStatus(
                account.usage(settings.get().heavy(), tools.ticker().readNanos()),
                waits.all(),
                last.get().why(),
                gauge.missingGrants());
    }
}

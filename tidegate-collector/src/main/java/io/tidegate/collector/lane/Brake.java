package io.tidegate.collector.lane;

import io.tidegate.collector.CollectorSettings;
import io.tidegate.collector.CollectorTools;
import io.tidegate.core.budget.Allowance;
import io.tidegate.core.budget.HeavyAccount;
import io.tidegate.core.budget.PeekPace;
import io.tidegate.core.budget.Rank;
import io.tidegate.core.status.BudgetStatus;
import io.tidegate.sqlserver.ServerTarget;
import java.util.function.Supplier;

/** What holds heavy work back on one server: its budget for the hour. Thread-safe, does not block. */
final class Brake {
    private final CollectorTools tools;
    private final Supplier<CollectorSettings> settings;
    private final HeavyAccount account;
    private final BudgetWaits waits = new BudgetWaits();

    Brake(CollectorTools tools, ServerTarget target, Supplier<CollectorSettings> settings) {
        this.tools = tools;
        this.settings = settings;
        this.account = tools.accounts().of(target.name());
    }

    BudgetWaits waits() {
        return waits;
    }

    HeavyAccount account() {
        return account;
    }

    /** What work of a rank may take now. */
    Allowance allowance(Rank rank) {
        return account.allowance(settings.get().heavy(), rank, tools.ticker().readNanos());
    }

    /** The same; where it has to wait, that is noted for the status. */
    Allowance ask(String database, Rank rank) {
        Allowance allowance = allowance(rank);
        if (!allowance.isGranted()) {
            waits.add(database, rank, allowance.words(), tools.clock().instant());
        }
        return allowance;
    }

    PeekPace pace(int databases) {
        Allowance now = allowance(Rank.PEEK);
        return new PeekPace(settings.get().heavy(), now.usage().cores(), Math.max(1, databases));
    }

    BudgetStatus status() {
        return new BudgetStatus(
                account.usage(settings.get().heavy(), tools.ticker().readNanos()), waits.all());
    }
}

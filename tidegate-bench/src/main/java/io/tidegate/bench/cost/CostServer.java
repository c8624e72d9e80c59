package io.tidegate.bench.cost;

import io.sqlserversim.fault.FaultPlan;
import io.sqlserversim.fleet.SimulatedServer;
import io.sqlserversim.instance.Database;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Instance;
import io.sqlserversim.instance.Login;
import io.sqlserversim.instance.VersionProfile;
import io.sqlserversim.querystore.QueryStore;
import io.sqlserversim.querystore.books.IntervalBook;
import io.sqlserversim.querystore.options.QueryStoreOptions;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import io.sqlserversim.querystore.workload.PlanSizes;
import io.sqlserversim.querystore.workload.WorkloadSpec;
import io.tidegate.sqlserver.Secret;
import io.tidegate.sqlserver.ServerTarget;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Predicate;

/** One simulated server with one database, in this process, whose time is the CPU time of its statements. Thread-safe. */
final class CostServer implements AutoCloseable {
    static final String DATABASE = "Sales";

    private static final String USER = "monitor";
    private static final String PASSWORD = "Abc123";
    private static final int FIRST_USER_DATABASE = 5;
    private static final int MOST_FLUSH_SECONDS = 900;

    private final SimulatedServer server;
    private final QueryStore queryStore;

    private CostServer(SimulatedServer server, QueryStore queryStore) {
        this.server = server;
        this.queryStore = queryStore;
    }

    /** Starts one; {@code joinsCostMore} is whether the cost model's surcharge for joins is in force. */
    static CostServer start(VersionProfile profile, CostPlan plan, WorkTime time, boolean joinsCostMore)
            throws IOException {
        QueryStoreProfile views = QueryStoreProfile.of(profile.label());
        Instance instance = new Instance("sim", profile, time.clock(), QueryStore.emptyTables(views));
        QueryStoreOptions options = QueryStoreOptions.defaults()
                .withIntervals(plan.intervalMinutes(), Math.min(MOST_FLUSH_SECONDS, 60 * plan.intervalMinutes()));
        QueryStore store = new QueryStore(DATABASE, workload(plan), plan.seed(), time, options, views);
        store.costs((session, nanos) -> time.spend(nanos));
        store.joinsCostMore(joinsCostMore);
        instance.add(new Database(
                FIRST_USER_DATABASE, DATABASE, time.instant().minus(Duration.ofDays(400)), store.tables(), () -> true));
        instance.add(new Login(257, USER, PASSWORD, DATABASE, Grants.MONITOR));
        SimulatedServer server = new SimulatedServer(
                instance,
                new FaultPlan(time.clock(), time::readNanos, plan.seed()),
                Map.of(DATABASE, store),
                0,
                Thread.ofVirtual().factory());
        server.start();
        return new CostServer(server, store);
    }

    private static WorkloadSpec workload(CostPlan plan) {
        int births = plan.births();
        return new WorkloadSpec(
                "cost",
                DATABASE,
                plan.plans() * 2 / 3 + births,
                plan.plans() + births,
                plan.plans(),
                1,
                plan.historyIntervals(),
                0,
                1,
                false,
                15,
                2_400,
                PlanSizes.moderate());
    }

    /** The server as a client is told of it. */
    ServerTarget target() {
        ServerTarget whole = ServerTarget.trusted(
                server.name(), "127.0.0.1", server.port(), new io.tidegate.sqlserver.Login(USER, new Secret(PASSWORD)));
        return server.instance().profile().isAzureDatabase() ? whole.ofDatabase(DATABASE) : whole;
    }

    SimulatedServer server() {
        return server;
    }

    /** The share of the executions of some intervals that somebody lacks who has so many of each by interval id. */
    double lost(Instant since, Map<Long, Long> had, Predicate<IntervalBook> counted) {
        long truth = 0;
        long there = 0;
        for (IntervalBook book :
                queryStore.books().booksAt(server.instance().clock().now())) {
            if (counted.test(book) && !book.start().isBefore(since)) {
                truth += book.executions();
                there += had.getOrDefault(book.intervalId(), 0L);
            }
        }
        return truth == 0 ? 0 : 1 - (double) there / truth;
    }

    @Override
    public void close() {
        server.close();
    }
}

package io.tidegate.bench.overlap.day;

import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.clock.ManualClock;
import io.sqlserversim.fault.FaultPlan;
import io.sqlserversim.fleet.SimulatedServer;
import io.sqlserversim.instance.Database;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Instance;
import io.sqlserversim.instance.Login;
import io.sqlserversim.instance.VersionProfile;
import io.sqlserversim.querystore.QueryStore;
import io.sqlserversim.querystore.options.QueryStoreOptions;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import io.sqlserversim.querystore.workload.PlanSizes;
import io.sqlserversim.querystore.workload.WorkloadSpec;
import io.tidegate.sqlserver.Secret;
import io.tidegate.sqlserver.ServerTarget;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * The servers of the day, in this process, with two databases each: on the first one a big database was just restored beside a
 * busy sibling; the second has two of moderate size; the third one with intervals of a minute, so that its tick has work each
 * minute. Stateless.
 */
final class DayServers {
    private static final int SERVERS = 3;
    private static final int FIRST_USER_DATABASE = 5;
    private static final int PLAN_BYTES = 6_000;

    /** Intervals of history: for half a day of backfill, and for a whole one. */
    private static final int MODERATE = 300;

    private static final int LONG = 700;
    private static final String USER = "monitor";
    private static final String PASSWORD = "Abc123";

    private DayServers() {}

    /** Servers that do not listen yet. */
    static List<SimulatedServer> make(ManualClock clock, DayPlan plan) {
        return IntStream.range(0, SERVERS)
                .mapToObj(index -> make(clock, index, plan))
                .toList();
    }

    private static SimulatedServer make(ManualClock clock, int index, DayPlan plan) {
        long seed = plan.seed() + 100L * index;
        String name = "sim-" + (index + 1);
        Map<String, QueryStore> stores = new LinkedHashMap<>();
        stores.put("Sales", store("Sales", first(index, plan), index == 2 ? 1 : 15, seed, clock));
        stores.put(
                "Orders",
                store(
                        "Orders",
                        WorkloadSpec.oltp("Orders").withHistory(index == 2 ? LONG : MODERATE),
                        15,
                        seed + 1,
                        clock));
        return server(clock, name, stores, (database, tables) -> tables, seed);
    }

    /** One that does not listen yet, with these databases, each with the tables that are made of its own. */
    static SimulatedServer server(
            ManualClock clock,
            String name,
            Map<String, QueryStore> stores,
            BiFunction<String, List<VirtualTable>, List<VirtualTable>> tables,
            long seed) {
        Instance instance =
                new Instance(name, VersionProfile.V16, clock, QueryStore.emptyTables(QueryStoreProfile.V16));
        stores.forEach((database, store) -> instance.add(new Database(
                FIRST_USER_DATABASE + instance.databases().size(),
                database,
                clock.now().minus(Duration.ofDays(400)),
                tables.apply(database, store.tables()),
                () -> true)));
        instance.add(new Login(257, USER, PASSWORD, stores.keySet().iterator().next(), Grants.MONITOR));
        FaultPlan faults = new FaultPlan(clock, System::nanoTime, seed);
        return new SimulatedServer(
                instance, faults, stores, 0, Thread.ofVirtual().factory());
    }

    private static WorkloadSpec first(int index, DayPlan plan) {
        return switch (index) {
            case 0 -> restored(plan.restoredPlans());
            case 1 -> WorkloadSpec.oltp("Sales").withHistory(MODERATE);
            default -> WorkloadSpec.small("Sales");
        };
    }

    /** As many intervals as the preset has, but small plans, since plans are not what the loops meet over here. */
    private static WorkloadSpec restored(int plans) {
        WorkloadSpec big = WorkloadSpec.big("Sales");
        return new WorkloadSpec(
                big.name(),
                big.application(),
                plans * 4 / 5,
                plans,
                plans,
                big.birthSpacing(),
                big.historyIntervals(),
                big.idlePerBlock(),
                big.activeOneIn(),
                big.planFlips(),
                big.failuresPerMille(),
                big.hottestPerMinute(),
                PlanSizes.fixed(PLAN_BYTES));
    }

    private static QueryStore store(String database, WorkloadSpec workload, int minutes, long seed, ManualClock clock) {
        QueryStoreOptions options = QueryStoreOptions.defaults().withIntervals(minutes, Math.min(900, minutes * 60));
        return new QueryStore(database, workload, seed, clock::now, options, QueryStoreProfile.V16);
    }

    /** The server as a collector is told of it; it must listen. */
    static ServerTarget target(SimulatedServer server) {
        return ServerTarget.trusted(
                server.name(), "127.0.0.1", server.port(), new io.tidegate.sqlserver.Login(USER, new Secret(PASSWORD)));
    }

    /** Lets all of them listen. */
    static void start(List<SimulatedServer> servers) throws IOException {
        for (SimulatedServer server : servers) {
            server.start();
        }
    }
}

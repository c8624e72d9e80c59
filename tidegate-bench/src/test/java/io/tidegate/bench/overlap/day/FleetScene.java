package io.tidegate.bench.overlap.day;

import io.sqlserversim.clock.ManualClock;
import io.sqlserversim.fault.Fault;
import io.sqlserversim.fault.FaultRule;
import io.sqlserversim.fault.Hold;
import io.sqlserversim.fault.Match;
import io.sqlserversim.fault.Occurrence;
import io.sqlserversim.fault.Point;
import io.sqlserversim.fleet.SimulatedServer;
import io.sqlserversim.querystore.QueryStore;
import io.sqlserversim.querystore.options.QueryStoreOptions;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import io.sqlserversim.querystore.workload.PlanSizes;
import io.sqlserversim.querystore.workload.WorkloadSpec;
import io.tidegate.core.budget.HeavyBudget;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** A fleet on an ordinary day: nothing goes wrong, and every database is busy. Made for one day; confined to one thread. */
final class FleetScene implements Scene {
    private static final Duration STEP = Duration.ofSeconds(2);
    /** Eight times the default, since a statement takes a whole step: as many of them as of a quarter of a second. */
    private static final HeavyBudget BUDGET =
            new HeavyBudget(HeavyBudget.STANDARD.heavyTime().multipliedBy(8), HeavyBudget.STANDARD.cpuPercent());

    private static final int PLANS = 50;
    private static final int HISTORY = 3;
    private static final int MINUTES = 60;
    private static final int PLAN_BYTES = 12_000;

    private final Duration length;
    private final int servers;
    private final int databases;
    private final long seed;
    private final Map<String, SourceReads> reads = new TreeMap<>();

    FleetScene(Duration length, int servers, int databases, long seed) {
        this.length = length;
        this.servers = servers;
        this.databases = databases;
        this.seed = seed;
    }

    @Override
    public Duration length() {
        return length;
    }

    @Override
    public List<SimulatedServer> servers(ManualClock clock) {
        return IntStream.rangeClosed(1, servers)
                .mapToObj(number -> server(clock, number))
                .toList();
    }

    @Override
    public HeavyBudget budget() {
        return BUDGET;
    }

    /** By two seconds: of so many servers several have something to do in each, and a machine's cores work at once. */
    @Override
    public Duration resolution() {
        return STEP;
    }

    /** A statement takes its time, by which peeks are spaced and the budget is spent. */
    @Override
    public void arm(List<SimulatedServer> servers, VirtualTime time) {
        Hold hold = Hold.simulatedBetween(STEP, STEP);
        servers.forEach(server -> server.faults()
                .add(new FaultRule("busy", Match.HEAVY, Occurrence.ALWAYS, new Fault.Hang(Point.START, hold, false))));
    }

    /** What was read of a database. */
    SourceReads reads(String server, String database) {
        return reads.computeIfAbsent(server + "/" + database, name -> {
            throw new IllegalArgumentException("no " + name);
        });
    }

    private SimulatedServer server(ManualClock clock, int number) {
        String name = "sim-%02d".formatted(number);
        Map<String, QueryStore> stores = new LinkedHashMap<>();
        for (int i = 0; i < databases; i++) {
            String database = "Shop" + (i + 1);
            stores.put(
                    database,
                    new QueryStore(
                            database,
                            workload(name + "/" + database),
                            seed + 100L * number + i,
                            clock::now,
                            QueryStoreOptions.defaults().withIntervals(MINUTES, 900),
                            QueryStoreProfile.V16));
        }
        return DayServers.server(
                clock,
                name,
                stores,
                (database, tables) -> reads.computeIfAbsent(name + "/" + database, key -> new SourceReads(clock))
                        .counted(tables),
                seed);
    }

    /** 50 plans, of which four appear in the course of the day. */
    private static WorkloadSpec workload(String application) {
        return new WorkloadSpec(
                "shop",
                application,
                40,
                PLANS,
                PLANS - 4,
                HISTORY / 3,
                HISTORY,
                1,
                1,
                true,
                15,
                240,
                PlanSizes.fixed(PLAN_BYTES));
    }
}

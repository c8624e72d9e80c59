package io.sqlserversim.fleet;

import io.sqlserversim.fault.FaultPlan;
import io.sqlserversim.instance.Database;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Instance;
import io.sqlserversim.instance.Login;
import io.sqlserversim.instance.Permission;
import io.sqlserversim.instance.ServerClock;
import io.sqlserversim.instance.VersionProfile;
import io.sqlserversim.querystore.QueryStore;
import io.sqlserversim.querystore.options.QueryStoreOptions;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import io.sqlserversim.querystore.options.QueryStoreState;
import io.sqlserversim.querystore.workload.Preset;
import io.sqlserversim.querystore.workload.WorkloadSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;

/** Makes the servers of a fleet as its spec says. Immutable. */
final class ServerFactory {
    static final String LOGIN = "monitor";
    private static final List<String> DATABASES = List.of(
            "Sales",
            "Orders",
            "Billing",
            "Inventory",
            "Payments",
            "Customers",
            "Shipping",
            "Pricing",
            "Reporting",
            "Archive");

    private final FleetSpec spec;
    private final ServerClock clock;
    private final LongSupplier nanoTicker;
    private final ThreadFactory threads;

    ServerFactory(FleetSpec spec, ServerClock clock, LongSupplier nanoTicker, ThreadFactory threads) {
        this.spec = spec;
        this.clock = clock;
        this.nanoTicker = nanoTicker;
        this.threads = threads;
    }

    SimulatedServer make(int index) {
        long seed = new SplittableRandom(spec.seed() + index).nextLong();
        VersionProfile played = spec.profile(index);
        QueryStoreProfile profile = QueryStoreProfile.of(played.label());
        Instance instance = new Instance("sim-" + (index + 1), played, clock, QueryStore.emptyTables(profile));
        Map<String, QueryStore> stores = new LinkedHashMap<>();
        List<String> presets = spec.workloads(index);
        for (int i = 0; i < spec.databases(); i++) {
            String name = databaseName(i);
            String preset = presets.get(i % presets.size());
            QueryStore store = store(Preset.named(preset), name, seed + i, profile);
            stores.put(name, store);
            instance.add(new Database(instance.nextDatabaseId(), name, created(), store.tables(), () -> isOn(store)));
        }
        instance.add(new Login(257, LOGIN, spec.password(), databaseName(0), Grants.MONITOR));
        if (!played.isAzureDatabase() && !played.isRds()) {
            instance.add(new Login(1, "sa", spec.password(), "master", Grants.NONE.with(Permission.CONTROL_SERVER)));
        }
        FaultPlan faults = new FaultPlan(clock, nanoTicker, seed);
        FaultScripts.of(spec.faults()).forEach(faults::add);
        int port = spec.portBase() == 0 ? 0 : spec.portBase() + index;
        return new SimulatedServer(
                instance,
                faults,
                stores,
                port,
                threads,
                (name, preset) -> store(Preset.named(preset), name, seed + name.hashCode(), profile));
    }

    private Instant created() {
        return clock.now().minus(Duration.ofDays(400));
    }

    private static boolean isOn(QueryStore store) {
        return store.options().actual() != QueryStoreState.OFF;
    }

    private QueryStore store(Preset preset, String name, long seed, QueryStoreProfile profile) {
        WorkloadSpec workload = preset.spec(name, spec.intervalMinutes());
        Duration history = spec.history();
        if (history != null) {
            workload = workload.withHistory((int) (history.toMinutes() / spec.intervalMinutes()));
        }
        QueryStoreOptions options =
                QueryStoreOptions.defaults().withIntervals(spec.intervalMinutes(), spec.flushSeconds());
        int storageMb = workload.manner().storageMb();
        if (storageMb > 0) {
            options = options.withLimits(storageMb, options.staleQueryThresholdDays());
        }
        return new QueryStore(name, workload, seed, clock::now, options, profile);
    }

    static String databaseName(int index) {
        String name = DATABASES.get(index % DATABASES.size());
        return index < DATABASES.size() ? name : name + (index / DATABASES.size() + 1);
    }
}

package io.tidegate.app.lite;

import io.tidegate.app.config.ServerConfig;
import io.tidegate.app.config.TidegateConfig;
import io.tidegate.app.config.TidegateConfig.BudgetConfig;
import io.tidegate.collector.CollectorSettings;
import io.tidegate.core.budget.HeavyBudget;
import io.tidegate.core.ledger.ReadBudget;
import io.tidegate.sqlserver.DatabaseFilter;
import io.tidegate.sqlserver.Encryption;
import io.tidegate.sqlserver.Login;
import io.tidegate.sqlserver.Secret;
import io.tidegate.sqlserver.ServerTarget;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Turns configuration into what the parts are made of. No state. */
public final class Targets {
    private Targets() {}

    /**
     * A server to be monitored.
     *
     * @param server as configured
     * @return the target
     */
    public static ServerTarget of(ServerConfig server) {
        return new ServerTarget(
                server.name(),
                server.host(),
                server.port(),
                new Login(server.user(), new Secret(server.password())),
                switch (server.encryption()) {
                    case OFF -> Encryption.OPTIONAL;
                    case ON -> Encryption.MANDATORY;
                    case STRICT -> Encryption.STRICT;
                },
                server.trustServerCertificate(),
                new DatabaseFilter(server.include(), server.exclude()),
                server.allowUnproven(),
                server.database(),
                server.authority());
    }

    /**
     * A Lite process as configured.
     *
     * @param config the configuration
     * @param store its store's folder; null for the configured one
     * @return the settings
     */
    public static LiteSettings settings(TidegateConfig config, @org.jspecify.annotations.Nullable Path store) {
        List<ServerTarget> targets = config.servers().stream().map(Targets::of).toList();
        return new LiteSettings(
                targets,
                collector(config, config.budgets()),
                store == null ? config.store().directory() : store,
                Math.toIntExact(config.store().memoryLimitBytes() >> 20),
                config.web().enabled() ? config.web().port() : -1,
                "",
                perServer(config),
                config.texts());
    }

    /**
     * How often and how much, for each server.
     *
     * @param config the configuration
     * @return by name, also of servers that are switched off
     */
    public static Map<String, CollectorSettings> perServer(TidegateConfig config) {
        Map<String, CollectorSettings> perServer = new HashMap<>();
        for (ServerConfig server : config.servers()) {
            CollectorSettings own = collector(config, server.budgets())
                    .switched(server.enabled(), server.tickEnabled(), server.backfillEnabled(), server.quiet());
            perServer.put(server.name(), own);
        }
        return perServer;
    }

    /**
     * Which databases are wanted, for each server.
     *
     * @param config the configuration
     * @return by name
     */
    public static Map<String, DatabaseFilter> databases(TidegateConfig config) {
        Map<String, DatabaseFilter> databases = new HashMap<>();
        for (ServerConfig server : config.servers()) {
            databases.put(server.name(), new DatabaseFilter(server.include(), server.exclude()));
        }
        return databases;
    }

    private static CollectorSettings collector(TidegateConfig config, BudgetConfig budgets) {
        return new CollectorSettings(
                        config.cadence().tick(),
                        config.cadence().backfill(),
                        config.cadence().deadline(),
                        new ReadBudget(budgets.sliceBytes(), budgets.sliceRows(), ReadBudget.STANDARD.time()),
                        budgets.read(),
                        budgets.planCapBytes(),
                        config.retention(),
                        config.cadence().tickEnabled(),
                        config.cadence().backfillEnabled())
                .costing(new HeavyBudget(budgets.heavy(), budgets.cpuPercent()));
    }
}

package io.tidegate.store.postgres;

import io.tidegate.core.time.ScheduledDeadlines;
import io.tidegate.core.time.SystemTicker;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ThreadFactory;

/** Opens stores for tests. */
final class TestStores {
    private static final ScheduledDeadlines DEADLINES = new ScheduledDeadlines("store-deadlines", fault -> {});

    private TestStores() {}

    /** A limit that no test comes near unless it wants to. */
    static PostgresOptions options(String schema) {
        return PostgresOptions.of("127.0.0.1", TestPostgres.DATABASE, new Login(TestPostgres.USER, "postgres"))
                .withPort(TestPostgres.port())
                .withSchema(schema)
                .withConnections(6, 2)
                .withCallLimit(Duration.ofMinutes(3));
    }

    static PostgresStore open(String schema) {
        return open(options(schema));
    }

    static PostgresStore open(PostgresOptions options) {
        return PostgresStores.open(options, threads(), InstantSource.system(), SystemTicker.INSTANCE, DEADLINES);
    }

    static ThreadFactory threads() {
        return Thread.ofPlatform().daemon().factory();
    }
}

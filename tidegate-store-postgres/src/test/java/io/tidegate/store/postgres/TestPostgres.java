package io.tidegate.store.postgres;

import static org.junit.jupiter.api.Assumptions.abort;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One real PostgreSQL for all tests of this JVM, ended with it. Where its binaries do not run, tests are skipped and say so;
 * with CI=true they fail.
 */
final class TestPostgres {
    static final String USER = "postgres";
    static final String DATABASE = "postgres";

    private static final AtomicInteger SCHEMAS = new AtomicInteger();

    private static @Nullable EmbeddedPostgres server;
    private static @Nullable String missing;

    private TestPostgres() {}

    static synchronized EmbeddedPostgres server() {
        if (server == null && missing == null) {
            start();
        }
        if (server == null) {
            abort("no PostgreSQL can be started here: " + missing);
        }
        return server;
    }

    private static void start() {
        try {
            EmbeddedPostgres started = EmbeddedPostgres.builder()
                    .setServerConfig("max_connections", "200")
                    .setServerConfig("fsync", "off")
                    .setServerConfig("log_min_messages", "panic")
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(started)));
            server = started;
        } catch (IOException | RuntimeException | LinkageError e) {
            if ("true".equals(System.getenv("CI"))) {
                throw new IllegalStateException("PostgreSQL must start here, since CI is true", e);
            }
            missing = e.toString();
        }
    }

    private static void stop(EmbeddedPostgres started) {
        try {
            started.close();
        } catch (IOException e) {
            throw new IllegalStateException("PostgreSQL could not be ended", e);
        }
    }

    static int port() {
        return server().getPort();
    }

    /** A name that no other test of this JVM has. */
    static String freshSchema() {
        return "t" + SCHEMAS.incrementAndGet();
    }

    /** A connection beside the store, with auto-commit, that sees one schema. */
    static Connection beside(String schema) throws SQLException {
        Connection c = server().getPostgresDatabase().getConnection();
        try (Statement s = c.createStatement()) {
            s.execute("SET search_path = " + schema);
        }
        return c;
    }
}

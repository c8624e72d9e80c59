package io.tidegate.store.postgres;

import io.tidegate.core.store.sql.SchemaSteps;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;

/**
 * Brings a store's schema forward, all steps in one transaction under an advisory lock: nodes that start at once wait for
 * the first. Steps that a store has are checked by their checksum; a store with a step that this version does not know is
 * refused untouched. Confined to one thread.
 */
final class Migrator {
    /** In order; a step is never changed once it was released. */
    static final SchemaSteps STEPS = new SchemaSteps(
            Migrator.class, List.of("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009"));

    /** {@code transaction_timeout} came with 17. */
    private static final int LEAST_VERSION = 170000;

    private final PostgresOptions options;
    private final InstantSource clock;

    Migrator(PostgresOptions options, InstantSource clock) {
        this.options = options;
        this.clock = clock;
    }

    /** Blocks up to the call's limit. */
    void migrate(DataSource source) {
        try (Connection c = source.getConnection()) {
            c.setAutoCommit(false);
            try {
                migrate(new Db(c));
                c.commit();
            } catch (SQLException | RuntimeException e) {
                rollback(c, e);
                throw e;
            }
        } catch (SQLException e) {
            throw Failures.opening(options, e);
        }
    }

    private static void rollback(Connection c, Exception reason) {
        try {
            c.rollback();
        } catch (SQLException e) {
            reason.addSuppressed(e);
        }
    }

    private void migrate(Db db) throws SQLException {
        checkServer(db);
        AdvisoryLock.migration(db, options.schema());
        if (db.number("SELECT count(*) FROM pg_namespace WHERE nspname = ?", options.schema()) == 0) {
            db.execute("CREATE SCHEMA " + options.schema());
        }
        db.execute("CREATE TABLE IF NOT EXISTS schema_version (version integer PRIMARY KEY, step text NOT NULL,"
                + " checksum text NOT NULL, applied_at timestamptz NOT NULL)");
        Map<Integer, String> applied = new TreeMap<>();
        db.list("SELECT version, checksum FROM schema_version", r -> applied.put(r.getInt(1), r.getString(2)));
        for (SchemaSteps.Step step : STEPS.missing(
                applied, "The store in schema " + options.schema() + " of " + options.where(), "another schema")) {
            db.execute(step.sql());
            db.update(
                    "INSERT INTO schema_version VALUES (?, ?, ?, ?)",
                    step.version(),
                    step.name(),
                    step.checksum(),
                    clock.instant());
        }
    }

    private void checkServer(Db db) throws SQLException {
        if (db.number("SELECT current_setting('server_version_num')::bigint") < LEAST_VERSION) {
            throw SchemaSteps.refused(
                    "The PostgreSQL of " + options.where() + " is older than version 17: use 17 or later.");
        }
        if (db.number("SELECT (current_setting('server_encoding') = 'UTF8')::int::bigint") == 0) {
            throw SchemaSteps.refused(
                    "The database " + options.where() + " is not in UTF-8: create it with ENCODING 'UTF8'.");
        }
    }
}

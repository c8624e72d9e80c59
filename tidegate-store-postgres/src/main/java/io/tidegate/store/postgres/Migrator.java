package io.tidegate.store.postgres;

import io.tidegate.core.store.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.HexFormat;
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
    static final List<String> STEPS = List.of("0001");

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
        check(applied);
        for (int version = applied.size() + 1; version <= STEPS.size(); version++) {
            apply(db, version);
        }
    }

    private void checkServer(Db db) throws SQLException {
        if (db.number("SELECT current_setting('server_version_num')::bigint") < LEAST_VERSION) {
            throw refused("The PostgreSQL of " + options.where() + " is older than version 17: use 17 or later.");
        }
        if (db.number("SELECT (current_setting('server_encoding') = 'UTF8')::int::bigint") == 0) {
            throw refused("The database " + options.where() + " is not in UTF-8: create it with ENCODING 'UTF8'.");
        }
    }

    private void check(Map<Integer, String> applied) {
        String store = "The store in schema " + options.schema() + " of " + options.where();
        for (Map.Entry<Integer, String> e : applied.entrySet()) {
            int version = e.getKey();
            if (version > STEPS.size()) {
                int highest = applied.keySet().stream()
                        .mapToInt(Integer::intValue)
                        .max()
                        .orElse(version);
                throw refused(store + " has schema version " + highest + ", and this Tidegate knows up to "
                        + STEPS.size() + ": use the newer Tidegate that wrote it, or another schema.");
            }
            if (!checksum(text(STEPS.get(version - 1))).equals(e.getValue())) {
                throw refused(store + " was made by another build: its schema step " + STEPS.get(version - 1)
                        + " differs from ours. Use that build, or another schema.");
            }
        }
    }

    private static StoreException refused(String message) {
        return new StoreException(message, new IllegalStateException("schema version"));
    }

    private void apply(Db db, int version) throws SQLException {
        String step = STEPS.get(version - 1);
        String sql = text(step);
        db.execute(sql);
        db.update("INSERT INTO schema_version VALUES (?, ?, ?, ?)", version, step, checksum(sql), clock.instant());
    }

    private static String text(String step) {
        String name = "migration/" + step + ".sql";
        try (InputStream in = Migrator.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("missing from the build: " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String checksum(String sql) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(sql.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}

package io.tidegate.store.duckdb;

import io.tidegate.core.store.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Brings a store's schema forward, one transaction per step. Steps that a store has are checked by their checksum; a store
 * with a step that this version does not know is refused untouched. Confined to one thread.
 */
final class Migrator {
    /** In order; a step is never changed once it was released. */
    static final List<String> STEPS = List.of("0001");

    private final Path file;
    private final InstantSource clock;

    Migrator(Path file, InstantSource clock) {
        this.file = file;
        this.clock = clock;
    }

    void migrate(Db db) throws SQLException {
        db.begin();
        try {
            db.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY, step VARCHAR NOT NULL,"
                    + " checksum VARCHAR NOT NULL, applied_at TIMESTAMPTZ NOT NULL)");
            Map<Integer, String> applied = new TreeMap<>();
            db.list("SELECT version, checksum FROM schema_version", r -> applied.put(r.getInt(1), r.getString(2)));
            check(applied);
            for (int version = applied.size() + 1; version <= STEPS.size(); version++) {
                apply(db, version);
            }
            db.commit();
        } catch (SQLException | RuntimeException e) {
            db.rollback();
            throw e;
        }
    }

    private void check(Map<Integer, String> applied) {
        for (Map.Entry<Integer, String> e : applied.entrySet()) {
            int version = e.getKey();
            if (version > STEPS.size()) {
                throw refused("The store in " + file.getParent() + " has schema version "
                        + applied.keySet().stream()
                                .mapToInt(Integer::intValue)
                                .max()
                                .orElse(version)
                        + ", and this Tidegate knows up to " + STEPS.size()
                        + ": use the newer Tidegate that wrote it, or another store directory.");
            }
            if (!checksum(text(STEPS.get(version - 1))).equals(e.getValue())) {
                throw refused("The store in " + file.getParent() + " was made by another build: its schema step "
                        + STEPS.get(version - 1) + " differs from ours. Use that build, or another store directory.");
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

package io.tidegate.store.duckdb;

import io.tidegate.core.store.sql.SchemaSteps;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Brings a store's schema forward, one transaction per step. Steps that a store has are checked by their checksum; a store
 * with a step that this version does not know is refused untouched. Confined to one thread.
 */
final class Migrator {
    /** In order; a step is never changed once it was released. */
    static final SchemaSteps STEPS = new SchemaSteps(
            Migrator.class, List.of("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009"));

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
            for (SchemaSteps.Step step :
                    STEPS.missing(applied, "The store in " + file.getParent(), "another store directory")) {
                db.execute(step.sql());
                db.update(
                        "INSERT INTO schema_version VALUES (?, ?, ?, ?)",
                        step.version(),
                        step.name(),
                        step.checksum(),
                        clock.instant());
            }
            db.commit();
        } catch (SQLException | RuntimeException e) {
            db.rollback();
            throw e;
        }
    }
}

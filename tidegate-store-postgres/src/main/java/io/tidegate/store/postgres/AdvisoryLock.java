package io.tidegate.store.postgres;

import java.sql.SQLException;

/**
 * Advisory locks of the store, one pair of numbers per schema and purpose; they end with their transaction. Waiting for one
 * ends with lock_timeout, as for any lock. No state.
 */
final class AdvisoryLock {
    /** Begins every lock's number, so that other programs on the same database are not met by chance. */
    private static final int TIDEGATE = 0x71DE6A7E;

    private AdvisoryLock() {}

    /** Only one node migrates a schema at a time. */
    static void migration(Db db, String schema) throws SQLException {
        take(db, "migration of " + schema);
    }

    /** Only one transaction makes or drops partitions of a schema at a time. */
    static void partitions(Db db) throws SQLException {
        take(
                db,
                "partitions of "
                        + db.first("SELECT current_schema()", r -> r.getString(1))
                                .orElseThrow());
    }

    private static void take(Db db, String purpose) throws SQLException {
        db.first("SELECT pg_advisory_xact_lock(?, hashtext(?))::text", r -> true, TIDEGATE, purpose);
    }
}

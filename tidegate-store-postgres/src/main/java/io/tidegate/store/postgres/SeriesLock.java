package io.tidegate.store.postgres;

import static io.tidegate.store.postgres.RegistrySql.SERIES;

import io.tidegate.core.model.SeriesKey;
import java.sql.SQLException;

/**
 * The lock of a series: whoever changes its bands, ledger or rows takes it first and has it until the end of the
 * transaction. So two nodes take turns with one database, never deadlock over its rows, and a claim finds every band that
 * was claimed before it. Readers are not kept out. No state.
 */
final class SeriesLock {
    private SeriesLock() {}

    /** Waits up to lock_timeout. */
    static void take(Db db, SeriesKey series) throws SQLException {
        db.first("SELECT epoch FROM series WHERE " + SERIES + " FOR NO KEY UPDATE", r -> r.getInt(1), series);
    }
}

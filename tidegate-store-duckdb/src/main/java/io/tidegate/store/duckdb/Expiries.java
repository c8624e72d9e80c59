package io.tidegate.store.duckdb;

import io.tidegate.core.store.Expiry;
import io.tidegate.core.store.sql.ExpirySql;
import java.sql.SQLException;

/** Deletes what is old. Runs inside a transaction of the caller's. */
final class Expiries {
    private Expiries() {}

    static int expire(Db db, Expiry expiry) throws SQLException {
        return switch (expiry.what()) {
            case FACTS -> CorrectSql.expire(db, expiry);
            case LEASES, LEDGER, STRETCHES, EVENTS, STATE -> ExpirySql.expire(new DuckDbState(db), expiry);
        };
    }
}

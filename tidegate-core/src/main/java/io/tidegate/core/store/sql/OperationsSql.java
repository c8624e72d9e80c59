package io.tidegate.core.store.sql;

import io.tidegate.core.gate.LeaseRow;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** What we did, asked of a store on SQL, whatever its engine. Runs inside a transaction of the caller's. No state. */
public final class OperationsSql {
    private static final String LIGHT = "SELECT v.name AS server_name, l.* FROM lease l JOIN server v USING (server_id)"
            + " WHERE v.name = ? AND ended >= ? AND purpose = 'LIGHT' ORDER BY ended";

    private OperationsSql() {}

    /**
     * What light work has cost, as {@link io.tidegate.core.store.LeaseLog#light} says.
     *
     * @param db a transaction
     * @param server which server
     * @param from ended at or after this, inclusive
     * @return by the instant at which they ended
     * @throws SQLException as the driver does
     */
    public static List<LeaseRow<String>> light(StateDb db, String server, Instant from) throws SQLException {
        return db.list(LIGHT, OperationsRows::lease, server, from);
    }
}

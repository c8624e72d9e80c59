package io.tidegate.store.duckdb;

import java.sql.SQLException;
import org.duckdb.DuckDBConnection;

/** The feeds of one file, for its one writer. */
record RowFeeds(RuntimeFeed runtime, WaitFeed waits) {
    RowFeeds() {
        this(new RuntimeFeed(), new WaitFeed());
    }

    /** Makes them known to all connections of an instance. */
    void register(DuckDBConnection connection) throws SQLException {
        runtime.register(connection);
        waits.register(connection);
    }
}

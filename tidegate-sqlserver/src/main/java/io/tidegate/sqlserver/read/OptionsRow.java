package io.tidegate.sqlserver.read;

import io.tidegate.core.model.QueryStoreOptions;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Reads a row of {@code sys.database_query_store_options}, by name. No state. */
public final class OptionsRow {
    private OptionsRow() {}

    /**
     * Reads the current row.
     *
     * @param row at the row; the option columns by their own names
     * @return the options
     * @throws SQLException as the driver does
     */
    public static QueryStoreOptions read(ResultSet row) throws SQLException {
        return new QueryStoreOptions(
                row.getInt("actual_state"),
                row.getInt("readonly_reason"),
                row.getLong("flush_interval_seconds"),
                row.getLong("interval_length_minutes"),
                row.getLong("stale_query_threshold_days"),
                row.getLong("current_storage_size_mb"),
                row.getLong("max_storage_size_mb"),
                row.getInt("size_based_cleanup_mode") == 1);
    }
}

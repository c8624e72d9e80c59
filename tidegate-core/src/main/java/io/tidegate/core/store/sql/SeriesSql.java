package io.tidegate.core.store.sql;

import io.tidegate.core.store.SeriesRecord;
import java.sql.SQLException;

/** Rows of table {@code series} in a store on SQL, whatever its engine. Runs inside a transaction of the caller's. No state. */
public final class SeriesSql {
    private SeriesSql() {}

    /**
     * Writes the current epoch of a series, without what a probe will tell of it.
     *
     * @param db a transaction
     * @param series the new row
     * @param group what names it in its availability group; empty outside of one
     * @return the series
     * @throws SQLException as the driver does
     */
    public static SeriesRecord insert(StateDb db, SeriesRecord series, String group) throws SQLException {
        db.update(
                "INSERT INTO series (home, lineage, epoch, server_id, database_name, source_database_id, first_contact,"
                        + " source_now, is_current, group_database_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, true, nullif(?, ''))",
                series.key(),
                series.serverId(),
                series.database(),
                series.sourceDatabaseId(),
                series.firstContact(),
                series.sourceNow(),
                group);
        return series;
    }
}

package io.tidegate.core.store.sql;

import io.tidegate.core.store.SeriesGroups;
import io.tidegate.core.store.SeriesRecord;
import java.sql.SQLException;
import java.util.Optional;

/** Rows of table {@code series} in a store on SQL, whatever its engine. Runs inside a transaction of the caller's. No state. */
public final class SeriesSql {
    /** All that a {@link SeriesRecord} has, of {@code series s}. */
    public static final String COLUMNS = "SELECT s.home, s.lineage, s.epoch, s.server_id, s.database_name,"
            + " s.source_database_id, s.first_contact, s.source_now, s.recovery_fork FROM series s ";

    private SeriesSql() {}

    /**
     * The assignment of a clock that was read. It goes forward; a step back of up to an hour is two reads that crossed, a longer one
     * a clock that was wrong before and was set right.
     *
     * @param read an expression of that instant, or a parameter; stands in it twice
     * @return for {@code UPDATE series SET}
     */
    public static String clock(String read) {
        String at = "CAST(" + read + " AS TIMESTAMPTZ)";
        return "source_now = CASE WHEN " + at + " BETWEEN series.source_now - INTERVAL '1 hour' AND series.source_now"
                + " THEN series.source_now ELSE " + at + " END";
    }

    /**
     * The current epoch of a database: its group's, wherever it was read before; else that server's of that name, unless it is
     * another group's.
     *
     * @param db a transaction
     * @param serverId whose
     * @param database its name there
     * @param group as {@link #insert} takes it
     * @return empty when it was never met
     * @throws SQLException as the driver does
     */
    public static Optional<SeriesRecord> known(StateDb db, int serverId, String database, String group)
            throws SQLException {
        for (String id : SeriesGroups.ids(group)) {
            Optional<SeriesRecord> ofGroup = db
                    .list(
                            COLUMNS + "WHERE strpos(' ' || s.group_database_id || ' ', ?) > 0 AND s.is_current",
                            LedgerRows::series,
                            " " + id + " ")
                    .stream()
                    .findFirst();
            if (ofGroup.isPresent()) {
                return ofGroup;
            }
        }
        return db
                .list(
                        COLUMNS + "WHERE s.server_id = ? AND s.database_name = ? AND s.is_current"
                                + " AND (s.group_database_id IS NULL OR ?) ORDER BY s.lineage DESC LIMIT 1",
                        LedgerRows::series,
                        serverId,
                        database,
                        SeriesGroups.goesByName(group))
                .stream()
                .findFirst();
    }

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

package io.tidegate.store.duckdb;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import java.sql.SQLException;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What goes into one file: of one kind and month, by the start of the interval, all that stands in the table of some series.
 *
 * @param kind runtime or waits
 * @param month in UTC
 * @param series at least one
 * @param lastIntervalId of a single series that is too large for one file the last interval; else the highest number
 */
record ArchiveChoice(Kind kind, YearMonth month, List<SeriesKey> series, long lastIntervalId) {
    /** Who chooses. */
    @FunctionalInterface
    interface Chooser {
        /** The next file's content; empty when there is nothing to do now. */
        Optional<ArchiveChoice> next(Db db) throws SQLException;
    }

    /** What stands in the table of held intervals and has not been in a file that is still there; i is the ledger. */
    static final String IN_TABLE = "i.state = 'HELD' AND i.band_number IS NOT NULL AND i.archive_id IS NULL"
            + " AND i.row_count > 0 AND NOT EXISTS (SELECT 1 FROM archive_unseen u WHERE u.kind = i.kind"
            + " AND u.home = i.home AND u.lineage = i.lineage AND u.epoch = i.epoch AND u.interval_id = i.interval_id)";

    /** Its intervals, for a WHERE. */
    String intervals() {
        return IN_TABLE + " AND i.kind = '" + kind + "' AND i.start_time >= " + instant(month)
                + " AND i.start_time < " + instant(month.plusMonths(1)) + " AND (i.home, i.lineage, i.epoch) IN ("
                + series.stream()
                        .map(k -> "(" + k.home() + "," + k.lineage() + "," + k.epoch() + ")")
                        .collect(Collectors.joining(","))
                + ") AND i.interval_id <= " + lastIntervalId;
    }

    private static String instant(YearMonth month) {
        return "TIMESTAMPTZ '" + month.atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC) + "'";
    }
}

package io.tidegate.store.duckdb;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.StoreException;
import io.tidegate.core.store.sql.LedgerRows;
import io.tidegate.core.store.sql.SqlTimes;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * A file that was written and does not count yet, with the intervals whose rows it has. Immutable.
 *
 * @param choice what went into it
 * @param name of the file
 * @param rows how many
 * @param bytes size of the file
 * @param intervals as they were when it was written
 */
record ArchivePart(ArchiveChoice choice, String name, long rows, long bytes, List<Interval> intervals) {
    private static final String UNNESTED = "(SELECT unnest(CAST(? AS BIGINT[])) AS home,"
            + " unnest(CAST(? AS BIGINT[])) AS lineage, unnest(CAST(? AS BIGINT[])) AS epoch,"
            + " unnest(CAST(? AS BIGINT[])) AS interval_id, unnest(CAST(? AS BIGINT[])) AS band_number,"
            + " unnest(CAST(? AS BIGINT[])) AS revision, CAST(? AS VARCHAR) AS kind) v ";
    private static final String EQUAL = "i.home = v.home AND i.lineage = v.lineage AND i.epoch = v.epoch"
            + " AND i.kind = v.kind AND i.interval_id = v.interval_id AND i.band_number = v.band_number"
            + " AND i.revision = v.revision AND i.state = 'HELD' AND i.archive_id IS NULL";

    /** Joins the ledger, i, with the intervals that have not changed since the file was written. */
    static final String SAME = UNNESTED + "ON " + EQUAL;

    /** The same behind FROM. */
    static final String SAME_OF_UPDATE = UNNESTED + "WHERE " + EQUAL;

    /**
     * An interval: each change of its rows changes its revision, its band's number or its state.
     *
     * @param series whose
     * @param id which
     * @param bandNumber under which its rows stand
     * @param revision of the ledger
     * @param start inclusive
     * @param end exclusive
     */
    record Interval(SeriesKey series, long id, long bandNumber, long revision, Instant start, Instant end) {
        static Interval of(ResultSet r) throws SQLException {
            return new Interval(
                    LedgerRows.key(r),
                    r.getLong("interval_id"),
                    r.getLong("band_number"),
                    r.getLong("revision"),
                    SqlTimes.instant(r, "start_time"),
                    SqlTimes.instant(r, "end_time"));
        }
    }

    /** How many rows, and what they are: the same for the same rows in any order. */
    private record Content(long rows, String hash) {
        static Content of(Db db, String rows) throws SQLException {
            return db.first(
                            "SELECT count(*) AS row_count, CAST(bit_xor(hash(x)) AS VARCHAR) AS content FROM (" + rows
                                    + ") x",
                            r -> new Content(
                                    r.getLong("row_count"), Objects.requireNonNullElse(r.getString("content"), "")))
                    .orElseThrow();
        }
    }

    Kind kind() {
        return choice.kind();
    }

    YearMonth month() {
        return choice.month();
    }

    int size() {
        return intervals.size();
    }

    Instant firstStart() {
        return intervals.stream()
                .map(Interval::start)
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    Instant lastEnd() {
        return intervals.stream()
                .map(Interval::end)
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** Arguments of {@link #SAME}. */
    Object[] same(Db db) throws SQLException {
        List<List<Long>> columns = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            columns.add(new ArrayList<>());
        }
        for (Interval one : intervals) {
            columns.get(0).add((long) one.series().home());
            columns.get(1).add((long) one.series().lineage());
            columns.get(2).add((long) one.series().epoch());
            columns.get(3).add(one.id());
            columns.get(4).add(one.bandNumber());
            columns.get(5).add(one.revision());
        }
        List<Object> arguments = new ArrayList<>();
        for (List<Long> column : columns) {
            arguments.add(db.array(column));
        }
        arguments.add(kind().name());
        return arguments.toArray();
    }

    /**
     * Writes what was chosen to a file, reads it back and compares, and gives it its lasting name. Changes nothing in the
     * database. What is left when it fails is removed with the name.
     */
    static ArchivePart write(Db db, ArchiveFolder folder, String name, ArchiveChoice choice) throws SQLException {
        Facts facts = Facts.of(choice.kind());
        String rows = "SELECT f.* FROM " + facts.table + " f JOIN (SELECT band_number, interval_id"
                + " FROM ledger_interval i WHERE " + choice.intervals() + ") i"
                + " ON f.band_number = i.band_number AND f.interval_id = i.interval_id";
        List<Interval> intervals = db.list("SELECT * FROM ledger_interval i WHERE " + choice.intervals(), Interval::of);
        String unfinished = ArchiveFolder.literal(folder.unfinished(name));
        db.execute("COPY (" + rows + " ORDER BY home, lineage, epoch, interval_id, " + facts.key + ") TO " + unfinished
                + " (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)");
        Content written = Content.of(db, "SELECT * FROM read_parquet(" + unfinished + ", hive_partitioning = false)");
        if (!written.equals(Content.of(db, rows))) {
            throw new SQLException("the file that was written has not the rows that the table has");
        }
        try {
            return new ArchivePart(choice, name, written.rows(), folder.finish(name), intervals);
        } catch (IOException e) {
            throw new StoreException(Failures.sentence(e), e);
        }
    }
}

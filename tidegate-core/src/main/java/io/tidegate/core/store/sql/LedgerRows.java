package io.tidegate.core.store.sql;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.RuntimeKey;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsKey;
import io.tidegate.core.model.Ticks;
import io.tidegate.core.model.WaitKey;
import io.tidegate.core.store.Band;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.IntervalFigures;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.State;
import io.tidegate.core.store.ListSummary;
import io.tidegate.core.store.SeriesRecord;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The registry and the ledger as records, from columns that bear the logical schema's names. Each method reads the row on
 * which the result stands. No state.
 */
public final class LedgerRows {
    private LedgerRows() {}

    /**
     * A row of table {@code series}.
     *
     * @param row its key, server, name, number at the source, first contact, source's clock and recovery fork
     * @return the series
     * @throws SQLException when a column is not there
     */
    public static SeriesRecord series(ResultSet row) throws SQLException {
        return new SeriesRecord(
                key(row),
                row.getInt("server_id"),
                row.getString("database_name"),
                row.getInt("source_database_id"),
                SqlTimes.instant(row, "first_contact"),
                SqlTimes.instant(row, "source_now"),
                Objects.requireNonNullElse(row.getString("recovery_fork"), ""));
    }

    /**
     * The series that a row of any table is of.
     *
     * @param row with {@code home}, {@code lineage} and {@code epoch}
     * @return its key
     * @throws SQLException when a column is not there
     */
    public static SeriesKey key(ResultSet row) throws SQLException {
        return new SeriesKey(row.getInt("home"), row.getInt("lineage"), row.getInt("epoch"));
    }

    /**
     * What the last probe saw, of a row of table {@code series}.
     *
     * @param row with all columns, its {@code actual_state} not NULL
     * @return the options
     * @throws SQLException when a column is not there
     */
    public static QueryStoreOptions options(ResultSet row) throws SQLException {
        return new QueryStoreOptions(
                row.getInt("actual_state"),
                row.getInt("readonly_reason"),
                row.getLong("flush_interval_seconds"),
                row.getLong("interval_length_minutes"),
                row.getLong("stale_query_threshold_days"),
                row.getLong("current_storage_size_mb"),
                row.getLong("max_storage_size_mb"),
                row.getBoolean("size_based_cleanup"));
    }

    /**
     * A row of table {@code ledger_interval}.
     *
     * @param row with all columns
     * @return the entry
     * @throws SQLException when a column is not there
     */
    public static LedgerEntry entry(ResultSet row) throws SQLException {
        State state = State.valueOf(row.getString("state"));
        return new LedgerEntry(
                new RuntimeStatsInterval(
                        row.getLong("interval_id"),
                        SqlTimes.instant(row, "start_time"),
                        SqlTimes.instant(row, "end_time")),
                Kind.valueOf(row.getString("kind")),
                state,
                row.getString("gone_reason"),
                SqlTimes.instantOrNull(row, "gone_at"),
                FlagBits.flags(row.getInt("flags")),
                state.isStored() ? figures(row) : null,
                row.getLong("revision"),
                SqlTimes.instantOrNull(row, "verified_at"),
                SqlTimes.instantOrNull(row, "next_count_at"),
                row.getInt("torn_reads"),
                row.getLong("torn_checksum"),
                SqlTimes.instantOrNull(row, "torn_at"));
    }

    /**
     * What is held of an interval.
     *
     * @param row {@code row_count}, {@code executions}, {@code cpu_micros}, {@code duration_micros}, {@code checksum} and
     *     {@code wait_millis}
     * @return the figures
     * @throws SQLException when a column is missing
     */
    public static IntervalFigures figures(ResultSet row) throws SQLException {
        return new IntervalFigures(
                row.getLong("row_count"),
                row.getLong("executions"),
                row.getLong("cpu_micros"),
                row.getLong("duration_micros"),
                row.getLong("checksum"),
                row.getLong("wait_millis"));
    }

    /**
     * What a series' list looks like from afar.
     *
     * @param row {@code highest} id and its {@code highest_end}, {@code lowest} id and number of those {@code listed} now,
     *     {@code last} id of all ever listed
     * @return the summary
     * @throws SQLException when a column is not there
     */
    public static ListSummary summary(ResultSet row) throws SQLException {
        Instant end = SqlTimes.instantOrNull(row, "highest_end");
        long count = row.getLong("listed");
        return new ListSummary(
                row.getLong("highest"),
                end == null ? 0 : Ticks.of(end),
                count == 0 ? Long.MAX_VALUE : row.getLong("lowest"),
                count,
                row.getLong("last"));
    }

    /**
     * A row of table {@code band}.
     *
     * @param row with all columns
     * @return the band
     * @throws SQLException when a column is not there
     */
    public static Band band(ResultSet row) throws SQLException {
        BandKey key = new BandKey(
                key(row),
                Kind.valueOf(row.getString("kind")),
                row.getLong("first_interval_id"),
                row.getLong("last_interval_id"));
        return new Band(
                key,
                Band.Phase.valueOf(row.getString("phase")),
                cursor(row, key.kind()),
                row.getInt("attempts"),
                row.getLong("revision"),
                row.getLong("staged_rows"),
                row.getBoolean("by_plan"),
                row.getLong("split_keys"),
                row.getLong("checksum"));
    }

    private static @Nullable StatsKey cursor(ResultSet row, Kind kind) throws SQLException {
        long interval = row.getLong("cursor_interval_id");
        if (row.wasNull()) {
            return null;
        }
        long group = row.getLong("cursor_replica_group_id");
        long plan = row.getLong("cursor_plan_id");
        int type = row.getInt("cursor_execution_type");
        return switch (kind) {
            case RUNTIME -> new RuntimeKey(interval, group, plan, type);
            case WAITS -> new WaitKey(interval, group, plan, row.getInt("cursor_wait_category"), type);
        };
    }

    /**
     * The value of column {@code cursor_wait_category}.
     *
     * @param cursor of a band
     * @return null for a band of runtime rows, and for one without cursor
     */
    public static @Nullable Integer waitCategory(@Nullable StatsKey cursor) {
        return cursor instanceof WaitKey waits ? waits.waitCategory() : null;
    }
}

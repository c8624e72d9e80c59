package io.tidegate.core.store.sql;

import io.tidegate.core.gate.DeferredBy;
import io.tidegate.core.gate.InstanceIdentity;
import io.tidegate.core.gate.LeaseEnding;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.gate.Purpose;
import io.tidegate.core.gate.SessionIdentity;
import io.tidegate.core.store.LeaseLog.Intent;
import io.tidegate.core.store.Stretch;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What we did and when we could not, as records, from columns that bear the logical schema's names. Each method reads the
 * row on which the result stands. No state.
 */
public final class OperationsRows {
    private OperationsRows() {}

    /**
     * A row of table {@code lease}.
     *
     * @param row with all columns, and the server's name as {@code server_name}
     * @return the lease's row
     * @throws SQLException when a column is not there
     */
    public static LeaseRow<String> lease(ResultSet row) throws SQLException {
        return new LeaseRow<>(
                row.getString("server_name"),
                Purpose.valueOf(row.getString("purpose")),
                row.getString("database_name"),
                SqlTimes.instantOrNull(row, "from_time"),
                SqlTimes.instantOrNull(row, "to_time"),
                row.getString("node"),
                (Integer) row.getObject("session_id"),
                SqlTimes.instant(row, "asked"),
                SqlTimes.instantOrNull(row, "got"),
                SqlTimes.instant(row, "ended"),
                LeaseEnding.valueOf(row.getString("ending")),
                deferredBy(row),
                row.getBoolean("is_abandoned"),
                row.getLong("rows_read"),
                row.getLong("bytes_read"),
                row.getLong("cpu_ms"),
                row.getLong("logical_reads"),
                row.getLong("writes"),
                row.getBoolean("is_estimated"),
                Objects.requireNonNullElse(row.getString("note"), ""));
    }

    private static @Nullable DeferredBy deferredBy(ResultSet row) throws SQLException {
        String kind = row.getString("deferred_kind");
        return kind == null
                ? null
                : new DeferredBy(
                        DeferredBy.Kind.valueOf(kind),
                        row.getString("deferred_by"),
                        SqlTimes.instantOrNull(row, "deferred_since"));
    }

    /**
     * A row of table {@code intent}.
     *
     * @param row with all columns, and the server's {@code name}
     * @return the intent
     * @throws SQLException when a column is not there
     */
    public static Intent intent(ResultSet row) throws SQLException {
        return new Intent(
                row.getString("name"),
                new SessionIdentity(
                        new InstanceIdentity(
                                row.getString("instance_name"), row.getObject("instance_start", LocalDateTime.class)),
                        row.getInt("session_id"),
                        row.getObject("login_time", LocalDateTime.class)),
                SqlTimes.instant(row, "stored_at"));
    }

    /**
     * A row of table {@code stretch}.
     *
     * @param row with all columns
     * @return the stretch
     * @throws SQLException when a column is not there
     */
    public static Stretch stretch(ResultSet row) throws SQLException {
        return new Stretch(
                row.getInt("server_id"),
                row.getString("database_name"),
                Stretch.Word.valueOf(row.getString("word")),
                SqlTimes.instant(row, "from_time"),
                SqlTimes.instant(row, "to_time"),
                row.getString("detail"));
    }
}

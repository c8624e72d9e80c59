package io.tidegate.core.store.sql;

import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.state.EventKind;
import io.tidegate.core.state.StateEvent;
import io.tidegate.core.store.StateReader.EventRequest;
import io.tidegate.core.store.StateReader.EventRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Events in a store on SQL, whatever its engine. Runs inside a transaction of the caller's. No state. */
public final class EventSql {
    private static final List<String> COLUMNS = List.of(
            "home",
            "lineage",
            "epoch",
            "event_time",
            "kind",
            "subject",
            "query_id",
            "plan_id",
            "old_value",
            "new_value");

    private EventSql() {}

    /**
     * Writes events.
     *
     * @param db a transaction
     * @param events none of which is stored yet
     * @throws SQLException as the driver does
     */
    public static void insert(StateDb db, List<StateEvent> events) throws SQLException {
        if (events.isEmpty()) {
            return;
        }
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (StateEvent event : events) {
            SeriesKey k = event.series();
            List<@Nullable Object> row = new ArrayList<>(List.of(
                    k.home(), k.lineage(), k.epoch(), event.at(), event.kind().name(), event.subject()));
            row.add(event.queryId());
            row.add(event.planId());
            row.add(event.oldValue());
            row.add(event.newValue());
            rows.add(row);
        }
        db.insert("event", COLUMNS, rows);
    }

    /**
     * Events, newest first; see {@link io.tidegate.core.store.StateReader#events}.
     *
     * @param db a transaction
     * @param request what is asked
     * @return with the server and database of each
     * @throws SQLException as the driver does
     */
    public static List<EventRow> events(StateDb db, EventRequest request) throws SQLException {
        return db.list(
                "SELECT v.name AS server_name, d.database_name, e.* FROM event e"
                        + " JOIN series d ON d.home = e.home AND d.lineage = e.lineage AND d.epoch = e.epoch"
                        + " JOIN server v ON v.server_id = d.server_id"
                        + " WHERE e.event_time >= ? AND (CAST(? AS VARCHAR) IS NULL OR v.name = ?)"
                        + " AND (CAST(? AS VARCHAR) IS NULL OR d.database_name = ?)"
                        + " ORDER BY e.event_time DESC, v.name, d.database_name, e.kind, e.subject LIMIT ?",
                EventSql::row,
                request.from(),
                request.server(),
                request.server(),
                request.database(),
                request.database(),
                request.limit());
    }

    private static EventRow row(ResultSet row) throws SQLException {
        SeriesKey series = LedgerRows.key(row);
        return new EventRow(
                row.getString("server_name"),
                row.getString("database_name"),
                new StateEvent(
                        series,
                        SqlTimes.instant(row, "event_time"),
                        EventKind.valueOf(row.getString("kind")),
                        row.getString("subject"),
                        numberOrNull(row, "query_id"),
                        numberOrNull(row, "plan_id"),
                        row.getString("old_value"),
                        row.getString("new_value")));
    }

    private static @Nullable Long numberOrNull(ResultSet row, String column) throws SQLException {
        long number = row.getLong(column);
        return row.wasNull() ? null : number;
    }
}

package io.tidegate.core.store.sql;

import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.schema.Column;
import io.tidegate.core.schema.StateTable;
import io.tidegate.core.state.StateChange;
import io.tidegate.core.state.StateEvent;
import io.tidegate.core.state.StateReading;
import io.tidegate.core.state.StateRow;
import io.tidegate.core.state.StateVersion;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** State of Query Store in a store on SQL, whatever its engine. Runs inside a transaction of the caller's. No state. */
public final class StateSql {
    private static final String SERIES = "home = ? AND lineage = ? AND epoch = ?";
    private static final List<String> READING =
            List.of("home", "lineage", "epoch", "state_table", "is_complete", "changed_at");

    private StateSql() {}

    /**
     * Stores what a reading changes; see {@link io.tidegate.core.store.StateStore#recordState}.
     *
     * @param db a transaction that nobody else changes state of the series beside
     * @param reading what was read
     * @return the events that were stored
     * @throws SQLException as the driver does
     */
    public static List<StateEvent> record(StateDb db, StateReading reading) throws SQLException {
        SeriesKey series = reading.series();
        Optional<Mark> mark = mark(db, series, reading.table());
        if (mark.isPresent() && reading.at().isBefore(mark.get().changedAt())) {
            return List.of();
        }
        boolean isNewAChange = mark.isPresent() && mark.get().isComplete();
        List<StateVersion> standing = standing(db, reading);
        StateChange change = StateChange.of(standing, reading, isNewAChange);
        List<StateEvent> events =
                standing.isEmpty() && reading.table() == StateTable.OPTIONS ? overEpochs(db, reading) : change.events();
        if (mark.isEmpty() || !change.isEmpty() || (reading.isComplete() && !isNewAChange)) {
            takeOut(db, reading.table(), series, change.replaced());
            write(db, reading.table(), series, change.written());
            EventSql.insert(db, events);
            mark(db, reading, isNewAChange || reading.isComplete());
        }
        return events;
    }

    /**
     * Rows of plans that stand as forced.
     *
     * @param db a transaction
     * @param series whose
     * @return by plan id
     * @throws SQLException as the driver does
     */
    public static List<StateRow> forcedPlans(StateDb db, SeriesKey series) throws SQLException {
        return db
                .list(
                        select(StateTable.PLAN) + " AND valid_to IS NULL AND is_forced_plan ORDER BY plan_id",
                        row -> version(StateTable.PLAN, row),
                        series)
                .stream()
                .map(StateVersion::row)
                .toList();
    }

    /**
     * The newest compilation that stands; see {@link io.tidegate.core.store.StateStore#newestCompile}.
     *
     * @param db a transaction
     * @param series whose
     * @param table queries or plans
     * @return ticks
     * @throws SQLException as the driver does
     */
    public static Optional<Long> newestCompile(StateDb db, SeriesKey series, StateTable table) throws SQLException {
        return db.list(
                        "SELECT max(coalesce(last_compile_ticks, initial_compile_ticks)) FROM "
                                + table.table().name() + " WHERE " + SERIES + " AND valid_to IS NULL",
                        row -> {
                            long ticks = row.getLong(1);
                            return row.wasNull() ? Optional.<Long>empty() : Optional.of(ticks);
                        },
                        series)
                .getFirst();
    }

    /**
     * All rows of a table, those that stood too.
     *
     * @param db a transaction
     * @param series whose
     * @param table which table
     * @return by begin, then by key
     * @throws SQLException as the driver does
     */
    public static List<StateVersion> all(StateDb db, SeriesKey series, StateTable table) throws SQLException {
        String order = table.key().stream().map(key -> ", " + key).collect(Collectors.joining());
        return db.list(select(table) + " ORDER BY valid_from" + order, row -> version(table, row), series);
    }

    private record Mark(boolean isComplete, Instant changedAt) {}

    private static Optional<Mark> mark(StateDb db, SeriesKey series, StateTable table) throws SQLException {
        return db
                .list(
                        "SELECT is_complete, changed_at FROM state_reading WHERE " + SERIES + " AND state_table = ?",
                        row -> new Mark(row.getBoolean("is_complete"), SqlTimes.instant(row, "changed_at")),
                        series,
                        table)
                .stream()
                .findFirst();
    }

    private static void mark(StateDb db, StateReading reading, boolean isComplete) throws SQLException {
        SeriesKey k = reading.series();
        int known = db.update(
                "UPDATE state_reading SET is_complete = ?, changed_at = ? WHERE " + SERIES + " AND state_table = ?",
                isComplete,
                reading.at(),
                k,
                reading.table());
        if (known == 0) {
            List<@Nullable Object> row = new ArrayList<>(
                    List.of(k.home(), k.lineage(), k.epoch(), reading.table().name(), isComplete, reading.at()));
            db.insert("state_reading", READING, List.of(row));
        }
    }

    private static List<StateVersion> standing(StateDb db, StateReading reading) throws SQLException {
        StateTable table = reading.table();
        String stand = select(table) + " AND valid_to IS NULL";
        if (!table.isReadInParts() || reading.isWhole()) {
            return db.list(stand, row -> version(table, row), reading.series());
        }
        Object ids = db.numbers(reading.rows().stream().map(StateRow::id).toList());
        return db.list(
                stand + " AND " + table.key().getFirst() + " IN (SELECT unnest(?))",
                row -> version(table, row),
                reading.series(),
                ids);
    }

    /** The first reading of a new epoch is compared with what stood in the one before. */
    private static List<StateEvent> overEpochs(StateDb db, StateReading reading) throws SQLException {
        SeriesKey k = reading.series();
        SeriesKey before = new SeriesKey(k.home(), k.lineage(), k.epoch() - 1);
        List<StateVersion> stood = db.list(
                select(reading.table()) + " AND valid_to IS NULL", row -> version(reading.table(), row), before);
        return StateChange.of(stood, reading, false).events();
    }

    private static void takeOut(StateDb db, StateTable table, SeriesKey series, List<StateVersion> rows)
            throws SQLException {
        String delete = "DELETE FROM " + table.table().name() + " WHERE " + SERIES + " AND valid_to IS NULL";
        if (rows.isEmpty()) {
            return;
        }
        if (table.isReadInParts()) {
            Object ids =
                    db.numbers(rows.stream().map(version -> version.row().id()).toList());
            db.update(delete + " AND " + table.key().getFirst() + " IN (SELECT unnest(?))", series, ids);
            return;
        }
        String ofKey =
                delete + table.key().stream().map(key -> " AND " + key + " = ?").collect(Collectors.joining());
        for (StateVersion version : rows) {
            List<Object> arguments = new ArrayList<>(List.of(series));
            arguments.addAll(version.row().key());
            db.update(ofKey, arguments.toArray());
        }
    }

    private static void write(StateDb db, StateTable table, SeriesKey k, List<StateVersion> versions)
            throws SQLException {
        if (versions.isEmpty()) {
            return;
        }
        List<List<@Nullable Object>> rows = new ArrayList<>(versions.size());
        for (StateVersion version : versions) {
            List<@Nullable Object> row = new ArrayList<>(List.of(k.home(), k.lineage(), k.epoch()));
            row.add(version.validFrom());
            row.add(version.validTo());
            row.addAll(version.row().values());
            rows.add(row);
        }
        List<String> columns =
                table.table().columns().stream().map(Column::name).toList();
        db.insert(table.table().name(), columns, rows);
    }

    private static String select(StateTable table) {
        String columns =
                table.columns().stream().map(column -> ", " + column.name()).collect(Collectors.joining());
        return "SELECT valid_from, valid_to" + columns + " FROM "
                + table.table().name() + " WHERE " + SERIES;
    }

    private static StateVersion version(StateTable table, ResultSet row) throws SQLException {
        List<@Nullable Object> values = new ArrayList<>();
        for (Column column : table.columns()) {
            values.add(StateValues.of(row, column));
        }
        return new StateVersion(
                SqlTimes.instant(row, "valid_from"),
                SqlTimes.instantOrNull(row, "valid_to"),
                new StateRow(table, values));
    }
}

package io.sqlserversim.engine;

import io.sqlserversim.engine.ResponseSink.Command;
import io.sqlserversim.sql.Condition;
import io.sqlserversim.sql.Expr;
import io.sqlserversim.sql.Statement;
import io.sqlserversim.types.Collation;
import io.sqlserversim.types.Column;
import io.sqlserversim.types.ConversionRules;
import io.sqlserversim.types.Conversions;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.TypeNames;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What fills and changes temporary tables and table variables; nothing else on this server can be written. */
final class TableStatements {
    private final Run run;
    private final QueryRunner queries;
    private final ExecuteStatements executes;

    TableStatements(Run run, QueryRunner queries, ExecuteStatements executes) {
        this.run = run;
        this.queries = queries;
        this.executes = executes;
    }

    static TempTable table(String name, List<Statement.ColumnDefinition> definitions) {
        List<Column> columns = new ArrayList<>();
        for (Statement.ColumnDefinition definition : definitions) {
            Expr.TypeName type = definition.type();
            SqlType resolved = TypeNames.resolve(type.name(), type.first(), type.second(), 1);
            columns.add(new Column(definition.name(), resolved, definition.nullable()));
        }
        return new TempTable(name, columns);
    }

    /** Columns for a new table: each with a name, none twice. */
    static List<Column> namedColumns(List<Column> columns, String table) {
        for (int i = 0; i < columns.size(); i++) {
            String name = columns.get(i).name();
            if (name.isEmpty()) {
                throw new SqlError(
                        1038,
                        15,
                        5,
                        "An object or column name is missing or empty. For SELECT INTO statements,"
                                + " verify each column has a name. For other statements, look for empty alias names. Aliases"
                                + " defined as \"\" or [] are not allowed. Change the alias to a valid name.");
            }
            for (Column before : columns.subList(0, i)) {
                if (Collation.same(before.name(), name)) {
                    throw new SqlError(
                            2705,
                            16,
                            3,
                            "Column names in each table must be unique. Column name '" + name + "' in table '" + table
                                    + "' is specified more than once.");
                }
            }
        }
        return columns;
    }

    private TempTable target(List<String> name, Frame frame) {
        if (name.getLast().startsWith("@")) {
            return frame.variables().table(name.getLast());
        }
        if (run.names().table(name) instanceof TempTable temp) {
            return temp;
        }
        throw new SqlError(259, 16, 1, "Ad hoc updates to system catalogs are not allowed.");
    }

    void insert(Statement.Insert insert, Frame frame) {
        TempTable table = target(insert.table(), frame);
        int[] ordinals = ordinals(table, insert.columns());
        List<@Nullable Object[]> added = new ArrayList<>();
        if (insert.execute() != null) {
            collect(insert.execute(), frame, table, ordinals, added);
        } else if (insert.source() == null) {
            added.add(new @Nullable Object[table.columns().size()]);
        } else {
            StatementBinder binder = run.binder(frame, insert.ctes());
            BoundQuery bound = new QueryBinder(binder).bind(insert.source());
            checkCount(
                    ordinals.length, bound.columns().size(), !insert.columns().isEmpty());
            for (int i = 0; i < ordinals.length; i++) {
                ConversionRules.checkImplicit(
                        bound.columns().get(i).type(),
                        table.columns().get(ordinals[i]).type());
            }
            queries.drain(
                    binder, bound, frame, null, row -> added.add(converted(row, bound.columns(), table, ordinals)));
        }
        added.forEach(table::add);
        run.session.settings().rowCount(added.size());
        run.done(Command.INSERT, added.size());
    }

    private void collect(
            Statement execute, Frame frame, TempTable table, int[] ordinals, List<@Nullable Object[]> into) {
        CollectingSink.collect(run, executes, execute, frame, (columns, row) -> {
            if (columns.size() != ordinals.length) {
                throw new SqlError(
                        213, 16, 7, "Column name or number of supplied values does not match table definition.");
            }
            into.add(converted(row, columns, table, ordinals));
        });
    }

    private static void checkCount(int targets, int values, boolean listed) {
        if (targets == values) {
            return;
        }
        if (!listed) {
            throw new SqlError(213, 16, 1, "Column name or number of supplied values does not match table definition.");
        }
        throw values < targets
                ? new SqlError(
                        120,
                        15,
                        1,
                        "The select list for the INSERT statement contains fewer items than the insert"
                                + " list. The number of SELECT values must match the number of INSERT columns.")
                : new SqlError(
                        121,
                        15,
                        1,
                        "The select list for the INSERT statement contains more items than the insert"
                                + " list. The number of SELECT values must match the number of INSERT columns.");
    }

    private static @Nullable Object[] converted(
            @Nullable Object[] row, List<Column> columns, TempTable table, int[] ordinals) {
        @Nullable Object[] values = new @Nullable Object[table.columns().size()];
        for (int i = 0; i < ordinals.length; i++) {
            Object value = row[i];
            Column to = table.columns().get(ordinals[i]);
            values[ordinals[i]] =
                    value == null ? null : stored(value, columns.get(i).type(), to, table);
        }
        return values;
    }

    /** A text that is too long is not cut, but refused. */
    private static Object stored(Object value, SqlType from, Column to, TempTable table) {
        SqlType type = to.type();
        boolean tooLong = type.length() != SqlType.MAX
                && ((value instanceof String text
                                && io.sqlserversim.types.SqlTypes.isText(type)
                                && Collation.lengthWithoutTrailingBlanks(text) > type.length())
                        || (value instanceof byte[] bytes
                                && io.sqlserversim.types.SqlTypes.isBinary(type)
                                && bytes.length > type.length()));
        if (tooLong) {
            String shown = value instanceof String text ? text.substring(0, type.length()) : "";
            throw new SqlError(
                    2628,
                    16,
                    1,
                    "String or binary data would be truncated in table 'tempdb.dbo." + table.name() + "', column '"
                            + to.name() + "'. Truncated value: '" + shown + "'.");
        }
        return Conversions.convert(value, from, type);
    }

    private static int[] ordinals(TempTable table, List<String> names) {
        if (names.isEmpty()) {
            return java.util.stream.IntStream.range(0, table.columns().size()).toArray();
        }
        int[] ordinals = new int[names.size()];
        for (int i = 0; i < ordinals.length; i++) {
            ordinals[i] = ordinal(table, names.get(i));
        }
        return ordinals;
    }

    private static int ordinal(TempTable table, String name) {
        for (int i = 0; i < table.columns().size(); i++) {
            if (Collation.same(table.columns().get(i).name(), name)) {
                return i;
            }
        }
        throw Errors.invalidColumn(name);
    }

    void delete(Statement.Delete delete, Frame frame) {
        TempTable table = target(delete.table(), frame);
        RowChange change = new RowChange(run, table, delete.table(), delete.where(), frame);
        List<@Nullable Object[]> kept = new ArrayList<>();
        change.forEach((row, matches) -> {
            if (!matches) {
                kept.add(row);
            }
        });
        finish(table, kept, table.rows().size() - kept.size(), Command.DELETE);
    }

    void update(Statement.Update update, Frame frame) {
        TempTable table = target(update.table(), frame);
        Condition where = update.where();
        RowChange change = new RowChange(run, table, update.table(), where, frame);
        int[] ordinals = ordinals(table, update.columns());
        List<Ex> values = change.bind(update.values());
        List<@Nullable Object[]> rows = new ArrayList<>();
        int[] changed = {0};
        change.forEach((row, matches) -> {
            if (matches) {
                @Nullable Object[] copy = row.clone();
                for (int i = 0; i < ordinals.length; i++) {
                    Object value = values.get(i).eval(change.env());
                    Column to = table.columns().get(ordinals[i]);
                    copy[ordinals[i]] =
                            value == null ? null : stored(value, values.get(i).type(), to, table);
                }
                changed[0]++;
                rows.add(copy);
            } else {
                rows.add(row);
            }
        });
        finish(table, rows, changed[0], Command.UPDATE);
    }

    private void finish(TempTable table, List<@Nullable Object[]> rows, int count, Command command) {
        table.replace(rows);
        run.session.settings().rowCount(count);
        run.done(command, count);
    }

    void create(Statement.CreateTable create, Frame frame) {
        String name = create.table().getLast();
        if (!name.startsWith("#")) {
            throw new SqlError(
                    262, 14, 1, "CREATE TABLE permission denied in database '" + run.session.database() + "'.");
        }
        TempTable table = table(name, create.columns());
        namedColumns(table.columns(), name);
        run.state.tempTables().create(table, frame.level());
        run.done(Command.OTHER, -1);
    }

    void createIndex(Statement.CreateIndex index) {
        target(index.table(), new Frame("", new Variables(), 0));
        run.done(Command.OTHER, -1);
    }

    void drop(Statement.DropTable drop) {
        for (List<String> name : drop.tables()) {
            if (!run.state.tempTables().drop(name.getLast()) && !drop.ifExists()) {
                throw new SqlError(
                        3701,
                        11,
                        5,
                        "Cannot drop the table '" + String.join(".", name)
                                + "', because it does not exist or you do not have permission.");
            }
        }
        run.done(Command.OTHER, -1);
    }

    void truncate(Statement.TruncateTable truncate) {
        target(truncate.table(), new Frame("", new Variables(), 0)).replace(new ArrayList<>());
        run.done(Command.OTHER, -1);
    }
}

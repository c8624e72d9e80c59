package io.sqlserversim.engine;

import io.sqlserversim.engine.ResponseSink.Command;
import io.sqlserversim.sql.Query;
import io.sqlserversim.sql.Statement;
import io.sqlserversim.types.Collation;
import io.sqlserversim.types.Column;
import io.sqlserversim.types.ConversionRules;
import io.sqlserversim.types.Conversions;
import io.sqlserversim.types.SqlType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What fills and changes temporary tables and table variables; nothing else on this server can be written. */
final class TableStatements {
    private final Run run;
    private final QueryRunner queries;
    private final ExecuteStatements executes;
    private final StatementRunner statements;

    TableStatements(Run run, QueryRunner queries, ExecuteStatements executes, StatementRunner statements) {
        this.run = run;
        this.queries = queries;
        this.executes = executes;
        this.statements = statements;
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
        int[] ordinals = insert.columns().isEmpty() && insert.source() != null
                ? withoutIdentity(table)
                : ordinals(table, insert.columns());
        checkIdentity(table, insert.columns());
        List<@Nullable Object[]> added = new ArrayList<>();
        if (insert.execute() != null) {
            collect(insert.execute(), frame, table, ordinals, added);
        } else if (insert.source() == null) {
            added.add(filled(new @Nullable Object[table.columns().size()], table, new int[0]));
        } else {
            StatementBinder binder = run.binder(frame, insert.ctes());
            BoundQuery bound = new QueryBinder(binder).bind(insert.source());
            checkCount(ordinals.length, bound.columns().size(), insert);
            for (int i = 0; i < ordinals.length; i++) {
                ConversionRules.checkImplicit(
                        bound.columns().get(i).type(),
                        table.columns().get(ordinals[i]).type());
            }
            queries.drain(
                    binder, bound, frame, null, row -> added.add(converted(row, bound.columns(), table, ordinals)));
        }
        table.addAll(added);
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

    private static void checkIdentity(TempTable table, List<String> listed) {
        for (int ordinal : listed.isEmpty() ? new int[0] : ordinals(table, listed)) {
            TempTable.Filler filler = table.filler(ordinal);
            if (filler != null && filler.isIdentity()) {
                throw new SqlError(
                        544,
                        16,
                        1,
                        "Cannot insert explicit value for identity column in table '" + table.name()
                                + "' when IDENTITY_INSERT is set to OFF.");
            }
        }
    }

    private static int[] withoutIdentity(TempTable table) {
        return java.util.stream.IntStream.range(0, table.columns().size())
                .filter(i -> {
                    TempTable.Filler filler = table.filler(i);
                    return filler == null || !filler.isIdentity();
                })
                .toArray();
    }

    /** A new row, with IDENTITY and DEFAULT where no value was given. */
    private static @Nullable Object[] filled(@Nullable Object[] row, TempTable table, int[] given) {
        for (int i = 0; i < row.length; i++) {
            int column = i;
            TempTable.Filler filler = table.filler(i);
            if (filler != null && java.util.Arrays.stream(given).noneMatch(ordinal -> ordinal == column)) {
                row[i] = filler.next();
            }
        }
        return row;
    }

    private static void checkCount(int targets, int values, Statement.Insert insert) {
        if (targets == values) {
            return;
        }
        if (insert.columns().isEmpty()) {
            throw new SqlError(213, 16, 1, "Column name or number of supplied values does not match table definition.");
        }
        boolean fewer = values < targets;
        Query source = insert.source();
        if (source != null && source.body() instanceof Query.Values) {
            throw new SqlError(
                    fewer ? 109 : 110,
                    15,
                    1,
                    "There are " + (fewer ? "more" : "fewer")
                            + " columns in the INSERT statement than values specified in"
                            + " the VALUES clause. The number of values in the VALUES clause must match the number of columns"
                            + " specified in the INSERT statement.");
        }
        throw new SqlError(
                fewer ? 120 : 121,
                15,
                1,
                "The select list for the INSERT statement contains " + (fewer ? "fewer" : "more")
                        + " items than the insert list. The number of SELECT values must match the number of INSERT columns.");
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
        return filled(values, table, ordinals);
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
        int at = NewTables.ordinal(table, name);
        if (at < 0) {
            throw Errors.invalidColumn(name);
        }
        return at;
    }

    void delete(Statement.Delete delete, Frame frame) {
        RowChange change =
                new RowChange(run, delete.table(), delete.top(), delete.from(), delete.ctes(), delete.where(), frame);
        BitSet deleted = new BitSet();
        change.forEach(deleted::set);
        List<@Nullable Object[]> rows = change.table().rows();
        List<@Nullable Object[]> kept = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            if (!deleted.get(i)) {
                kept.add(rows.get(i));
            }
        }
        finish(change.table(), kept, deleted.cardinality(), Command.DELETE);
    }

    void update(Statement.Update update, Frame frame) {
        RowChange change =
                new RowChange(run, update.table(), update.top(), update.from(), update.ctes(), update.where(), frame);
        TempTable table = change.table();
        int[] ordinals = ordinals(table, update.columns());
        for (int ordinal : ordinals) {
            TempTable.Filler filler = table.filler(ordinal);
            if (filler != null && filler.isIdentity()) {
                throw new SqlError(
                        8102,
                        16,
                        1,
                        "Cannot update identity column '"
                                + table.columns().get(ordinal).name() + "'.");
            }
        }
        List<Ex> values = change.bind(update.values());
        List<@Nullable Object[]> rows = new ArrayList<>(table.rows());
        int[] changed = {0};
        change.forEach(position -> {
            @Nullable Object[] copy = table.rows().get(position).clone();
            for (int i = 0; i < ordinals.length; i++) {
                Object value = values.get(i).eval(change.env());
                Column to = table.columns().get(ordinals[i]);
                copy[ordinals[i]] =
                        value == null ? null : stored(value, values.get(i).type(), to, table);
            }
            changed[0]++;
            rows.set(position, copy);
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
        mayCreate(name, run);
        TempTable table = NewTables.create(name, create.definition(), run, statements, frame);
        run.state.tempTables().create(table, frame.level());
        run.done(Command.OTHER, -1);
    }

    /** Only temporary tables of the session's own may be made. */
    static void mayCreate(String name, Run run) {
        if (!name.startsWith("#") || name.startsWith("##")) {
            String database = name.startsWith("##") ? "tempdb" : run.session.database();
            throw new SqlError(262, 14, 1, "CREATE TABLE permission denied in database '" + database + "'.");
        }
    }

    void createIndex(Statement.CreateIndex index) {
        TempTable table = target(index.table(), new Frame("", new Variables(), 0));
        Statement.Key key = index.key();
        if (key != null) {
            table.addKey(NewTables.key(table, key));
        }
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

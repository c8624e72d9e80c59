package io.sqlserversim.engine;

import io.sqlserversim.sql.Expr;
import io.sqlserversim.sql.Statement;
import io.sqlserversim.types.Collation;
import io.sqlserversim.types.Column;
import io.sqlserversim.types.Conversions;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlTypes;
import io.sqlserversim.types.TextCollation;
import io.sqlserversim.types.TypeNames;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes temporary tables and table variables from their definitions. */
final class NewTables {
    private NewTables() {}

    /** A table with its columns and keys, for checks: what fills its columns is left out. */
    static TempTable shape(String name, Statement.TableDefinition definition, TextCollation database) {
        List<Column> columns = new ArrayList<>();
        for (Statement.ColumnDefinition column : definition.columns()) {
            Expr.TypeName type = column.type();
            SqlType resolved = TypeNames.resolve(type.name(), type.first(), type.second(), 1)
                    .with(collation(column.collation(), name, database));
            columns.add(new Column(column.name(), resolved, column.nullable()));
        }
        TempTable table = new TempTable(name, named(columns, name));
        for (Statement.Key key : definition.keys()) {
            table.addKey(key(table, key));
        }
        return table;
    }

    /** A table to be filled. */
    static TempTable create(
            String name, Statement.TableDefinition definition, Run run, StatementRunner statements, Frame frame) {
        TempTable table = shape(name, definition, run.collation());
        for (int i = 0; i < table.columns().size(); i++) {
            Statement.ColumnDefinition column = definition.columns().get(i);
            SqlType type = table.columns().get(i).type();
            Statement.Identity identity = column.identity();
            Expr value = column.value();
            if (identity != null) {
                table.filler(i, new Numbers(identity, type, run.state));
            } else if (value != null) {
                table.filler(i, new Default(value, type, statements, frame));
            }
        }
        return table;
    }

    /** That of COLLATE; without one a table variable has its database's, a temporary table that of tempdb. */
    private static TextCollation collation(@Nullable String written, String table, TextCollation database) {
        if (written == null) {
            return table.startsWith("@") ? database : TextCollation.SERVER;
        }
        if (written.equalsIgnoreCase("DATABASE_DEFAULT")) {
            return database;
        }
        TextCollation found = TextCollation.find(written);
        if (found == null) {
            throw Errors.invalidCollation(written);
        }
        return found;
    }

    static UniqueKey key(TempTable table, Statement.Key key) {
        int[] ordinals = new int[key.columns().size()];
        for (int i = 0; i < ordinals.length; i++) {
            ordinals[i] = ordinal(table, key.columns().get(i));
            if (ordinals[i] < 0) {
                throw new SqlError(
                        1911,
                        16,
                        1,
                        "Column name '" + key.columns().get(i) + "' does not exist in the target table or view.");
            }
        }
        return new UniqueKey(key, ordinals);
    }

    static int ordinal(TempTable table, String name) {
        for (int i = 0; i < table.columns().size(); i++) {
            if (Collation.same(table.columns().get(i).name(), name)) {
                return i;
            }
        }
        return -1;
    }

    /** Columns for a new table: each with a name, none twice. */
    static List<Column> named(List<Column> columns, String table) {
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

    /** IDENTITY: numbers that go on, whatever becomes of the rows. */
    private static final class Numbers implements TempTable.Filler {
        private final SqlType type;
        private final int increment;
        private final SessionState state;
        private long next;

        Numbers(Statement.Identity identity, SqlType type, SessionState state) {
            boolean whole = SqlTypes.isInteger(type) || (type.kind() == SqlType.Kind.DECIMAL && type.scale() == 0);
            if (!whole) {
                throw new SqlError(
                        2749,
                        16,
                        2,
                        "Identity column must be of data type int, bigint, smallint, tinyint, or decimal or numeric with"
                                + " a scale of 0, unencrypted, and constrained to be nonnullable.");
            }
            this.type = type;
            this.increment = identity.increment();
            this.state = state;
            this.next = identity.seed();
        }

        @Override
        public boolean isIdentity() {
            return true;
        }

        @Override
        public Object next() {
            Object value = Conversions.convert(next, SqlType.BIGINT, type);
            state.lastIdentity(BigDecimal.valueOf(next));
            next += increment;
            return value;
        }
    }

    /** DEFAULT: an expression that is evaluated for each row. */
    private record Default(Expr value, SqlType type, StatementRunner statements, Frame frame)
            implements TempTable.Filler {
        @Override
        public boolean isIdentity() {
            return false;
        }

        @Override
        public @Nullable Object next() {
            return statements.evaluate(value, frame).as(type);
        }
    }
}

package io.sqlserversim.catalog.system;

import io.sqlserversim.catalog.RowCursor;
import io.sqlserversim.catalog.ScanRequest;
import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.session.Session;
import io.sqlserversim.types.Column;
import io.sqlserversim.types.SqlType;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A small view: its rows are a list of Java objects made anew for each scan, its columns are functions of such an
 * object. Thread-safe, as its functions must be.
 *
 * @param <R> what one row stands for
 */
final class ListView<R> implements VirtualTable {
    private final String name;
    private final List<Column> columns;
    private final List<Function<R, @Nullable Object>> values;
    private final Function<Session, List<R>> rows;

    private ListView(Builder<R> builder, Function<Session, List<R>> rows) {
        this.name = builder.name;
        this.columns = List.copyOf(builder.columns);
        this.values = List.copyOf(builder.values);
        this.rows = rows;
    }

    /** A view whose columns are the same in all versions. */
    static <R> Builder<R> named(String name) {
        return new Builder<>(name, Integer.MAX_VALUE);
    }

    /** A view of one version, 13 to 17; see {@link Builder#since}. */
    static <R> Builder<R> named(String name, int version) {
        return new Builder<>(name, version);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<Column> columns() {
        return columns;
    }

    @Override
    public boolean heavy() {
        return false;
    }

    @Override
    public List<Integer> order() {
        return List.of();
    }

    @Override
    public RowCursor scan(ScanRequest request) {
        return new Cursor(rows.apply(request.session()).iterator());
    }

    private final class Cursor implements RowCursor {
        private final Iterator<R> left;
        private @Nullable R row;

        Cursor(Iterator<R> left) {
            this.left = left;
        }

        @Override
        public boolean advance() {
            row = left.hasNext() ? left.next() : null;
            return row != null;
        }

        @Override
        public @Nullable Object value(int column) {
            if (row == null) {
                throw new IllegalStateException("no current row");
            }
            return values.get(column).apply(row);
        }

        @Override
        public void close() {}
    }

    /** Collects the columns of a view, in order. */
    static final class Builder<R> {
        private final String name;
        private final List<Column> columns = new ArrayList<>();
        private final List<Function<R, @Nullable Object>> values = new ArrayList<>();

        private final int version;
        private boolean included = true;

        Builder(String name, int version) {
            this.name = name;
            this.version = version;
        }

        /** The columns added from here on came with this version; older ones do not have them. */
        Builder<R> since(int first) {
            included = version >= first;
            return this;
        }

        /** A column that is never NULL. */
        Builder<R> column(String column, SqlType type, Function<R, Object> value) {
            return add(column, type, false, row -> value.apply(row));
        }

        /** A column that may be NULL. */
        Builder<R> nullable(String column, SqlType type, Function<R, @Nullable Object> value) {
            return add(column, type, true, value);
        }

        private Builder<R> add(String column, SqlType type, boolean nullable, Function<R, @Nullable Object> value) {
            if (included) {
                columns.add(new Column(column, type, nullable));
                values.add(value);
            }
            return this;
        }

        /** Columns that may be NULL by their type and say the same in every row. */
        Builder<R> always(SqlType type, Object value, String... names) {
            for (String each : names) {
                nullable(each, type, row -> value);
            }
            return this;
        }

        /** Columns of one type that say the same in every row. */
        Builder<R> constants(SqlType type, Object value, String... names) {
            for (String each : names) {
                column(each, type, row -> value);
            }
            return this;
        }

        /** Columns of one type that are always NULL. */
        Builder<R> nulls(SqlType type, String... names) {
            for (String each : names) {
                nullable(each, type, row -> null);
            }
            return this;
        }

        ListView<R> rows(Function<Session, List<R>> source) {
            return new ListView<>(this, source);
        }
    }
}

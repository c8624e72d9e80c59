package io.tidegate.store.duckdb;

import io.tidegate.core.model.StatsRow;
import io.tidegate.core.schema.Column;
import io.tidegate.core.schema.LogicalSchema;
import io.tidegate.core.schema.LogicalType;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBTableFunction;
import org.duckdb.DuckDBTableFunctionBindInfo;
import org.duckdb.DuckDBTableFunctionBuilder;
import org.duckdb.DuckDBTableFunctionCallInfo;
import org.duckdb.DuckDBTableFunctionInitInfo;
import org.jspecify.annotations.Nullable;

/**
 * Rows on their way from the heap into a statement: a table function of the engine's whose rows are what the writer's thread
 * has just offered, column by column. Half as dear as the engine's appender, which checks each value by itself and copies
 * the chunks once more. Its columns are the start of the interval, what the facts have of a row, and the band's number. An
 * offer is given out once; no other thread can use the function.
 *
 * @param <R> what it gives
 */
abstract sealed class RowFeed<R extends StatsRow> implements DuckDBTableFunction<Boolean, RowFeed.Cursor<R>, Boolean>
        permits RuntimeFeed, WaitFeed {
    /** Behind the series, the start of the interval and the server. */
    private static final int BEFORE_ROW = 5;

    private final String name;
    private final List<Column> columns;
    private volatile @Nullable Offer<R> offered;

    /** A feed with the columns that a table of facts has of a row. */
    RowFeed(String name, Facts facts) {
        this.name = name;
        List<Column> all = LogicalSchema.table(facts.table).columns();
        this.columns = all.subList(BEFORE_ROW, all.size());
    }

    /** Rows with what is not in them. All three of one length; not to be changed afterwards. */
    record Rows<R>(List<R> rows, OffsetDateTime[] starts, long[] bandNumbers) {
        int count() {
            return rows.size();
        }
    }

    private record Offer<R>(Rows<R> rows, Thread by) {}

    /** How far an offer was given out. Confined to the statement that does so. */
    static final class Cursor<R> {
        private final Rows<R> rows;
        private int at;

        Cursor(Rows<R> rows) {
            this.rows = rows;
        }
    }

    /** Makes it known to all connections of an instance. */
    final void register(DuckDBConnection connection) throws SQLException {
        try (DuckDBTableFunctionBuilder f = DuckDBFunctions.tableFunction()) {
            f.withName(name).withFunction(this).register(connection);
        }
    }

    /** A statement that stores all that it gives, between other columns of the table. */
    final String insert(String table, String before, String behind) {
        return "INSERT INTO " + table + " SELECT " + before
                + String.join(", ", columns.stream().map(Column::name).toList()) + behind + " FROM " + name + "()";
    }

    /** Offers rows to the statement that this thread runs next. */
    final void offer(Rows<R> rows) {
        offered = new Offer<>(rows, Thread.currentThread());
    }

    /** Takes back what was not given out. */
    final void withdraw() {
        offered = null;
    }

    @Override
    public final Boolean bind(DuckDBTableFunctionBindInfo info) throws SQLException {
        Offer<R> offer = offered;
        if (offer == null || offer.by() != Thread.currentThread()) {
            throw new SQLException(name + "() is for the store's own writer");
        }
        info.addResultColumn("interval_start", DuckDBColumnType.TIMESTAMP_WITH_TIME_ZONE);
        columns.forEach(column -> info.addResultColumn(column.name(), type(column.type())));
        info.addResultColumn("band_number", DuckDBColumnType.BIGINT);
        return true;
    }

    private static DuckDBColumnType type(LogicalType type) {
        return switch (type) {
            case INT -> DuckDBColumnType.INTEGER;
            case BIGINT, TICKS -> DuckDBColumnType.BIGINT;
            case DOUBLE -> DuckDBColumnType.DOUBLE;
            case BOOLEAN, TEXT, BYTES, TIMESTAMP ->
                throw new IllegalArgumentException("no row of statistics has a column of " + type);
        };
    }

    @Override
    public final Cursor<R> init(DuckDBTableFunctionInitInfo info) throws SQLException {
        Offer<R> offer = offered;
        if (offer == null) {
            throw new SQLException(name + "() has nothing to give");
        }
        offered = null;
        info.setMaxThreads(1);
        return new Cursor<>(offer.rows());
    }

    @Override
    public final long apply(DuckDBTableFunctionCallInfo info, DuckDBDataChunkWriter chunk) {
        Cursor<R> cursor = info.getInitData();
        Rows<R> all = cursor.rows;
        int from = cursor.at;
        int count = (int) Math.min(chunk.capacity(), all.count() - from);
        cursor.at += count;
        Chunk out = new Chunk(chunk, count);
        out.starts(all.starts(), from);
        fill(out, all.rows().subList(from, from + count));
        out.longs(i -> all.bandNumbers()[from + i]);
        return count;
    }

    /** Fills the columns of a row, in their order. */
    abstract void fill(Chunk out, List<R> rows);
}

package io.tidegate.store.duckdb;

import io.tidegate.core.model.MetricValues;
import java.time.OffsetDateTime;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBWritableVector;

/** Some rows of the engine's, filled one column after the other. Confined to one call of the engine's. */
final class Chunk {
    private final DuckDBDataChunkWriter chunk;
    private final int count;
    private long column;

    /** Takes so many rows. */
    Chunk(DuckDBDataChunkWriter chunk, int count) {
        this.chunk = chunk;
        this.count = count;
    }

    private DuckDBWritableVector next() {
        return chunk.vector(column++);
    }

    /** Instants, from a place on. */
    void starts(OffsetDateTime[] all, int from) {
        DuckDBWritableVector v = next();
        for (int i = 0; i < count; i++) {
            v.setOffsetDateTime(i, all[from + i]);
        }
    }

    /** Numbers that are always there. */
    void ints(IntUnaryOperator value) {
        DuckDBWritableVector v = next();
        for (int i = 0; i < count; i++) {
            v.setInt(i, value.applyAsInt(i));
        }
    }

    /** Numbers that are always there. */
    void longs(IntToLongFunction value) {
        DuckDBWritableVector v = next();
        for (int i = 0; i < count; i++) {
            v.setLong(i, value.applyAsLong(i));
        }
    }

    /** One value of each row's; {@link MetricValues#ABSENT} becomes NULL. */
    void longs(long[][] ofRows, int at) {
        DuckDBWritableVector v = next();
        for (int i = 0; i < count; i++) {
            long value = ofRows[i][at];
            if (value == MetricValues.ABSENT) {
                v.setNull(i);
            } else {
                v.setLong(i, value);
            }
        }
    }

    /** Numbers; what is none becomes NULL. */
    void doubles(IntToDoubleFunction value) {
        DuckDBWritableVector v = next();
        for (int i = 0; i < count; i++) {
            set(v, i, value.applyAsDouble(i));
        }
    }

    /** One value of each row's; what is no number becomes NULL. */
    void doubles(double[][] ofRows, int at) {
        DuckDBWritableVector v = next();
        for (int i = 0; i < count; i++) {
            set(v, i, ofRows[i][at]);
        }
    }

    private static void set(DuckDBWritableVector v, int row, double value) {
        if (Double.isNaN(value)) {
            v.setNull(row);
        } else {
            v.setDouble(row, value);
        }
    }
}

package io.tidegate.store.duckdb;

import io.tidegate.core.model.MetricValues;
import java.nio.ByteBuffer;
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
        DuckDBWritableVector vector = next();
        for (int i = 0; i < count; i++) {
            vector.setOffsetDateTime(i, all[from + i]);
        }
    }

    /** Numbers that are always there. */
    void ints(IntUnaryOperator value) {
        ByteBuffer memory = VectorMemory.of(next(), count);
        for (int i = 0; i < count; i++) {
            memory.putInt(i * Integer.BYTES, value.applyAsInt(i));
        }
    }

    /** Numbers that are always there. */
    void longs(IntToLongFunction value) {
        ByteBuffer memory = VectorMemory.of(next(), count);
        for (int i = 0; i < count; i++) {
            memory.putLong(i * Long.BYTES, value.applyAsLong(i));
        }
    }

    /** One value of each row's; {@link MetricValues#ABSENT} becomes NULL. */
    void longs(long[][] ofRows, int at) {
        DuckDBWritableVector vector = next();
        ByteBuffer memory = VectorMemory.of(vector, count);
        for (int i = 0; i < count; i++) {
            long value = ofRows[i][at];
            if (value == MetricValues.ABSENT) {
                vector.setNull(i);
            } else {
                memory.putLong(i * Long.BYTES, value);
            }
        }
    }

    /** Numbers; what is none becomes NULL. */
    void doubles(IntToDoubleFunction value) {
        DuckDBWritableVector vector = next();
        ByteBuffer memory = VectorMemory.of(vector, count);
        for (int i = 0; i < count; i++) {
            set(vector, memory, i, value.applyAsDouble(i));
        }
    }

    /** One value of each row's; what is no number becomes NULL. */
    void doubles(double[][] ofRows, int at) {
        DuckDBWritableVector vector = next();
        ByteBuffer memory = VectorMemory.of(vector, count);
        for (int i = 0; i < count; i++) {
            set(vector, memory, i, ofRows[i][at]);
        }
    }

    private static void set(DuckDBWritableVector vector, ByteBuffer memory, int row, double value) {
        if (Double.isNaN(value)) {
            vector.setNull(row);
        } else {
            memory.putDouble(row * Double.BYTES, value);
        }
    }
}

package io.tidegate.store.duckdb;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.duckdb.DuckDBWritableVector;

/**
 * The memory behind a vector of the engine's. The driver's setters take a lock for each value (duckdb_jdbc 2.0.0.1), which
 * costs more than all else of a column, and it shows the memory to nobody; hence its private fields. The driver's version is
 * pinned: one that keeps its vectors otherwise fails the first row that is stored, and with it nearly every test. No state.
 */
final class VectorMemory {
    private static final VarHandle DATA = field("data");
    private static final VarHandle VALIDITY = field("validity");

    private VectorMemory() {}

    /** Where values of a fixed width stand one after the other, of which so many are made valid. */
    static ByteBuffer of(DuckDBWritableVector vector, int count) {
        ByteBuffer valid = (ByteBuffer) VALIDITY.get(vector);
        for (int row = 0; row < count; row += Long.SIZE) {
            valid.putLong(row / Byte.SIZE, -1L);
        }
        return ((ByteBuffer) DATA.get(vector)).duplicate().order(ByteOrder.nativeOrder());
    }

    private static VarHandle field(String name) {
        try {
            return MethodHandles.privateLookupIn(DuckDBWritableVector.class, MethodHandles.lookup())
                    .findVarHandle(DuckDBWritableVector.class, name, ByteBuffer.class);
        } catch (NoSuchFieldException | IllegalAccessException elsewhere) {
            throw new IllegalStateException("this DuckDB driver keeps its vectors otherwise", elsewhere);
        }
    }
}

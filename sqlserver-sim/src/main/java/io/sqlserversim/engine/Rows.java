package io.sqlserversim.engine;

import org.jspecify.annotations.Nullable;

/** Finished rows of a query, one after the other. Opened again when it stands on the inner side of a loop. */
abstract class Rows {
    abstract void open(Env env);

    /** The next row, or null after the last; the array may be used again by the producer. */
    abstract @Nullable Object @Nullable [] next(Env env);

    abstract void close(Env env);

    /** A guess of how many rows it gives. */
    double rows() {
        return 1000;
    }

    /** Whether the array of each row stays as it is, so that it need not be copied to be kept. */
    boolean fresh() {
        return false;
    }

    /** A row that may be kept. */
    final @Nullable Object[] kept(@Nullable Object[] row) {
        return fresh() ? row : row.clone();
    }
}

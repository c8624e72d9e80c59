package io.sqlserversim.querystore.views;

import io.sqlserversim.types.SqlType;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A column of a view: its shape, the first version that has it, and how a row answers it. Immutable.
 *
 * @param <R> the kind of row
 */
record ViewColumn<R>(String name, SqlType type, boolean nullable, int since, Function<R, @Nullable Object> value) {}

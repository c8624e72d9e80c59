package io.sqlserversim.engine;

import io.sqlserversim.types.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One request of a client. Immutable. */
public sealed interface Request {
    /**
     * A batch of statements.
     *
     * @param text the T-SQL; may be empty
     */
    record Batch(String text) implements Request {}

    /**
     * A call of a procedure, by name or by the wire's number turned into its name.
     *
     * @param procedure e.g. {@code sp_executesql}, {@code sys.sp_getapplock}
     * @param parameters in the order sent
     */
    record Rpc(String procedure, List<Parameter> parameters) implements Request {}

    /**
     * A parameter of a call.
     *
     * @param name with its {@code @}, or empty when positional
     * @param type its type as sent
     * @param value the value of the class that {@link SqlType.Kind} names; null is NULL
     * @param output whether the client wants it back
     */
    record Parameter(String name, SqlType type, @Nullable Object value, boolean output) {}
}

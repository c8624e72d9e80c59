package io.sqlserversim.engine;

import io.sqlserversim.sql.Expr;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlTypes;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The arguments of one function call, and the checks that all functions share. */
final class CallArgs {
    /** A function of values that are not NULL; the array is the call's own. */
    interface Body extends Function<@Nullable Object[], @Nullable Object> {}

    private final String name;
    private final List<Expr> written;
    private final List<Ex> bound;
    private final FunctionContext context;

    CallArgs(String name, List<Expr> written, List<Ex> bound, FunctionContext context) {
        this.name = name.toLowerCase(Locale.ROOT);
        this.written = written;
        this.bound = bound;
        this.context = context;
    }

    FunctionContext context() {
        return context;
    }

    String name() {
        return name;
    }

    int count() {
        return bound.size();
    }

    CallArgs exactly(int count) {
        if (bound.size() != count) {
            throw Errors.arity(name, count);
        }
        return this;
    }

    CallArgs between(int least, int most) {
        if (bound.size() < least || bound.size() > most) {
            throw Errors.arity(name, least, most);
        }
        return this;
    }

    Ex get(int i) {
        return bound.get(i);
    }

    List<Ex> all() {
        return bound;
    }

    Expr written(int i) {
        return written.get(i);
    }

    /** An argument as text: itself when it is text, else converted. */
    Ex text(int i) {
        Ex ex = bound.get(i);
        if (SqlTypes.isText(ex.type()) && !Coercion.isNullLiteral(ex)) {
            return ex;
        }
        if (ex.type().kind() == SqlType.Kind.XML || ex.type().kind() == SqlType.Kind.SQL_VARIANT) {
            throw Errors.badArgument(ex.type(), i + 1, name);
        }
        return Coercion.to(ex, SqlType.varchar(8000));
    }

    Ex name(int i) {
        return Coercion.to(bound.get(i), SqlType.nvarchar(4000));
    }

    Ex integer(int i) {
        return Coercion.to(bound.get(i), SqlType.INT);
    }

    Ex bigint(int i) {
        return Coercion.to(bound.get(i), SqlType.BIGINT);
    }

    Ex floating(int i) {
        return Coercion.to(bound.get(i), SqlType.FLOAT);
    }

    /** A function that is NULL when any of its operands is. */
    static Ex strict(SqlType type, Body body, Ex... operands) {
        return Ex.of(
                type,
                env -> {
                    @Nullable Object[] values = new @Nullable Object[operands.length];
                    for (int i = 0; i < values.length; i++) {
                        values[i] = operands[i].eval(env);
                        if (values[i] == null) {
                            return null;
                        }
                    }
                    return body.apply(values);
                },
                operands);
    }
}

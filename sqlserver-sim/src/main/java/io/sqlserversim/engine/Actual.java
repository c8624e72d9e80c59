package io.sqlserversim.engine;

import io.sqlserversim.types.Conversions;
import io.sqlserversim.types.SqlType;
import org.jspecify.annotations.Nullable;

/** An argument of a procedure call; an output argument can be assigned. Confined to one request. */
final class Actual {
    private final String name;
    private final SqlType type;
    private final boolean output;
    private final boolean byDefault;
    private @Nullable Object value;
    private boolean assigned;

    Actual(String name, SqlType type, @Nullable Object value, boolean output) {
        this(name, type, value, output, false);
    }

    private Actual(String name, SqlType type, @Nullable Object value, boolean output, boolean byDefault) {
        this.name = name;
        this.type = type;
        this.value = value;
        this.output = output;
        this.byDefault = byDefault;
    }

    static Actual byDefault(String name) {
        return new Actual(name, SqlType.INT, null, false, true);
    }

    /** With its sign, or empty when positional. */
    String name() {
        return name;
    }

    SqlType type() {
        return type;
    }

    @Nullable
    Object value() {
        return value;
    }

    boolean isOutput() {
        return output;
    }

    boolean isDefault() {
        return byDefault;
    }

    boolean isAssigned() {
        return assigned;
    }

    /** Gives an output argument its value, converted to the argument's type. */
    void assign(@Nullable Object result, SqlType from) {
        if (output) {
            value = result == null ? null : Conversions.convert(result, from, type);
            assigned = true;
        }
    }
}

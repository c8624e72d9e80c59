package io.sqlserversim.engine;

import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlTypes;
import java.util.BitSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A bound expression: typed, with every name resolved. */
abstract class Ex {
    /** How strongly an expression holds to its collation. */
    enum Hold {
        /** Constants, variables: any other wins. */
        WEAK,
        /** Columns. */
        COLUMN,
        /** COLLATE. */
        STRONG
    }

    private final SqlType type;
    private Hold hold = Hold.WEAK;
    private final BitSet slots = new BitSet();

    Ex(SqlType type, Ex... operands) {
        this.type = type;
        for (Ex operand : operands) {
            slots.or(operand.slots);
            if (SqlTypes.isText(operand.type) && operand.hold.compareTo(hold) > 0) {
                hold = operand.hold;
            }
        }
    }

    final Hold hold() {
        return hold;
    }

    final Ex holding(Hold other) {
        hold = other;
        return this;
    }

    final SqlType type() {
        return type;
    }

    /** The tables whose current row it looks at. */
    final BitSet slots() {
        return slots;
    }

    /** The value for the current rows; null is NULL. */
    abstract @Nullable Object eval(Env env);

    boolean nullable() {
        return true;
    }

    static Ex of(SqlType type, Function<Env, @Nullable Object> body, Ex... operands) {
        return new Ex(type, operands) {
            @Override
            @Nullable
            Object eval(Env env) {
                return body.apply(env);
            }
        };
    }

    /** A constant. */
    static final class Constant extends Ex {
        private final @Nullable Object value;
        private final boolean bare;

        Constant(SqlType type, @Nullable Object value) {
            this(type, value, false);
        }

        private Constant(SqlType type, @Nullable Object value, boolean bare) {
            super(type);
            this.value = value;
            this.bare = bare;
        }

        /** The word NULL, which takes the type that it meets. */
        static Constant bareNull() {
            return new Constant(SqlType.INT, null, true);
        }

        /** Whether it is the word NULL alone. */
        boolean isBareNull() {
            return bare;
        }

        @Nullable
        Object value() {
            return value;
        }

        @Override
        @Nullable
        Object eval(Env env) {
            return value;
        }

        @Override
        boolean nullable() {
            return value == null;
        }
    }

    /** A column of a table's current row. */
    static final class ColumnRef extends Ex {
        private final int slot;
        private final int ordinal;
        private final boolean nullable;

        ColumnRef(SqlType type, int slot, int ordinal, boolean nullable) {
            super(type);
            this.slot = slot;
            this.ordinal = ordinal;
            this.nullable = nullable;
            slots().set(slot);
            holding(Hold.COLUMN);
        }

        int slot() {
            return slot;
        }

        int ordinal() {
            return ordinal;
        }

        @Override
        boolean nullable() {
            return nullable;
        }

        boolean isSameAs(Ex other) {
            return other instanceof ColumnRef ref && ref.slot == slot && ref.ordinal == ordinal;
        }

        @Override
        @Nullable
        Object eval(Env env) {
            return env.rows[slot].value(ordinal);
        }
    }

    /** A conversion; remembers its operand so that bounds can look through it. */
    static final class Converted extends Ex {
        private final Ex operand;

        Converted(Ex operand, SqlType type) {
            super(type, operand);
            this.operand = operand;
        }

        Ex operand() {
            return operand;
        }

        @Override
        boolean nullable() {
            return operand.nullable();
        }

        @Override
        @Nullable
        Object eval(Env env) {
            Object value = operand.eval(env);
            return value == null ? null : io.sqlserversim.types.Conversions.convert(value, operand.type(), type());
        }
    }
}

package io.sqlserversim.engine;

import io.sqlserversim.types.Conversions;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlTypes;
import io.sqlserversim.types.Values;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The states of the aggregate functions. NULL is passed over, and said so once (Msg 8153). */
final class Accumulators {
    private Accumulators() {}

    /** COUNT and COUNT_BIG; without argument it counts rows. */
    static final class Count implements Accumulator {
        private final @Nullable Ex argument;
        private final SqlType type;
        private long count;

        Count(@Nullable Ex argument, SqlType type) {
            this.argument = argument;
            this.type = type;
        }

        @Override
        public void add(Env env) {
            if (argument == null || argument.eval(env) != null) {
                count++;
            } else {
                env.nullEliminated();
            }
        }

        @Override
        public Object result() {
            return Arithmetic.box(type, count);
        }
    }

    /** Passes each value on once. */
    static final class Distinct implements Accumulator {
        private final Ex argument;
        private final Accumulator inner;
        private final Set<Object> seen = new HashSet<>();

        Distinct(Ex argument, Accumulator inner) {
            this.argument = argument;
            this.inner = inner;
        }

        @Override
        public void add(Env env) {
            Object value = argument.eval(env);
            if (value == null || seen.add(Values.key(argument.type(), value))) {
                inner.add(env);
            }
        }

        @Override
        public @Nullable Object result() {
            return inner.result();
        }
    }

    /** MIN and MAX. */
    static final class Extreme implements Accumulator {
        private final Ex argument;
        private final boolean max;
        private @Nullable Object best;

        Extreme(Ex argument, boolean max) {
            this.argument = argument;
            this.max = max;
        }

        @Override
        public void add(Env env) {
            Object value = argument.eval(env);
            if (value == null) {
                env.nullEliminated();
            } else if (best == null || (Values.compare(argument.type(), value, best) > 0) == max) {
                best = value;
            }
        }

        @Override
        public @Nullable Object result() {
            return best;
        }
    }

    /** SUM and AVG of whole numbers. */
    static final class WholeSum implements Accumulator {
        private final Ex argument;
        private final SqlType type;
        private final boolean average;
        private long sum;
        private long count;

        WholeSum(Ex argument, SqlType type, boolean average) {
            this.argument = argument;
            this.type = type;
            this.average = average;
        }

        @Override
        public void add(Env env) {
            Object value = argument.eval(env);
            if (value == null) {
                env.nullEliminated();
                return;
            }
            try {
                sum = Math.addExact(sum, (Long) value);
            } catch (ArithmeticException e) {
                throw Errors.overflow(type);
            }
            if (sum != (int) sum && type.kind() == SqlType.Kind.INT) {
                throw Errors.overflow(type);
            }
            count++;
        }

        @Override
        public @Nullable Object result() {
            return count == 0 ? null : Arithmetic.box(type, average ? sum / count : sum);
        }
    }

    /** SUM and AVG of approximate numbers. */
    static final class FloatSum implements Accumulator {
        private final Ex argument;
        private final boolean average;
        private double sum;
        private long count;

        FloatSum(Ex argument, boolean average) {
            this.argument = argument;
            this.average = average;
        }

        @Override
        public void add(Env env) {
            Object value = argument.eval(env);
            if (value == null) {
                env.nullEliminated();
                return;
            }
            sum += (Double) value;
            if (Double.isInfinite(sum)) {
                throw Errors.overflow(SqlType.FLOAT);
            }
            count++;
        }

        @Override
        public @Nullable Object result() {
            return count == 0 ? null : (Object) (average ? sum / count : sum);
        }
    }

    /** SUM and AVG of decimals and money. */
    static final class DecimalSum implements Accumulator {
        private final Ex argument;
        private final SqlType type;
        private final boolean average;
        private BigDecimal sum = BigDecimal.ZERO;
        private long count;

        DecimalSum(Ex argument, SqlType type, boolean average) {
            this.argument = argument;
            this.type = type;
            this.average = average;
        }

        @Override
        public void add(Env env) {
            Object value = argument.eval(env);
            if (value == null) {
                env.nullEliminated();
                return;
            }
            sum = sum.add((BigDecimal) value);
            count++;
        }

        @Override
        public @Nullable Object result() {
            if (count == 0) {
                return null;
            }
            int scale = type.kind() == SqlType.Kind.DECIMAL ? type.scale() : 4;
            BigDecimal value = average ? sum.divide(BigDecimal.valueOf(count), scale, RoundingMode.DOWN) : sum;
            return Conversions.convert(value, SqlTypes.asDecimal(type), type);
        }
    }

    /** STDEV, STDEVP, VAR and VARP, by Welford's method. */
    static final class Deviation implements Accumulator {
        private final Ex argument;
        private final String name;
        private long count;
        private double mean;
        private double squares;

        Deviation(Ex argument, String name) {
            this.argument = argument;
            this.name = name;
        }

        @Override
        public void add(Env env) {
            Object value = argument.eval(env);
            if (value == null) {
                env.nullEliminated();
                return;
            }
            count++;
            double delta = (Double) value - mean;
            mean += delta / count;
            squares += delta * ((Double) value - mean);
        }

        @Override
        public @Nullable Object result() {
            long divisor = name.endsWith("P") ? count : count - 1;
            if (divisor <= 0) {
                return null;
            }
            double variance = squares / divisor;
            return name.startsWith("STDEV") ? Math.sqrt(variance) : variance;
        }
    }

    /** CHECKSUM_AGG: exclusive or of all values, independent of their order. */
    static final class Checksum implements Accumulator {
        private final Ex argument;
        private int sum;
        private boolean any;

        Checksum(Ex argument) {
            this.argument = argument;
        }

        @Override
        public void add(Env env) {
            Object value = argument.eval(env);
            if (value == null) {
                env.nullEliminated();
                return;
            }
            sum ^= (Integer) value;
            any = true;
        }

        @Override
        public @Nullable Object result() {
            return any ? sum : null;
        }
    }
}

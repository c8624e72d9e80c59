package io.sqlserversim.engine;

import io.sqlserversim.catalog.Bounds;
import io.sqlserversim.sql.Condition.Comparison;
import io.sqlserversim.types.SqlTypes;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds what a condition says about the integer columns of one table, given the current rows of all others. */
final class BoundsFinder {
    private static final int MOST_VALUES = 50_000;
    private static final Bounds NOTHING = Bounds.range(1, 0);
    private static final BigDecimal LOW = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal HIGH = BigDecimal.valueOf(Long.MAX_VALUE);

    private BoundsFinder() {}

    static Map<Integer, Bounds> find(Pred pred, int slot, Env env) {
        return switch (pred) {
            case Pred.Compare compare -> compare(compare, slot, env);
            case Pred.In in -> in(in, slot, env);
            case Pred.And and -> {
                Map<Integer, Bounds> all = new HashMap<>();
                for (Pred operand : and.operands) {
                    find(operand, slot, env).forEach((column, b) -> all.merge(column, b, BoundsMath::intersect));
                }
                yield all;
            }
            case Pred.Or or -> or(or, slot, env);
            case ConstantIn in -> keys(in.value, in.keys(), slot);
            case SetPred in -> integerColumn(in.value, slot) == null ? Map.of() : keys(in.value, in.keys(env), slot);
            default -> Map.of();
        };
    }

    /** A column is bounded by an OR when each of its operands bounds it. */
    private static Map<Integer, Bounds> or(Pred.Or or, int slot, Env env) {
        Map<Integer, Bounds> united = null;
        for (Pred operand : or.operands) {
            Map<Integer, Bounds> found = find(operand, slot, env);
            if (united == null) {
                united = new HashMap<>(found);
            } else {
                united.keySet().retainAll(found.keySet());
                for (Map.Entry<Integer, Bounds> entry : united.entrySet()) {
                    Bounds other = found.getOrDefault(entry.getKey(), Bounds.ALL);
                    entry.setValue(BoundsMath.unite(entry.getValue(), other));
                }
            }
        }
        return united == null ? Map.of() : united;
    }

    private static Map<Integer, Bounds> compare(Pred.Compare compare, int slot, Env env) {
        Ex.ColumnRef column = integerColumn(compare.left, slot);
        Ex other = compare.right;
        Comparison operator = compare.operator;
        if (column == null) {
            column = integerColumn(compare.right, slot);
            other = compare.left;
            operator = operator.swapped();
        }
        if (column == null || other.slots().get(slot) || operator == Comparison.NOT_EQUAL) {
            return Map.of();
        }
        Bounds bounds = bounds(operator, other.eval(env));
        return bounds == null ? Map.of() : Map.of(column.ordinal(), bounds);
    }

    private static @Nullable Bounds bounds(Comparison operator, @Nullable Object value) {
        if (value == null) {
            return NOTHING;
        }
        BigDecimal number = exact(value);
        if (number == null) {
            return null;
        }
        long floor = clamp(number.setScale(0, RoundingMode.FLOOR));
        long ceiling = clamp(number.setScale(0, RoundingMode.CEILING));
        return switch (operator) {
            case EQUAL -> floor == ceiling ? Bounds.of(floor) : NOTHING;
            case LESS -> ceiling == Long.MIN_VALUE ? NOTHING : Bounds.range(Long.MIN_VALUE, ceiling - 1);
            case LESS_OR_EQUAL -> Bounds.range(Long.MIN_VALUE, floor);
            case GREATER -> floor == Long.MAX_VALUE ? NOTHING : Bounds.range(floor + 1, Long.MAX_VALUE);
            case GREATER_OR_EQUAL -> Bounds.range(ceiling, Long.MAX_VALUE);
            case NOT_EQUAL -> null;
        };
    }

    private static @Nullable BigDecimal exact(Object value) {
        return switch (value) {
            case Integer i -> BigDecimal.valueOf(i);
            case Long l -> BigDecimal.valueOf(l);
            case BigDecimal d -> d.compareTo(LOW) >= 0 && d.compareTo(HIGH) <= 0 ? d : null;
            default -> null;
        };
    }

    private static long clamp(BigDecimal number) {
        return number.min(HIGH).max(LOW).longValue();
    }

    private static Map<Integer, Bounds> in(Pred.In in, int slot, Env env) {
        Ex.ColumnRef column = integerColumn(in.value, slot);
        if (column == null) {
            return Map.of();
        }
        long[] values = new long[in.list.size()];
        int count = 0;
        for (Ex item : in.list) {
            if (item.slots().get(slot)) {
                return Map.of();
            }
            Object value = item.eval(env);
            BigDecimal number = value == null ? null : exact(value);
            if (value != null && number == null) {
                return Map.of();
            }
            if (number != null && number.stripTrailingZeros().scale() <= 0) {
                values[count++] = number.longValue();
            }
        }
        return Map.of(column.ordinal(), Bounds.of(java.util.Arrays.copyOf(values, count)));
    }

    private static Map<Integer, Bounds> keys(Ex value, Set<Object> keys, int slot) {
        Ex.ColumnRef column = integerColumn(value, slot);
        if (column == null || keys.size() > MOST_VALUES) {
            return Map.of();
        }
        long[] values = new long[keys.size()];
        int count = 0;
        for (Object key : keys) {
            BigDecimal number = exact(key);
            if (number == null) {
                return Map.of();
            }
            if (number.stripTrailingZeros().scale() <= 0) {
                values[count++] = number.longValue();
            }
        }
        return Map.of(column.ordinal(), Bounds.of(java.util.Arrays.copyOf(values, count)));
    }

    /** The table's integer column that an expression is, maybe converted to a wider exact number. */
    static Ex.@Nullable ColumnRef integerColumn(Ex ex, int slot) {
        if (ex instanceof Ex.Converted converted && SqlTypes.isExact(converted.type())) {
            return integerColumn(converted.operand(), slot);
        }
        boolean found = ex instanceof Ex.ColumnRef ref && ref.slot() == slot && SqlTypes.isInteger(ref.type());
        return found ? (Ex.ColumnRef) ex : null;
    }

    static void collectFixed(Pred pred, int slot, List<Ex.ColumnRef> into) {
        if (pred instanceof Pred.And and) {
            and.operands.forEach(operand -> collectFixed(operand, slot, into));
        } else if (pred instanceof Pred.Compare compare && compare.operator == Comparison.EQUAL) {
            Ex.ColumnRef left = integerColumn(compare.left, slot);
            Ex.ColumnRef right = integerColumn(compare.right, slot);
            if (left != null && !compare.right.slots().get(slot)) {
                into.add(left);
            } else if (right != null && !compare.left.slots().get(slot)) {
                into.add(right);
            }
        } else if (pred instanceof Pred.In in && in.list.size() == 1) {
            Ex.ColumnRef column = integerColumn(in.value, slot);
            if (column != null && !in.list.getFirst().slots().get(slot)) {
                into.add(column);
            }
        }
    }
}

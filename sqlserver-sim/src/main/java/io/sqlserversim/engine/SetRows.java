package io.sqlserversim.engine;

import io.sqlserversim.sql.Query.SetOperator;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.Values;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** DISTINCT, UNION, EXCEPT and INTERSECT over rows of equal types. */
final class SetRows extends Rows {
    private static final Object NULL_KEY = new Object();

    private final SetOperator operator;
    private final Rows left;
    private final @Nullable Rows right;
    private final List<SqlType> types;
    private final Set<Object> seen = new HashSet<>();
    private final Set<Object> others = new HashSet<>();
    private boolean onRight;

    /** The right side is null for DISTINCT, which is a union with nothing. */
    SetRows(SetOperator operator, Rows left, @Nullable Rows right, List<SqlType> types) {
        this.operator = operator;
        this.left = left;
        this.right = right;
        this.types = types;
    }

    private Object key(@Nullable Object[] row) {
        Object[] parts = new Object[types.size()];
        for (int i = 0; i < parts.length; i++) {
            Object value = row[i];
            parts[i] = value == null ? NULL_KEY : Values.key(types.get(i), value);
        }
        return Arrays.asList(parts);
    }

    @Override
    void open(Env env) {
        seen.clear();
        others.clear();
        onRight = false;
        boolean readsRightFirst = operator == SetOperator.EXCEPT || operator == SetOperator.INTERSECT;
        if (readsRightFirst && right != null) {
            right.open(env);
            for (@Nullable Object[] row = right.next(env); row != null; row = right.next(env)) {
                env.rowWorked();
                others.add(key(row));
            }
            right.close(env);
        }
        left.open(env);
    }

    @Override
    @Nullable
    Object @Nullable [] next(Env env) {
        while (true) {
            @Nullable Object[] row = advance(env);
            if (row == null || accepts(row)) {
                return row;
            }
            env.rowWorked();
        }
    }

    private @Nullable Object @Nullable [] advance(Env env) {
        if (!onRight) {
            @Nullable Object[] row = left.next(env);
            boolean union = operator == SetOperator.UNION || operator == SetOperator.UNION_ALL;
            if (row != null || !union || right == null) {
                return row;
            }
            left.close(env);
            right.open(env);
            onRight = true;
        }
        return right == null ? null : right.next(env);
    }

    private boolean accepts(@Nullable Object[] row) {
        return switch (operator) {
            case UNION_ALL -> true;
            case UNION -> seen.add(key(row));
            case EXCEPT -> !others.contains(key(row)) && seen.add(key(row));
            case INTERSECT -> others.contains(key(row)) && seen.add(key(row));
        };
    }

    @Override
    void close(Env env) {
        left.close(env);
        if (right != null) {
            right.close(env);
        }
    }

    @Override
    double rows() {
        return left.rows() + (right == null ? 0 : right.rows());
    }
}

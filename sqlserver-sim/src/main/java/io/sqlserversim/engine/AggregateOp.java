package io.sqlserversim.engine;

import io.sqlserversim.types.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Groups its input by hashing; gives one row per group: the keys, then the aggregates. */
final class AggregateOp extends Op {
    private static final Object NULL_KEY = new Object();

    private record Group(@Nullable Object[] keys, Accumulator[] accumulators) {}

    private final Op input;
    private final List<Ex> keys;
    private final List<Accumulator.Factory> aggregates;
    private final int slot;
    private @Nullable Iterator<Group> groups;

    AggregateOp(Op input, List<Ex> keys, List<Accumulator.Factory> aggregates, int slot) {
        this.input = input;
        this.keys = keys;
        this.aggregates = aggregates;
        this.slot = slot;
        slots().set(slot);
    }

    @Override
    void open(Env env) {
        Map<Object, Group> found = new LinkedHashMap<>();
        if (keys.isEmpty()) {
            found.put(List.of(), group(new @Nullable Object[0]));
        }
        input.open(env);
        while (input.next(env)) {
            env.rowWorked();
            Group group = groupOf(env, found);
            for (Accumulator accumulator : group.accumulators()) {
                accumulator.add(env);
            }
        }
        input.close(env);
        groups = found.values().iterator();
    }

    private Group groupOf(Env env, Map<Object, Group> found) {
        @Nullable Object[] values = new @Nullable Object[keys.size()];
        Object[] parts = new Object[keys.size()];
        for (int i = 0; i < values.length; i++) {
            Object value = keys.get(i).eval(env);
            values[i] = value;
            parts[i] = value == null ? NULL_KEY : Values.key(keys.get(i).type(), value);
        }
        Object key = Arrays.asList(parts);
        Group group = found.get(key);
        if (group == null) {
            group = group(values);
            found.put(key, group);
        }
        return group;
    }

    private Group group(@Nullable Object[] values) {
        List<Accumulator> accumulators = new ArrayList<>();
        for (Accumulator.Factory aggregate : aggregates) {
            accumulators.add(aggregate.create());
        }
        return new Group(values, accumulators.toArray(new Accumulator[0]));
    }

    @Override
    boolean next(Env env) {
        Iterator<Group> left = groups;
        if (left == null || !left.hasNext()) {
            return false;
        }
        env.rowWorked();
        Group group = left.next();
        @Nullable Object[] row = Arrays.copyOf(group.keys(), keys.size() + aggregates.size());
        for (int i = 0; i < group.accumulators().length; i++) {
            row[keys.size() + i] = group.accumulators()[i].result();
        }
        env.rows[slot] = new ArrayRow(row);
        return true;
    }

    @Override
    void close(Env env) {
        input.close(env);
        groups = null;
        env.rows[slot] = RowView.NULLS;
    }

    @Override
    double rows() {
        return keys.isEmpty() ? 1 : input.rows() / 5;
    }
}

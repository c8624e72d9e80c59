package io.sqlserversim.engine;

import io.sqlserversim.types.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
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
    private final List<BitSet> sets;
    private final List<Accumulator.Factory> aggregates;
    private final int slot;
    private @Nullable Iterator<Group> groups;

    /** Each row goes into one group of each set; keys that are not in the set are NULL there. */
    AggregateOp(Op input, List<Ex> keys, List<BitSet> sets, List<Accumulator.Factory> aggregates, int slot) {
        this.input = input;
        this.keys = keys;
        this.sets = sets;
        this.aggregates = aggregates;
        this.slot = slot;
        slots().set(slot);
    }

    @Override
    void open(Env env) {
        Map<Object, Group> found = new LinkedHashMap<>();
        for (int i = 0; i < sets.size(); i++) {
            if (sets.get(i).isEmpty()) {
                found.put(key(i, new @Nullable Object[keys.size()]), group(i, new @Nullable Object[keys.size()]));
            }
        }
        input.open(env);
        while (input.next(env)) {
            env.rowWorked();
            @Nullable Object[] values = new @Nullable Object[keys.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = keys.get(i).eval(env);
            }
            for (int i = 0; i < sets.size(); i++) {
                for (Accumulator accumulator : groupOf(i, values, found).accumulators()) {
                    accumulator.add(env);
                }
            }
        }
        input.close(env);
        groups = found.values().iterator();
    }

    private Group groupOf(int set, @Nullable Object[] values, Map<Object, Group> found) {
        Object key = key(set, values);
        Group group = found.get(key);
        if (group == null) {
            @Nullable Object[] own = values.clone();
            for (int i = 0; i < own.length; i++) {
                if (!sets.get(set).get(i)) {
                    own[i] = null;
                }
            }
            group = group(set, own);
            found.put(key, group);
        }
        return group;
    }

    private Object key(int set, @Nullable Object[] values) {
        Object[] parts = new Object[values.length + 1];
        for (int i = 0; i < values.length; i++) {
            Object value = sets.get(set).get(i) ? values[i] : null;
            parts[i] = value == null ? NULL_KEY : Values.key(keys.get(i).type(), value);
        }
        parts[values.length] = set;
        return Arrays.asList(parts);
    }

    private Group group(int set, @Nullable Object[] values) {
        List<Accumulator> accumulators = new ArrayList<>();
        for (Accumulator.Factory aggregate : aggregates) {
            Accumulator accumulator = aggregate.create();
            if (accumulator instanceof GroupingMark mark) {
                mark.madeBy(sets.get(set));
            }
            accumulators.add(accumulator);
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

package io.sqlserversim.engine;

import io.sqlserversim.catalog.Bounds;
import io.sqlserversim.types.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the rows of its build side in a hash table and looks each probe row up. Keeps the order of the probe side. The
 * keys that it has kept bound the probe side's scan where a key is an integer column and rows without a match are not
 * wanted.
 */
final class HashJoin extends Op {
    private static final int MOST_BOUND_VALUES = 50_000;

    /** A kept row, and whether it has met a match. */
    private static final class Kept {
        final RowView[] rows;
        boolean matched;

        Kept(RowView[] rows) {
            this.rows = rows;
        }
    }

    private final Op probe;
    private final Op build;
    private final List<Ex> probeKeys;
    private final List<Ex> buildKeys;
    private final List<Pred> conditions;
    private final boolean probeOuter;
    private final boolean buildOuter;
    private final RowKeeper keeper;
    private final List<Kept> all = new ArrayList<>();
    private final Map<Object, List<Kept>> table = new HashMap<>();
    private List<Kept> candidates = List.of();
    private int at;
    private boolean probePositioned;
    private boolean matched;
    private int unmatchedAt = -1;

    HashJoin(
            Op probe,
            Op build,
            List<Ex> probeKeys,
            List<Ex> buildKeys,
            List<Pred> conditions,
            boolean probeOuter,
            boolean buildOuter,
            RowKeeper keeper) {
        this.probe = probe;
        this.build = build;
        this.probeKeys = probeKeys;
        this.buildKeys = buildKeys;
        this.conditions = conditions;
        this.probeOuter = probeOuter;
        this.buildOuter = buildOuter;
        this.keeper = keeper;
        slots().or(probe.slots());
        slots().or(build.slots());
    }

    @Override
    void open(Env env) {
        all.clear();
        table.clear();
        probePositioned = false;
        unmatchedAt = -1;
        build.open(env);
        while (build.next(env)) {
            env.rowWorked();
            keep(env);
        }
        build.close(env);
        if (!probeOuter) {
            boundProbe(env);
        }
        probe.open(env);
    }

    private void keep(Env env) {
        Object key = key(buildKeys, env);
        if (key != null || buildOuter) {
            Kept kept = new Kept(keeper.keep(env));
            if (buildOuter) {
                all.add(kept);
            }
            if (key != null) {
                table.computeIfAbsent(key, k -> new ArrayList<>(1)).add(kept);
            }
        }
    }

    private static @Nullable Object key(List<Ex> keys, Env env) {
        if (keys.size() == 1) {
            Ex only = keys.getFirst();
            Object value = only.eval(env);
            return value == null ? null : Values.key(only.type(), value);
        }
        Object[] parts = new Object[keys.size()];
        for (int i = 0; i < parts.length; i++) {
            Object value = keys.get(i).eval(env);
            if (value == null) {
                return null;
            }
            parts[i] = Values.key(keys.get(i).type(), value);
        }
        return Arrays.asList(parts);
    }

    private void boundProbe(Env env) {
        for (int i = 0; i < probeKeys.size(); i++) {
            for (int slot = probe.slots().nextSetBit(0);
                    slot >= 0;
                    slot = probe.slots().nextSetBit(slot + 1)) {
                Ex.ColumnRef column = BoundsFinder.integerColumn(probeKeys.get(i), slot);
                if (column != null && table.size() <= MOST_BOUND_VALUES) {
                    Bounds bounds = keyBounds(i);
                    if (bounds != null) {
                        env.joinBounds(slot, column.ordinal(), bounds);
                    }
                }
            }
        }
    }

    private @Nullable Bounds keyBounds(int part) {
        long[] values = new long[table.size()];
        int count = 0;
        for (Object key : table.keySet()) {
            Object value = key instanceof List<?> parts ? parts.get(part) : key;
            if (value instanceof Integer i) {
                values[count++] = i;
            } else if (value instanceof Long l) {
                values[count++] = l;
            } else {
                return null;
            }
        }
        return Bounds.of(Arrays.copyOf(values, count));
    }

    @Override
    boolean next(Env env) {
        while (unmatchedAt < 0) {
            if (!probePositioned) {
                if (!probe.next(env)) {
                    keeper.clear(env);
                    unmatchedAt = 0;
                    break;
                }
                Object key = key(probeKeys, env);
                candidates = key == null ? List.of() : table.getOrDefault(key, List.of());
                at = 0;
                probePositioned = true;
                matched = false;
            }
            if (nextCandidate(env)) {
                return true;
            }
            probePositioned = false;
            if (probeOuter && !matched) {
                keeper.clear(env);
                return true;
            }
        }
        return buildOuter && nextUnmatched(env);
    }

    private boolean nextCandidate(Env env) {
        while (at < candidates.size()) {
            env.rowWorked();
            Kept kept = candidates.get(at++);
            keeper.restore(env, kept.rows);
            boolean holds = true;
            for (Pred condition : conditions) {
                holds &= condition.test(env) == Pred.TRUE;
            }
            if (holds) {
                matched = true;
                kept.matched = true;
                return true;
            }
        }
        return false;
    }

    private boolean nextUnmatched(Env env) {
        while (unmatchedAt < all.size()) {
            Kept kept = all.get(unmatchedAt++);
            if (!kept.matched) {
                probe.slots().stream().forEach(slot -> env.rows[slot] = RowView.NULLS);
                keeper.restore(env, kept.rows);
                return true;
            }
        }
        return false;
    }

    @Override
    void close(Env env) {
        probe.close(env);
        build.close(env);
        table.clear();
        all.clear();
    }

    @Override
    List<Ex.ColumnRef> order() {
        return buildOuter ? List.of() : probe.order();
    }

    @Override
    double rows() {
        return Math.max(probe.rows(), build.rows());
    }
}

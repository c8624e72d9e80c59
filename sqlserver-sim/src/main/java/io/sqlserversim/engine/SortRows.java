package io.sqlserversim.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Sorts; keeps only the first rows when it is told how many matter. Stable. */
final class SortRows extends Rows {
    /** A row with its place in the input, which makes a heap stable. */
    private record Placed(@Nullable Object[] row, long place) {}

    private static final long MOST_IN_HEAP = 10_000_000;

    private final Rows input;
    private final Comparator<@Nullable Object[]> order;
    private final @Nullable Ex limit; // bigint; null sorts all
    private List<@Nullable Object[]> sorted = List.of();
    private int at;

    SortRows(Rows input, List<SortKey> keys, @Nullable Ex limit) {
        this.input = input;
        this.order = SortKey.comparator(keys);
        this.limit = limit;
    }

    @Override
    void open(Env env) {
        at = 0;
        long most = Long.MAX_VALUE;
        if (limit != null) {
            Object value = limit.eval(env);
            most = value == null ? 0 : (Long) value;
        }
        input.open(env);
        sorted = most <= MOST_IN_HEAP ? first((int) most, env) : all(env);
        input.close(env);
    }

    private List<@Nullable Object[]> all(Env env) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (@Nullable Object[] row = input.next(env); row != null; row = input.next(env)) {
            env.rowWorked();
            rows.add(input.kept(row));
        }
        rows.sort(order);
        return rows;
    }

    private List<@Nullable Object[]> first(int most, Env env) {
        Comparator<Placed> stable = Comparator.<Placed, @Nullable Object[]>comparing(Placed::row, order)
                .thenComparingLong(Placed::place);
        PriorityQueue<Placed> heap = new PriorityQueue<>(stable.reversed());
        long place = 0;
        for (@Nullable Object[] row = input.next(env); row != null; row = input.next(env)) {
            env.rowWorked();
            if (heap.size() < most) {
                heap.add(new Placed(input.kept(row), place++));
            } else if (most > 0 && order.compare(row, heap.element().row()) < 0) {
                heap.poll();
                heap.add(new Placed(input.kept(row), place++));
            }
        }
        List<@Nullable Object[]> rows = new ArrayList<>();
        heap.stream().sorted(stable).forEach(placed -> rows.add(placed.row()));
        return rows;
    }

    @Override
    @Nullable
    Object @Nullable [] next(Env env) {
        if (at >= sorted.size()) {
            return null;
        }
        env.rowWorked();
        return sorted.get(at++);
    }

    @Override
    void close(Env env) {
        sorted = List.of();
        input.close(env);
    }

    @Override
    boolean fresh() {
        return true;
    }

    @Override
    double rows() {
        return input.rows();
    }
}

package io.sqlserversim.engine;

import io.sqlserversim.sql.Expr;
import io.sqlserversim.types.Values;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps all rows, computes each window function over them, and gives them in the order of the last one. */
final class WindowOp extends Op {
    private record Kept(RowView[] rows, @Nullable Object[] results) {}

    /** A row under one window: what it is partitioned and ordered by. */
    private record Keyed(Kept kept, @Nullable Object[] keys) {}

    private final Op input;
    private final List<Windows.Call> calls;
    private final int slot;
    private final RowKeeper keeper;
    private List<Kept> rows = List.of();
    private int at;

    WindowOp(Op input, List<Windows.Call> calls, int slot, RowKeeper keeper) {
        this.input = input;
        this.calls = calls;
        this.slot = slot;
        this.keeper = keeper;
        slots().or(input.slots());
        slots().set(slot);
    }

    @Override
    void open(Env env) {
        at = 0;
        List<Kept> all = new ArrayList<>();
        input.open(env);
        while (input.next(env)) {
            env.rowWorked();
            all.add(new Kept(keeper.keep(env), new @Nullable Object[calls.size()]));
        }
        input.close(env);
        for (int c = 0; c < calls.size(); c++) {
            all = compute(calls.get(c), c, all, env);
        }
        rows = all;
    }

    private List<Kept> compute(Windows.Call call, int index, List<Kept> all, Env env) {
        List<Keyed> keyed = new ArrayList<>();
        for (Kept kept : all) {
            env.rowWorked();
            keeper.restore(env, kept.rows());
            keyed.add(new Keyed(kept, keys(call, env)));
        }
        int partitionKeys = call.partition().size();
        keyed.sort(comparator(call, 0, partitionKeys + call.order().size()));
        Comparator<Keyed> samePartition = comparator(call, 0, partitionKeys);
        int from = 0;
        while (from < keyed.size()) {
            int to = from + 1;
            while (to < keyed.size() && samePartition.compare(keyed.get(from), keyed.get(to)) == 0) {
                to++;
            }
            partition(call, index, keyed.subList(from, to), env);
            from = to;
        }
        return keyed.stream().map(Keyed::kept).toList();
    }

    private static @Nullable Object[] keys(Windows.Call call, Env env) {
        @Nullable
        Object[] keys =
                new @Nullable Object[call.partition().size() + call.order().size()];
        int i = 0;
        for (Ex key : call.partition()) {
            keys[i++] = key.eval(env);
        }
        for (Ex key : call.order()) {
            keys[i++] = key.eval(env);
        }
        return keys;
    }

    private static Comparator<Keyed> comparator(Windows.Call call, int from, int to) {
        int partitionKeys = call.partition().size();
        return (a, b) -> {
            for (int i = from; i < to; i++) {
                boolean inOrder = i >= partitionKeys;
                Ex key = inOrder
                        ? call.order().get(i - partitionKeys)
                        : call.partition().get(i);
                int order = compare(key, a.keys()[i], b.keys()[i]);
                if (order != 0) {
                    return inOrder && call.descending().get(i - partitionKeys) ? -order : order;
                }
            }
            return 0;
        };
    }

    private static int compare(Ex key, @Nullable Object a, @Nullable Object b) {
        if (a == null || b == null) {
            return a == null ? (b == null ? 0 : -1) : 1;
        }
        return Values.compare(key.type(), a, b);
    }

    private void partition(Windows.Call call, int index, List<Keyed> rowsOfIt, Env env) {
        if (call.name().equals("LAG") || call.name().equals("LEAD")) {
            shift(call, index, rowsOfIt, env);
            return;
        }
        if (call.name().equals("NTILE")) {
            tiles(call, index, rowsOfIt, env);
            return;
        }
        if (call.aggregate() != null || call.isEdgeValue()) {
            framed(call, index, rowsOfIt, env);
            return;
        }
        int partitionKeys = call.partition().size();
        Comparator<Keyed> peers =
                comparator(call, partitionKeys, partitionKeys + call.order().size());
        long group = 0;
        int from = 0;
        while (from < rowsOfIt.size()) {
            int to = from + 1;
            while (to < rowsOfIt.size() && peers.compare(rowsOfIt.get(from), rowsOfIt.get(to)) == 0) {
                to++;
            }
            group++;
            for (int i = from; i < to; i++) {
                int others = rowsOfIt.size() - 1;
                Object result = switch (call.name()) {
                    case "ROW_NUMBER" -> (long) (i + 1);
                    case "RANK" -> (long) (from + 1);
                    case "PERCENT_RANK" -> others == 0 ? 0.0 : (double) from / others;
                    case "CUME_DIST" -> (double) to / rowsOfIt.size();
                    default -> group;
                };
                rowsOfIt.get(i).kept().results()[index] = result;
            }
            from = to;
        }
    }

    /** Aggregates, FIRST_VALUE and LAST_VALUE: over the frame of each row. */
    private void framed(Windows.Call call, int index, List<Keyed> rowsOfIt, Env env) {
        WindowFrames frames = frames(call, rowsOfIt);
        Accumulator.Factory factory = call.aggregate();
        Accumulator running = null;
        int begun = -1;
        int reached = -1; // rows from begun to here are in the running state
        for (int i = 0; i < rowsOfIt.size(); i++) {
            int first = frames.first(i);
            int last = frames.last(i);
            if (factory == null) {
                int edge = call.name().equals("FIRST_VALUE") ? first : last;
                rowsOfIt.get(i).kept().results()[index] =
                        first > last ? null : edgeValue(call, rowsOfIt.get(edge), env);
                continue;
            }
            if (running == null || first != begun || last < reached) {
                running = factory.create();
                begun = first;
                reached = first - 1;
            }
            while (reached < last) {
                env.rowWorked();
                keeper.restore(env, rowsOfIt.get(++reached).kept().rows());
                running.add(env);
            }
            rowsOfIt.get(i).kept().results()[index] = running.result();
        }
    }

    private @Nullable Object edgeValue(Windows.Call call, Keyed row, Env env) {
        keeper.restore(env, row.kept().rows());
        return call.arguments().getFirst().eval(env);
    }

    /** Without a frame: with an order up to the last peer, else all of the partition. */
    private static WindowFrames frames(Windows.Call call, List<Keyed> rowsOfIt) {
        Expr.WindowFrame written = call.frame();
        Expr.FrameEdge end = call.order().isEmpty() ? Expr.FrameEdge.LAST : Expr.FrameEdge.CURRENT;
        Expr.WindowFrame frame =
                written == null ? new Expr.WindowFrame(false, Expr.FrameEdge.FIRST, 0, end, 0) : written;
        int partitionKeys = call.partition().size();
        Comparator<Keyed> peers =
                comparator(call, partitionKeys, partitionKeys + call.order().size());
        int size = rowsOfIt.size();
        int[] firstPeer = new int[size];
        int[] lastPeer = new int[size];
        for (int i = 1; i < size; i++) {
            boolean peer = peers.compare(rowsOfIt.get(i - 1), rowsOfIt.get(i)) == 0;
            firstPeer[i] = peer ? firstPeer[i - 1] : i;
        }
        for (int i = size - 1; i >= 0; i--) {
            lastPeer[i] = i + 1 < size && firstPeer[i + 1] == firstPeer[i] ? lastPeer[i + 1] : i;
        }
        return new WindowFrames(frame, firstPeer, lastPeer);
    }

    private void shift(Windows.Call call, int index, List<Keyed> rowsOfIt, Env env) {
        List<Ex> arguments = call.arguments();
        for (int i = 0; i < rowsOfIt.size(); i++) {
            keeper.restore(env, rowsOfIt.get(i).kept().rows());
            Object given = arguments.size() > 1
                    ? Coercion.to(arguments.get(1), io.sqlserversim.types.SqlType.INT)
                            .eval(env)
                    : Integer.valueOf(1);
            int distance = given == null ? 0 : (Integer) given;
            int other = call.name().equals("LAG") ? i - distance : i + distance;
            Object result = null;
            if (other >= 0 && other < rowsOfIt.size()) {
                keeper.restore(env, rowsOfIt.get(other).kept().rows());
                result = arguments.getFirst().eval(env);
            } else if (arguments.size() > 2) {
                result = Coercion.to(arguments.get(2), arguments.getFirst().type())
                        .eval(env);
            }
            rowsOfIt.get(i).kept().results()[index] = result;
        }
    }

    private void tiles(Windows.Call call, int index, List<Keyed> rowsOfIt, Env env) {
        Object given = Coercion.to(call.arguments().getFirst(), io.sqlserversim.types.SqlType.BIGINT)
                .eval(env);
        long tiles = given == null ? 0 : (Long) given;
        if (tiles <= 0) {
            throw new SqlError(
                    4198,
                    16,
                    1,
                    "The function 'ntile' takes only a positive int or bigint expression as its" + " input.");
        }
        long size = rowsOfIt.size() / tiles;
        long larger = rowsOfIt.size() % tiles;
        for (int i = 0; i < rowsOfIt.size(); i++) {
            long tile = i < larger * (size + 1) ? i / (size + 1) : larger + (i - larger * (size + 1)) / size;
            rowsOfIt.get(i).kept().results()[index] = tile + 1;
        }
    }

    @Override
    boolean next(Env env) {
        if (at >= rows.size()) {
            return false;
        }
        env.rowWorked();
        Kept kept = rows.get(at++);
        keeper.restore(env, kept.rows());
        env.rows[slot] = new ArrayRow(kept.results());
        return true;
    }

    @Override
    void close(Env env) {
        rows = List.of();
        keeper.clear(env);
        env.rows[slot] = RowView.NULLS;
        input.close(env);
    }

    @Override
    double rows() {
        return input.rows();
    }
}

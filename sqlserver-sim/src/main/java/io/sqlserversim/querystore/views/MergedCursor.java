package io.sqlserversim.querystore.views;

import io.sqlserversim.catalog.RowCursor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a scan with others among them, where the order of the view puts those. Confined to one thread.
 *
 * <p>The others come in the same order, as values by column; only integer columns order.
 */
final class MergedCursor implements RowCursor {
    private final RowCursor rows;
    private final List<@Nullable Object[]> others;
    private final List<Integer> order;
    private int next;
    private boolean loaded;
    private boolean ended;
    private @Nullable Object @Nullable [] current;

    MergedCursor(RowCursor rows, List<@Nullable Object[]> others, List<Integer> order) {
        this.rows = rows;
        this.others = others;
        this.order = order;
    }

    @Override
    public boolean advance() {
        if (!loaded && !ended) {
            loaded = rows.advance();
            ended = !loaded;
        }
        if (next < others.size() && (ended || comesBefore(others.get(next)))) {
            current = others.get(next++);
            return true;
        }
        current = null;
        loaded = false;
        return !ended;
    }

    private boolean comesBefore(@Nullable Object[] other) {
        for (int column : order) {
            int compared = Long.compare(number(other[column]), number(rows.value(column)));
            if (compared != 0) {
                return compared < 0;
            }
        }
        return false;
    }

    private static long number(@Nullable Object value) {
        return value instanceof Number number ? number.longValue() : Long.MIN_VALUE;
    }

    @Override
    public @Nullable Object value(int column) {
        return current == null ? rows.value(column) : current[column];
    }

    @Override
    public void close() {
        rows.close();
    }
}

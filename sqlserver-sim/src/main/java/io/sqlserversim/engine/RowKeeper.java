package io.sqlserversim.engine;

import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps the needed columns of the current rows of some tables, and puts them back. Confined to one statement. */
final class RowKeeper {
    private final int[] slots;
    private final List<BitSet> needed; // by slot, of the whole statement

    RowKeeper(BitSet slots, List<BitSet> needed) {
        this.slots = slots.stream().toArray();
        this.needed = needed;
    }

    RowView[] keep(Env env) {
        RowView[] kept = new RowView[slots.length];
        for (int i = 0; i < slots.length; i++) {
            kept[i] = keep(env.rows[slots[i]], needed.get(slots[i]));
        }
        return kept;
    }

    private static RowView keep(RowView row, BitSet columns) {
        if (row.isAllNull()) {
            return row;
        }
        @Nullable Object[] values = new @Nullable Object[columns.length()];
        for (int i = columns.nextSetBit(0); i >= 0; i = columns.nextSetBit(i + 1)) {
            values[i] = row.value(i);
        }
        return new ArrayRow(values);
    }

    void restore(Env env, RowView[] kept) {
        for (int i = 0; i < slots.length; i++) {
            env.rows[slots[i]] = kept[i];
        }
    }

    void clear(Env env) {
        for (int slot : slots) {
            env.rows[slot] = RowView.NULLS;
        }
    }
}

package io.tidegate.core.ledger;

import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.model.WaitRow;

/** A sum of rows that are known to be of one kind because they have one key. Confined to one thread. */
final class AnySum<R extends StatsRow> implements PartSum<StatsRow> {
    private final Class<R> kind;
    private final PartSum<R> sum;

    private AnySum(Class<R> kind, PartSum<R> sum) {
        this.kind = kind;
        this.sum = sum;
    }

    static PartSum<StatsRow> of(StatsRow first) {
        return switch (first) {
            case RuntimeRow row -> new AnySum<>(RuntimeRow.class, new RuntimeSum(row));
            case WaitRow row -> new AnySum<>(WaitRow.class, new WaitSum(row));
        };
    }

    @Override
    public void add(StatsRow part) {
        sum.add(kind.cast(part));
    }

    @Override
    public StatsRow row() {
        return sum.row();
    }
}

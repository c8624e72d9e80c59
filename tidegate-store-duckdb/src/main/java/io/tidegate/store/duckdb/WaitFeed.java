package io.tidegate.store.duckdb;

import io.tidegate.core.model.WaitRow;
import java.util.List;

/** Rows of wait stats for the engine. */
final class WaitFeed extends RowFeed<WaitRow> {
    WaitFeed() {
        super("tidegate_wait_rows", Facts.WAITS);
    }

    @Override
    void fill(Chunk out, List<WaitRow> rows) {
        out.longs(i -> rows.get(i).key().intervalId());
        out.longs(i -> rows.get(i).key().replicaGroup());
        out.longs(i -> rows.get(i).key().planId());
        out.ints(i -> rows.get(i).key().waitCategory());
        out.ints(i -> rows.get(i).key().executionType());
        out.longs(i -> rows.get(i).totalMillis());
        out.doubles(i -> rows.get(i).avgMillis());
        out.longs(i -> rows.get(i).lastMillis());
        out.longs(i -> rows.get(i).minMillis());
        out.longs(i -> rows.get(i).maxMillis());
        out.doubles(i -> rows.get(i).stdevMillis());
    }
}

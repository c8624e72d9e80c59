package io.tidegate.store.duckdb;

import io.tidegate.core.model.Metric;
import io.tidegate.core.model.MetricValues;
import io.tidegate.core.model.RuntimeRow;
import java.util.List;

/** Runtime rows for the engine. */
final class RuntimeFeed extends RowFeed<RuntimeRow> {
    RuntimeFeed() {
        super("tidegate_runtime_rows", Facts.RUNTIME);
    }

    @Override
    void fill(Chunk out, List<RuntimeRow> rows) {
        out.longs(i -> rows.get(i).key().intervalId());
        out.longs(i -> rows.get(i).key().replicaGroup());
        out.longs(i -> rows.get(i).key().planId());
        out.ints(i -> rows.get(i).key().executionType());
        out.longs(i -> rows.get(i).firstExecutionTicks());
        out.longs(i -> rows.get(i).lastExecutionTicks());
        out.longs(i -> rows.get(i).executions());
        int count = rows.size();
        double[][] avg = new double[count][];
        long[][] last = new long[count][];
        long[][] min = new long[count][];
        long[][] max = new long[count][];
        double[][] stdev = new double[count][];
        for (int i = 0; i < count; i++) {
            MetricValues values = rows.get(i).values();
            avg[i] = values.avg();
            last[i] = values.last();
            min[i] = values.min();
            max[i] = values.max();
            stdev[i] = values.stdev();
        }
        for (int m = 0; m < Metric.COUNT; m++) {
            out.doubles(avg, m);
            out.longs(last, m);
            out.longs(min, m);
            out.longs(max, m);
            out.doubles(stdev, m);
        }
    }
}

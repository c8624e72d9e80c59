package io.tidegate.sqlserver.read;

import io.tidegate.core.model.Metric;
import io.tidegate.core.model.MetricValues;
import io.tidegate.core.model.RuntimeKey;
import io.tidegate.core.model.RuntimeRow;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Reads runtime rows by ordinals, in the order of the columns, as adaptive buffering wants it. Confined to one thread. */
final class RuntimeRowReader implements KeyGroups.Parser<RuntimeRow> {
    private static final int LOCAL_REPLICA_GROUP = 1;

    private final Columns columns;

    RuntimeRowReader(Columns columns) {
        this.columns = columns;
    }

    static RuntimeRowReader of(ResultSet rows) throws SQLException {
        return new RuntimeRowReader(Columns.resolve(rows, RuntimeColumns.ALL));
    }

    @Override
    public RuntimeRow read(ResultSet row) throws SQLException {
        long intervalId = row.getLong(columns.at(RuntimeColumns.INTERVAL));
        long planId = row.getLong(columns.at(RuntimeColumns.PLAN));
        int type = row.getInt(columns.at(RuntimeColumns.TYPE));
        long replicaGroup = columns.has(RuntimeColumns.REPLICA_GROUP)
                ? row.getLong(columns.at(RuntimeColumns.REPLICA_GROUP))
                : LOCAL_REPLICA_GROUP;
        long first = Values.ticks(row, columns.at(RuntimeColumns.FIRST));
        long last = Values.ticks(row, columns.at(RuntimeColumns.LAST));
        long executions = row.getLong(columns.at(RuntimeColumns.EXECUTIONS));
        RuntimeKey key = new RuntimeKey(intervalId, replicaGroup, planId, type);
        return new RuntimeRow(key, first, last, executions, metrics(row));
    }

    private MetricValues metrics(ResultSet row) throws SQLException {
        MetricValues values = MetricValues.absent();
        for (int metric = 0; metric < Metric.COUNT; metric++) {
            int place = RuntimeColumns.METRICS + metric * RuntimeColumns.PER_METRIC;
            if (columns.has(place)) {
                values.avg()[metric] = Values.number(row, columns.at(place));
                values.last()[metric] = whole(row, columns.at(place + 1));
                values.min()[metric] = whole(row, columns.at(place + 2));
                values.max()[metric] = whole(row, columns.at(place + 3));
                values.stdev()[metric] = Values.number(row, columns.at(place + 4));
            }
        }
        return values;
    }

    private static long whole(ResultSet row, int ordinal) throws SQLException {
        long value = row.getLong(ordinal);
        return row.wasNull() ? MetricValues.ABSENT : value;
    }
}

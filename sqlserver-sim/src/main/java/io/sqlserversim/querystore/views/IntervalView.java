package io.sqlserversim.querystore.views;

import static io.sqlserversim.types.SqlType.BIGINT;
import static io.sqlserversim.types.SqlType.DATETIMEOFFSET;

import io.sqlserversim.catalog.Bounds;
import io.sqlserversim.querystore.cost.ViewCost;
import io.sqlserversim.querystore.history.Moment;
import io.sqlserversim.querystore.history.StoredInterval;
import io.sqlserversim.querystore.history.Ticks;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import io.sqlserversim.types.SqlType;
import java.util.List;
import java.util.function.Supplier;

/** sys.query_store_runtime_stats_interval. */
final class IntervalView {
    private IntervalView() {}

    static StoreView<IntervalRows> of(QueryStoreProfile profile, Supplier<Moment> store, ViewCosts costs) {
        List<ViewColumn<IntervalRows>> columns = new ViewColumns<IntervalRows>(profile)
                .required(RuntimeStatsView.INTERVAL, BIGINT, row -> row.interval.id())
                .required("start_time", DATETIMEOFFSET, row -> Ticks.offsetDateTime(row.interval.start()))
                .required("end_time", DATETIMEOFFSET, row -> Ticks.offsetDateTime(row.interval.end()))
                .optional("comment", SqlType.nvarchar(SqlType.MAX), row -> null)
                .list();
        List<String> order = List.of(RuntimeStatsView.INTERVAL);
        return new StoreView<>(
                "sys.query_store_runtime_stats_interval",
                ViewCost.SMALL,
                columns,
                order,
                costs,
                bounds -> new IntervalRows(store.get(), bounds.of(RuntimeStatsView.INTERVAL)));
    }

    /** Confined to one thread. */
    static final class IntervalRows implements Rows {
        private final Moment moment;
        private final IdWalk walk;
        private StoredInterval interval = StoredInterval.NONE;
        private long visited;

        IntervalRows(Moment moment, Bounds ids) {
            this.moment = moment;
            this.walk = new IdWalk(ids, moment.firstId(), moment.lastId());
        }

        @Override
        public boolean advance() {
            while (walk.advance()) {
                visited++;
                StoredInterval next = moment.interval(walk.id());
                if (next != null && moment.isListed(next)) {
                    interval = next;
                    return true;
                }
            }
            return false;
        }

        @Override
        public long visited() {
            return visited;
        }
    }
}

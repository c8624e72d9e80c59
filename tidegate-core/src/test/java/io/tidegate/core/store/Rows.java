package io.tidegate.core.store;

import io.tidegate.core.model.MetricValues;
import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.RuntimeKey;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows, intervals and bands that are pure functions of their numbers, for stores with many of them. */
public final class Rows {
    public static final Instant EPOCH = Instant.parse("2026-03-01T00:00:00Z");
    public static final QueryStoreOptions OPTIONS = new QueryStoreOptions(2, 0, 900, 60, 30, 100, 1000, true);

    private Rows() {}

    public static RuntimeStatsInterval interval(long id) {
        return new RuntimeStatsInterval(id, EPOCH.plusSeconds(3600 * id), EPOCH.plusSeconds(3600 * (id + 1)));
    }

    public static Observation listed(SeriesKey series, Instant now, long first, long last) {
        List<RuntimeStatsInterval> listed = new ArrayList<>();
        for (long id = first; id <= last; id++) {
            listed.add(interval(id));
        }
        return new Observation(series, now, listed, false, Long.MIN_VALUE, OPTIONS);
    }

    public static RuntimeRow row(long intervalId, long planId) {
        long executions = executions(intervalId, planId);
        MetricValues v = MetricValues.absent();
        for (int m = 0; m < 12; m++) {
            v.avg()[m] = planId + m / 8.0;
            v.last()[m] = planId + m;
            v.min()[m] = m;
            v.max()[m] = planId * 2 + m;
            v.stdev()[m] = m / 4.0;
        }
        return new RuntimeRow(
                new RuntimeKey(intervalId, 1, planId, 0), 10 * planId + 1, 10 * planId + 7, executions, v);
    }

    public static long executions(long intervalId, long planId) {
        return 1 + (intervalId * 31 + planId * 7) % 97;
    }

    public static List<RuntimeRow> rows(long intervalId, long firstPlan, int count) {
        List<RuntimeRow> rows = new ArrayList<>();
        for (long p = firstPlan; p < firstPlan + count; p++) {
            rows.add(row(intervalId, p));
        }
        return rows;
    }

    public static PlanIdentity identity(long planId) {
        return new PlanIdentity(planId, planId / 2, planId / 2 + 1000, 1, 0, planId * 77, planId * 99, planId, false);
    }

    public static Band band(BandKey key, Band.Phase phase, @Nullable StatsKey cursor, long revision, long staged) {
        return new Band(key, phase, cursor, 1, revision, staged, false, 0, 0);
    }
}

package io.tidegate.bench.cost;

import io.sqlserversim.instance.VersionProfile;
import io.tidegate.bench.run.Folders;
import io.tidegate.core.model.Kind;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Both ways over the same stretch of the same workload on one version profile, each on a server of its own. Immutable.
 *
 * @param profile which SQL Server is played
 * @param history what first contact and the history have cost the collector, before the stretch; may differ by a
 *     statement or two from run to run, since reading does not wait for storing
 * @param collector the collector's way
 * @param newPlans plans that the collector was given in the stretch, each counted once
 * @param once bytes of what the collector has brought in the stretch, each interval, text and plan read once
 * @param obvious the obvious way
 * @param withoutSurcharge the obvious way, if a join over the large views cost no more than its parts
 */
record Comparison(
        VersionProfile profile,
        Cost history,
        Stretch collector,
        long newPlans,
        Cost once,
        Stretch obvious,
        Stretch withoutSurcharge) {
    private static final Instant START = Instant.parse("2026-03-02T08:00:00Z");

    /** Before the stretch, so that no showplan is cold in it but those of new plans, as the collector has read them too. */
    private static final Duration ONE_READ = Duration.ofMinutes(1);

    /** Reads it all. Blocks as long as that takes. */
    static Comparison of(VersionProfile profile, CostPlan plan) throws IOException, SQLException {
        Stretch obvious = obvious(profile, plan, true);
        Stretch withoutSurcharge = obvious(profile, plan, false);
        WorkTime time = new WorkTime(START);
        try (Folders folders = new Folders();
                CostServer server = CostServer.start(profile, plan, time, true);
                CollectorWay way = new CollectorWay(server, time, folders.inside("store"))) {
            Meter meter = new Meter(way::isPeeking);
            server.server().witness(meter);
            way.run(plan.catchUp());
            if (!way.isCaughtUp()) {
                throw new IllegalStateException("the history was not dug up within " + plan.catchUp());
            }
            Cost history = sum(meter.take());
            way.store().forget();
            Map<Long, Long> runtime = way.held(Kind.RUNTIME);
            Map<Long, Long> waits = way.held(Kind.WAITS);
            long sent = server.server().bytesOut();
            way.run(plan.half());
            Map<String, Cost> first = meter.take();
            way.run(plan.half());
            Map<String, Cost> second = meter.take();
            if (way.missedDeadlines() > 0) {
                throw new IllegalStateException("a statement ran past a deadline, which does not act here");
            }
            long bytes = server.server().bytesOut() - sent;
            Map<Long, Long> now = way.held(Kind.RUNTIME);
            long rows = rows(now) - rows(runtime);
            try (OnceRead once = new OnceRead(server)) {
                once.rows("query_store_runtime_stats", added(now, runtime));
                once.rows("query_store_wait_stats", added(way.held(Kind.WAITS), waits));
                once.content(
                        "query_store_query_text",
                        "query_text_id",
                        "DATALENGTH(query_sql_text) AS bytes, query_sql_text",
                        way.store().texts());
                once.content(
                        "query_store_plan",
                        "plan_id",
                        "query_plan_hash, DATALENGTH(query_plan) AS bytes, query_plan",
                        way.store().plans());
            }
            return new Comparison(
                    profile,
                    history,
                    new Stretch(first, second, rows, bytes, way.lost(START, server)),
                    way.store().plans().size(),
                    once(meter.take()),
                    obvious,
                    withoutSurcharge);
        }
    }

    /** Whether what the collector holds is all that was there. */
    boolean isCollectorWhole() {
        return collector.lost() == 0;
    }

    /** What was read of settled intervals, texts and plans, by what reading each once takes. */
    double timesOnce() {
        return (double) (collector.settled().bytes() + collector.content().bytes()) / once.bytes();
    }

    private static Cost sum(Map<String, Cost> costs) {
        return costs.values().stream().reduce(Cost.NONE, Cost::plus);
    }

    /** Without the questions for the columns' names. */
    private static Cost once(Map<String, Cost> costs) {
        return costs.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(Meter.NO_NAME))
                .map(Map.Entry::getValue)
                .reduce(Cost.NONE, Cost::plus);
    }

    private static long rows(Map<Long, Long> held) {
        return held.values().stream().mapToLong(Long::longValue).sum();
    }

    private static List<Long> added(Map<Long, Long> now, Map<Long, Long> before) {
        return now.keySet().stream()
                .filter(id -> !before.containsKey(id))
                .sorted()
                .toList();
    }

    private static Stretch obvious(VersionProfile profile, CostPlan plan, boolean joinsCostMore)
            throws IOException, SQLException {
        Instant begin = START.plus(plan.catchUp());
        WorkTime time = new WorkTime(START);
        try (CostServer server = CostServer.start(profile, plan, time, joinsCostMore)) {
            time.until(begin.minus(ONE_READ));
            Meter meter = new Meter(() -> false);
            server.server().witness(meter);
            try (ObviousWay way = new ObviousWay(server, time)) {
                way.run(ONE_READ);
                meter.take();
                long before = way.rows();
                long sent = server.server().bytesOut();
                way.run(plan.half());
                Map<String, Cost> first = meter.take();
                way.run(plan.half());
                return new Stretch(
                        first,
                        meter.take(),
                        way.rows() - before,
                        server.server().bytesOut() - sent,
                        way.lost(begin));
            }
        }
    }
}

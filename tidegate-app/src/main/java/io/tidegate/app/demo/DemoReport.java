package io.tidegate.app.demo;

import java.util.List;

/**
 * What a demo found, held against the fleet's own books. Immutable. The names are those of the report's JSON.
 *
 * @param schema version of this form
 * @param seed the fleet's seed
 * @param seconds how long it collected
 * @param servers what the servers counted, and the leases
 * @param intervals where every interval stands
 * @param executions executions of held intervals, at both ends; without those that the source lost before they were read
 * @param lost the sum of {@code lostDetail}
 * @param lostDetail what the source had and the store has not
 * @param duplicated rows beyond one per natural key, plus executions stored beyond the source's
 * @param peakLiveHeapBytes largest heap in use after a collection
 * @param peakRssBytes largest resident set of this process; 0 where the platform does not tell
 */
record DemoReport(
        int schema,
        long seed,
        long seconds,
        List<Server> servers,
        Intervals intervals,
        Executions executions,
        long lost,
        Lost lostDetail,
        long duplicated,
        long peakLiveHeapBytes,
        long peakRssBytes) {
    record Server(String name, long heavyMax, long statements, long bytesOut, Leases leases) {}

    record Leases(long tick, long backfill, long onDemand, long deferred, long abandoned) {}

    record Intervals(long atSource, long open, long unsettled, long held, long pending, long expired) {}

    record Executions(long atSource, long stored) {}

    record Lost(long executions, long intervals) {}

    /** Whether law ONE held, nothing was lost, and nothing stored twice. */
    boolean isGood() {
        return lost == 0 && duplicated == 0 && servers.stream().allMatch(server -> server.heavyMax() <= 1);
    }
}

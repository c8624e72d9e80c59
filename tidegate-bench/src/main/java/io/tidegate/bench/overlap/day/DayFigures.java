package io.tidegate.bench.overlap.day;

import io.tidegate.bench.run.Report;
import io.tidegate.bench.run.Table;
import io.tidegate.core.gate.Purpose;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What came of a simulated day. Immutable.
 *
 * @param loops by server, how each of its two loops fared
 * @param heavyMax the most heavy statements at once on any server, by the servers' own count
 * @param heavy heavy statements in all
 * @param books the store against the servers' books
 * @param moves how often the clock was moved
 */
public record DayFigures(
        Map<String, Map<Purpose, LoopWaits>> loops, int heavyMax, long heavy, DayBooks books, long moves) {
    private static final Duration TICK_MEDIAN = Duration.ofMinutes(1);
    private static final Duration BACKFILL_MEDIAN = Duration.ofMinutes(5);

    /** Longer than this no loop is kept out by the other: three refusals, a skip, and the longest of all holds. */
    private static final Duration STARVED = Duration.ofMinutes(45);

    /** Copies. */
    public DayFigures {
        loops = new TreeMap<>(loops);
    }

    /** A loop over all servers. */
    LoopWaits all(Purpose loop) {
        return loops.values().stream()
                .map(server -> server.get(loop))
                .reduce(LoopWaits::and)
                .orElseThrow();
    }

    /**
     * What does not hold of that which must.
     *
     * @return one sentence each; empty when all holds
     */
    public List<String> broken() {
        List<String> broken = new java.util.ArrayList<>();
        bound(broken, Purpose.TICK, TICK_MEDIAN);
        bound(broken, Purpose.BACKFILL, BACKFILL_MEDIAN);
        require(broken, heavyMax == 1, "heavy statements at once: " + heavyMax + ", not 1");
        require(broken, books.held() > 0, "nothing is held");
        require(broken, books.lost() == 0, "lost: " + books.lost());
        require(broken, books.duplicated() == 0, "duplicated: " + books.duplicated());
        return List.copyOf(broken);
    }

    private void bound(List<String> broken, Purpose loop, Duration median) {
        LoopWaits waits = all(loop);
        require(broken, !waits.waits().isEmpty(), loop + " was never refused and granted again: nothing was tried");
        require(
                broken,
                waits.percentile(50).compareTo(median) <= 0,
                loop + " waited " + waits.percentile(50).toSeconds() + " s in the median, more than "
                        + median.toSeconds());
        require(
                broken,
                waits.longest().compareTo(STARVED) <= 0,
                loop + " was kept out for " + waits.longest().toSeconds() + " s");
    }

    private static void require(List<String> broken, boolean holds, String sentence) {
        if (!holds) {
            broken.add(sentence);
        }
    }

    /**
     * Prints the table.
     *
     * @param out where to
     */
    public void print(Report out) {
        Table table = new Table(
                "server", "loop", "leases", "deferred", "abandoned", "waits", "median s", "95 % s", "longest s");
        loops.forEach((server, both) -> both.forEach((loop, waits) -> row(table, server, loop, waits)));
        row(table, "all", Purpose.TICK, all(Purpose.TICK));
        row(table, "all", Purpose.BACKFILL, all(Purpose.BACKFILL));
        table.print(out);
        out.note("heavy statements " + heavy + ", at once on any server " + heavyMax + "; intervals held "
                + books.held() + ", not yet " + books.waiting() + "; lost " + books.lost() + ", duplicated "
                + books.duplicated() + "; clock moved " + moves + " times");
        broken().forEach(sentence -> out.note("does not hold: " + sentence));
    }

    private static void row(Table table, String server, Purpose loop, LoopWaits waits) {
        table.row(
                server,
                loop == Purpose.TICK ? "tick" : "backfill",
                Long.toString(waits.leases()),
                Long.toString(waits.deferrals()),
                Long.toString(waits.abandoned()),
                Integer.toString(waits.waits().size()),
                Long.toString(waits.percentile(50).toSeconds()),
                Long.toString(waits.percentile(95).toSeconds()),
                Long.toString(waits.longest().toSeconds()));
    }
}

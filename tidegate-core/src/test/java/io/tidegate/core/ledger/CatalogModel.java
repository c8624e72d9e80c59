package io.tidegate.core.ledger;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.Metric;
import io.tidegate.core.model.MetricValues;
import io.tidegate.core.model.RuntimeKey;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.StatsKey;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.model.Ticks;
import io.tidegate.core.model.WaitKey;
import io.tidegate.core.model.WaitRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/**
 * A random catalogue: intervals with holes between their ids, plans, rows in one or several parts, parts that come late
 * (but before the interval settles), and keys that show as two parts for some hours and as one later. A pure function of
 * its seed.
 */
final class CatalogModel {
    static final Instant BEGIN = Instant.parse("2026-11-01T00:00:00Z");
    static final Duration FLUSH = Duration.ofMinutes(15);

    /** A part of a row and when it can be seen: from inclusive, to exclusive. */
    record Part(StatsRow row, Instant from, Instant to) {
        boolean isSeen(Instant now) {
            return !now.isBefore(from) && now.isBefore(to);
        }
    }

    final Layout layout;
    final Duration length;
    final List<RuntimeStatsInterval> intervals = new ArrayList<>();
    final List<Part> parts = new ArrayList<>();
    final int plans;
    private final Random random;

    CatalogModel(long seed) {
        random = new Random(seed);
        layout = random.nextBoolean() ? Layout.BY_INTERVAL : Layout.BY_PLAN;
        length = Duration.ofMinutes(new int[] {5, 15, 60}[random.nextInt(3)]);
        plans = 1 + random.nextInt(12);
        int count = 2 + random.nextInt(14);
        long id = 1L + random.nextInt(5);
        Instant start = BEGIN;
        for (int i = 0; i < count; i++) {
            intervals.add(new RuntimeStatsInterval(id, start, start.plus(length)));
            addRows(intervals.getLast());
            boolean hole = random.nextInt(6) == 0;
            id += hole ? 2 : 1;
            start = start.plus(length.multipliedBy(hole ? 3 : 1));
        }
    }

    private void addRows(RuntimeStatsInterval interval) {
        boolean isSplit = random.nextInt(5) == 0;
        boolean isTorn = random.nextInt(5) == 0;
        for (int plan = 1; plan <= plans; plan++) {
            for (int type = 0; type <= 4; type += 3) {
                if (random.nextInt(3) > 0) {
                    RuntimeKey key = new RuntimeKey(interval.id(), 1, plan, type);
                    addKey(() -> row(key, interval), interval, isSplit, isTorn);
                }
                for (int category = 3; category <= 15 && random.nextInt(3) > 0; category += 4) {
                    WaitKey key = new WaitKey(interval.id(), 1, plan, category, type);
                    addKey(() -> row(key), interval, isSplit, isTorn);
                }
            }
        }
    }

    private void addKey(Supplier<StatsRow> rows, RuntimeStatsInterval interval, boolean isSplit, boolean isTorn) {
        Instant settled = interval.end().plus(FLUSH);
        Instant late = random.nextInt(3) == 0 ? interval.end().plusSeconds(random.nextInt(900)) : interval.start();
        if (isSplit && random.nextInt(4) == 0) {
            int partCount = 2 + random.nextInt(2);
            for (int i = 0; i < partCount; i++) {
                parts.add(new Part(rows.get(), i == 0 ? late : interval.start(), Instant.MAX));
            }
        } else if (isTorn && random.nextInt(4) == 0) {
            StatsRow one = rows.get();
            StatsRow two = rows.get();
            Instant joined = settled.plusSeconds(60 + random.nextInt(3 * 3600));
            parts.add(new Part(one, interval.start(), joined));
            parts.add(new Part(two, late, joined));
            RowMerger<StatsRow> merger = RowMerger.any();
            merger.accept(one);
            merger.accept(two);
            parts.add(new Part(merger.finish(), joined, Instant.MAX));
        } else {
            parts.add(new Part(rows.get(), late, Instant.MAX));
        }
    }

    private RuntimeRow row(RuntimeKey key, RuntimeStatsInterval interval) {
        long executions = 1L + random.nextInt(50);
        MetricValues v = MetricValues.absent();
        for (Metric metric : Metric.values()) {
            int m = metric.index();
            v.avg()[m] = (double) random.nextInt(10_000) / executions;
            v.stdev()[m] = random.nextInt(5) == 0 ? Double.NaN : random.nextInt(100);
            v.last()[m] = random.nextInt(1000);
            v.min()[m] = random.nextInt(10);
            v.max()[m] = 1000L + random.nextInt(1000);
        }
        long first = Ticks.of(interval.start()) + random.nextInt(1000);
        return new RuntimeRow(key, first, first + random.nextInt(100_000), executions, v);
    }

    private WaitRow row(WaitKey key) {
        long executions = 1L + random.nextInt(50);
        long total = 1L + random.nextInt(10_000);
        double stdev = random.nextInt(5) == 0 ? Double.NaN : random.nextInt(100);
        return new WaitRow(key, total, (double) total / executions, random.nextInt(100), 0, total, stdev);
    }

    /** When every interval has settled and every tear is joined. */
    Instant end() {
        return intervals.getLast().end().plus(FLUSH).plus(Duration.ofHours(4));
    }

    List<RuntimeStatsInterval> listed(Instant now) {
        return intervals.stream().filter(i -> !now.isBefore(i.start())).toList();
    }

    /** What an interval holds in the end: executions or time waited by key, added up without any code under test. */
    Map<StatsKey, Long> truth(Kind kind, long intervalId) {
        Map<StatsKey, Long> amounts = new HashMap<>();
        for (Part part : parts) {
            StatsRow row = part.row();
            if (row.kind() == kind
                    && row.key().intervalId() == intervalId
                    && part.to().equals(Instant.MAX)) {
                amounts.merge(row.key(), row.amount(), Long::sum);
            }
        }
        return amounts;
    }

    @Override
    public String toString() {
        return layout + ", " + intervals.size() + " intervals of " + length + ", " + parts.size() + " parts";
    }
}

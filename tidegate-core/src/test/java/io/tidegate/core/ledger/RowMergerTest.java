package io.tidegate.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Metric;
import io.tidegate.core.model.MetricValues;
import io.tidegate.core.model.RuntimeKey;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.WaitKey;
import io.tidegate.core.model.WaitRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Merging, against executions that were never split. */
class RowMergerTest {
    private static final RuntimeKey KEY = new RuntimeKey(7, 1, 3, 0);

    /** A row as SQL Server would show it for these single executions, which end one tick after the other. */
    private static RuntimeRow of(long firstTick, double... values) {
        MetricValues v = MetricValues.absent();
        double mean = Arrays.stream(values).average().orElseThrow();
        int m = Metric.DURATION.index();
        v.avg()[m] = mean;
        v.stdev()[m] = deviation(values);
        v.last()[m] = (long) values[values.length - 1];
        v.min()[m] = (long) Arrays.stream(values).min().orElseThrow();
        v.max()[m] = (long) Arrays.stream(values).max().orElseThrow();
        return new RuntimeRow(KEY, firstTick, firstTick + values.length - 1, values.length, v);
    }

    /** Of the population, in two passes. */
    private static double deviation(double... values) {
        double mean = Arrays.stream(values).average().orElseThrow();
        return Math.sqrt(Arrays.stream(values)
                .map(x -> (x - mean) * (x - mean))
                .average()
                .orElseThrow());
    }

    private static RuntimeRow merge(RuntimeRow... parts) {
        RowMerger<RuntimeRow> merger = RowMerger.runtime();
        for (RuntimeRow part : parts) {
            assertThat(merger.accept(part)).isNull();
        }
        return merger.finish();
    }

    private static void assertSame(RuntimeRow merged, RuntimeRow whole) {
        int m = Metric.DURATION.index();
        assertThat(merged.executions()).isEqualTo(whole.executions());
        assertThat(merged.firstExecutionTicks()).isEqualTo(whole.firstExecutionTicks());
        assertThat(merged.lastExecutionTicks()).isEqualTo(whole.lastExecutionTicks());
        assertThat(merged.total(Metric.DURATION)).isEqualTo(whole.total(Metric.DURATION));
        assertThat(merged.values().avg()[m]).isCloseTo(whole.values().avg()[m], within(1e-9));
        assertThat(merged.values().last()[m]).isEqualTo(whole.values().last()[m]);
        assertThat(merged.values().min()[m]).isEqualTo(whole.values().min()[m]);
        assertThat(merged.values().max()[m]).isEqualTo(whole.values().max()[m]);
        assertThat(merged.values().stdev()[m]).isCloseTo(whole.values().stdev()[m], within(1e-6));
    }

    @Test
    @Incident({27, 30})
    void givenTwoParts_whenMergedInEitherOrder_thenTheyAreAsIfNeverSplit() {
        RuntimeRow whole = of(100, 5, 9, 1, 100, 7);

        assertSame(merge(of(100, 5, 9), of(102, 1, 100, 7)), whole);
        assertSame(merge(of(102, 1, 100, 7), of(100, 5, 9)), whole);
    }

    @Test
    @Incident(27)
    void givenManyRandomParts_whenMerged_thenTheyAreAsIfNeverSplit() {
        Random random = new Random(42);
        for (int round = 0; round < 500; round++) {
            double[] all = random.ints(2 + random.nextInt(40), 0, 1_000_000)
                    .asDoubleStream()
                    .toArray();
            List<RuntimeRow> parts = new ArrayList<>();
            for (int from = 0; from < all.length; ) {
                int to = Math.min(all.length, from + 1 + random.nextInt(10));
                parts.add(of(1000 + from, Arrays.copyOfRange(all, from, to)));
                from = to;
            }
            java.util.Collections.shuffle(parts, random);
            assertSame(merge(parts.toArray(RuntimeRow[]::new)), of(1000, all));
        }
    }

    private static double[] above(double base, double... values) {
        return Arrays.stream(values).map(x -> base + x).toArray();
    }

    /** Rows, bytes and long durations: the squares of such values have no digits left for how they differ. */
    @ParameterizedTest
    @ValueSource(doubles = {1.23e8, 1.23e9, 1.23e12})
    void givenPartsFarFromZero_whenMerged_thenTheirDeviationIsAsIfNeverSplit(double base) {
        RuntimeRow[] parts = {
            of(100, above(base, 0, 1)),
            of(102, above(base, 2, 3, 5, 8)),
            of(106, above(base, 13)),
            of(107, above(base, 0, 0))
        };

        double merged = merge(parts).values().stdev()[Metric.DURATION.index()];

        assertThat(merged).isCloseTo(deviation(0, 1, 2, 3, 5, 8, 13, 0, 0), within(1e-3));
    }

    @ParameterizedTest
    @ValueSource(doubles = {10, 1.23e9})
    void givenWaitsInParts_whenMerged_thenTheirDeviationIsAsIfNeverSplit(double base) {
        RowMerger<WaitRow> merger = RowMerger.waits();
        merger.accept(waits(above(base, 0, 1)));
        merger.accept(waits(above(base, 2, 3, 5, 8)));

        WaitRow merged = merger.finish();

        assertThat(merged.totalMillis()).isEqualTo((long) (6 * base) + 19);
        assertThat(merged.stdevMillis()).isCloseTo(deviation(0, 1, 2, 3, 5, 8), within(1e-3));
    }

    private static WaitRow waits(double... values) {
        double total = Arrays.stream(values).sum();
        return new WaitRow(
                new WaitKey(7, 1, 3, 0, 4),
                (long) total,
                total / values.length,
                (long) values[values.length - 1],
                (long) Arrays.stream(values).min().orElseThrow(),
                (long) Arrays.stream(values).max().orElseThrow(),
                deviation(values));
    }

    @Test
    @Incident(37)
    void givenANullDeviation_whenMerged_thenItCountsAsZero() {
        RuntimeRow a = of(1, 10);
        a.values().stdev()[0] = Double.NaN;

        RuntimeRow merged = merge(a, of(2, 20));

        assertThat(merged.values().stdev()[0]).isCloseTo(5, within(1e-9));
    }

    @Test
    @Incident(37)
    void givenAMetricThatTheSourceHasNot_whenMerged_thenItStaysAbsent() {
        RuntimeRow merged = merge(of(1, 10), of(2, 20));

        assertThat(merged.values().has(Metric.PAGE_SERVER_IO_READS)).isFalse();
        assertThat(merged.values().last()[Metric.PAGE_SERVER_IO_READS.index()]).isEqualTo(MetricValues.ABSENT);
    }

    @Test
    void givenOnePart_whenFinished_thenItIsTheVeryRow() {
        RuntimeRow one = of(1, 10);

        assertThat(merge(one)).isSameAs(one);
    }

    @Test
    void givenAStream_whenTheKeyChanges_thenTheKeyBeforeIsFinishedAndSplitsAreCounted() {
        RowMerger<RuntimeRow> merger = RowMerger.runtime();
        RuntimeRow other = new RuntimeRow(new RuntimeKey(7, 1, 4, 0), 1, 1, 1, MetricValues.absent());

        assertThat(merger.accept(of(1, 1))).isNull();
        assertThat(merger.splitKeys()).isZero();
        assertThat(merger.accept(of(2, 2))).isNull();
        assertThat(merger.accept(of(3, 3))).isNull();
        assertThat(merger.splitKeys()).isEqualTo(1);
        assertThat(merger.accept(other).executions()).isEqualTo(3);
        assertThat(merger.dropOpen()).isTrue();
        assertThat(merger.finish()).isNull();
        assertThat(merger.splitKeys()).isEqualTo(1);
    }

    @Test
    void givenAnOpenSplitKey_whenDropped_thenItDoesNotCountAsSplit() {
        RowMerger<RuntimeRow> merger = RowMerger.runtime();
        merger.accept(of(1, 1));
        merger.accept(of(2, 2));

        merger.dropOpen();

        assertThat(merger.splitKeys()).isZero();
    }
}

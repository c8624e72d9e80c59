package io.sqlserversim.querystore.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class AggregateTest {
    @Test
    void givenAnyRange_whenAggregated_thenTheSameAsOneByOne() {
        Random random = new Random(42);
        Aggregate aggregate = new Aggregate();
        long[] pattern = random.longs(RowCosts.PATTERN, 1, 100_000).toArray();
        for (int round = 0; round < 2_000; round++) {
            long from = random.nextInt(5_000);
            long to = from + 1 + random.nextInt(200);
            aggregate.begin();
            aggregate.add(from, to, pattern);
            long total = 0;
            long least = Long.MAX_VALUE;
            long greatest = 0;
            double squares = 0;
            for (long i = from; i < to; i++) {
                long value = pattern[(int) (i % RowCosts.PATTERN)];
                total += value;
                squares += (double) value * value;
                least = Math.min(least, value);
                greatest = Math.max(greatest, value);
            }
            long count = to - from;
            assertThat(aggregate.count()).isEqualTo(count);
            assertThat(aggregate.total()).isEqualTo(total);
            assertThat(aggregate.least()).isEqualTo(least);
            assertThat(aggregate.greatest()).isEqualTo(greatest);
            assertThat(aggregate.last()).isEqualTo(pattern[(int) ((to - 1) % RowCosts.PATTERN)]);
            assertThat(aggregate.average()).isEqualTo((double) total / count);
            Double deviation = aggregate.deviation();
            double variance = squares / count - aggregate.average() * aggregate.average();
            assertThat(deviation == null ? 0 : deviation).isCloseTo(Math.sqrt(Math.max(0, variance)), within(0.2));
        }
    }

    @Test
    void givenVariance_whenRounded_thenTwoDigitsAndNullBelowZero() {
        assertThat(Aggregate.deviation(14, 6, 3)).isEqualTo(Math.sqrt(0.67)); // 1, 2, 3
        assertThat(Aggregate.deviation(4, 2, 1)).isEqualTo(0.0);
        assertThat(Aggregate.deviation(3.99, 2, 1)).isNull();
        assertThat(Aggregate.deviation(3.999, 2, 1)).isEqualTo(0.0);
    }
}

package io.tidegate.sqlserver.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.querystore.books.IntervalBook;
import io.tidegate.core.gate.Lease;
import io.tidegate.core.gate.LeaseEnding;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.sqlserver.read.RuntimeStatsReader;
import io.tidegate.sqlserver.read.StatsRange;
import io.tidegate.sqlserver.read.StatsRead;
import io.tidegate.sqlserver.read.StoreColumns;
import io.tidegate.sqlserver.session.HeavySession;
import io.tidegate.sqlserver.session.ReadEnd;
import io.tidegate.sqlserver.session.ReadLimits;
import io.tidegate.sqlserver.session.TestStep;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A cut in a result of half a gigabyte: what the server has sent in the end. */
class EarlyCutTest {
    private static final long BUDGET = 4L << 20;

    /** What may lie in buffers of both ends and between them. */
    private static final long UNDER_WAY = 32L << 20;

    /** Mutation seen to break it: a read that is cut and closed without a cancel; the driver then reads all the rest. */
    @Test
    @Incident(56)
    void givenALargeResult_whenCutAtItsBudget_thenTheRestIsNotSent() {
        try (Simulated sim = new Simulated(FleetSpec.TEST.withWorkloads("big"))) {
            List<IntervalBook> settled = sim.settled();
            long whole = settled.stream().mapToLong(IntervalBook::rows).sum() * RuntimeRow.FIXED_BYTES;
            assertThat(whole).isGreaterThan(8 * (BUDGET + UNDER_WAY));
            Lease lease = sim.gate.acquire();
            try (HeavySession session = sim.entered(lease, new TestStep())) {
                StatsRead read = new RuntimeStatsReader(StoreColumns.OF_2022)
                        .read(
                                session,
                                sim.database,
                                new StatsRange(
                                        settled.getFirst().intervalId(),
                                        settled.getLast().intervalId(),
                                        false,
                                        null),
                                new ReadLimits(10_000_000, BUDGET, Duration.ofMinutes(5)),
                                row -> {});
                assertThat(read.end().how()).isEqualTo(ReadEnd.How.BYTES);
                assertThat(read.end().bytes()).isBetween(BUDGET, BUDGET + 2 * RuntimeRow.FIXED_BYTES);
            }
            lease.close();

            assertThat(sim.gate.lastRow().ending()).isEqualTo(LeaseEnding.RELEASED);
            assertThat(sim.server.bytesOut()).isLessThan(BUDGET + UNDER_WAY);
        }
    }
}

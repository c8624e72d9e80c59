package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.instance.Pressure;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.CollectorSettings;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.gate.Purpose;
import io.tidegate.core.ledger.ReadBudget;
import io.tidegate.core.status.PassOutcome;
import java.time.Duration;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How much is read while the server is under pressure, by what comes out of the driver and by what the lease was charged. Mutations
 * seen to break it: slices that are not shrunk, or by half, or in their time alone, or in all but their time; pressure that
 * is remembered when it is over.
 */
class PressureSlicesTest {
    private static final Pressure SOME = new Pressure(1, 0, 32, 0);
    private static final Pressure HARD = new Pressure(4, 0, 32, 0);
    private static final Duration A_ROW = Duration.ofMillis(80);

    private final WatchedRows rows = new WatchedRows("tidegate:(runtime_stats_by|wait_stats)");
    private final CollectorFixture fixture = new CollectorFixture(
            FleetSpec.TEST.withWorkloads("oltp").paced(1, 1, Duration.ofMinutes(25)),
            rows,
            Thread.ofVirtual().factory());

    @AfterEach
    void close() {
        fixture.close();
    }

    /** What ends a slice first, and how much of it a lease was charged. */
    record Limit(String name, ReadBudget budget, Duration row, ToDoubleFunction<LeaseRow<String>> charged) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Limit> limits() {
        Duration read = Duration.ofSeconds(30);
        return Stream.of(
                new Limit("rows", new ReadBudget(64L << 20, 400, read), Duration.ZERO, LeaseRow::rows),
                new Limit("bytes", new ReadBudget(128L << 10, 100_000, read), Duration.ZERO, LeaseRow::bytes),
                new Limit("time", new ReadBudget(64L << 20, 100_000, read), A_ROW, LeaseRow::rows));
    }

    @ParameterizedTest
    @MethodSource("limits")
    void givenPressureThatComesAndGoes_whenBackfilled_thenAQuarterIsReadNothingAndThenAsMuchAsBefore(Limit limit) {
        rows.onRow(() -> fixture.ticker.advance(limit.row));
        ServerLane lane = lane(limit.budget);

        Read idle = backfill(lane, limit, Pressure.NONE);
        Read shrunk = backfill(lane, limit, SOME);
        long heavy = fixture.server().judge().total();
        Read deferred = backfill(lane, limit, HARD);
        assertThat(fixture.server().judge().total()).isEqualTo(heavy);
        Read idleAgain = backfill(lane, limit, Pressure.NONE);

        assertThat(List.of(idle.outcome(), shrunk.outcome(), deferred.outcome(), idleAgain.outcome()))
                .containsExactly(PassOutcome.CUT, PassOutcome.CUT, PassOutcome.DEFERRED, PassOutcome.CUT);
        assertThat(shrunk.charged()).isBetween(idle.charged() * 0.15, idle.charged() * 0.35);
        assertThat((double) shrunk.rows()).isBetween(idle.rows() * 0.15, idle.rows() * 0.35);
        assertThat(shrunk.detail()).contains("shrunk: pressure: 1.0 runnable tasks per scheduler (limit 1)");
        assertThat(deferred.rows()).isZero();
        assertThat(idleAgain.charged()).isBetween(idle.charged() * 0.75, idle.charged() * 1.25);
        assertThat(idleAgain.detail()).doesNotContain("pressure");
        lane.close();
    }

    private record Read(PassOutcome outcome, String detail, long rows, double charged) {}

    /** A pass; what its first lease was charged, and how many rows have come. */
    private Read backfill(ServerLane lane, Limit limit, Pressure pressure) {
        fixture.server().instance().pressure(pressure);
        long before = rows.rows();
        int leases = fixture.leases.size();
        PassOutcome outcome = lane.backfill();
        LeaseRow<String> first = fixture.leases.stream()
                .skip(leases)
                .filter(row -> row.purpose() == Purpose.BACKFILL)
                .findFirst()
                .orElseThrow();
        return new Read(
                outcome, lane.status().backfill().detail(), rows.rows() - before, limit.charged.applyAsDouble(first));
    }

    private ServerLane lane(ReadBudget budget) {
        CollectorSettings lite = CollectorFixture.settings();
        CollectorSettings small = new CollectorSettings(
                lite.tick(),
                lite.backfill(),
                lite.deadline(),
                budget,
                lite.read(),
                lite.planCapBytes(),
                lite.horizon(),
                true,
                true);
        return fixture.lane(small, 0, 1);
    }
}

package io.tidegate.app.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fault.Fault;
import io.sqlserversim.fault.FaultRule;
import io.sqlserversim.fault.Hold;
import io.sqlserversim.fault.Match;
import io.sqlserversim.fault.Occurrence;
import io.sqlserversim.fault.Point;
import io.sqlserversim.fleet.Fleet;
import io.sqlserversim.fleet.SimulatedServer;
import io.tidegate.core.time.Await;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two processes with a store each, on one server, that know nothing of each other. Mutation that breaks it: the ring of
 * {@code TwoLoopsOneServerTest} that lets everybody in.
 */
class TwoProcessesTest {
    private static final Duration DEADLINE = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    @Test
    void givenOneIsKilledMidStatement_whenTheOtherComes_thenItIsRefusedUntilTheServerHasEndedTheSessionOfTheDead()
            throws Exception {
        try (Fleet fleet = Fleet.start(Pace.FLEET)) {
            SimulatedServer server = fleet.first();
            server.faults()
                    .add(new FaultRule(
                            "deaf hang",
                            Match.HEAVY,
                            Occurrence.only(1),
                            new Fault.Hang(Point.START, Hold.UNTIL_RELEASED, true)));
            LiteChild first = LiteChild.start(fleet, folder.resolve("first"), DEADLINE);
            try {
                Await.until(
                        "its statement is held",
                        Pace.BOUND,
                        () -> server.faults().held().size() == 1);
                try (LiteChild second = LiteChild.start(fleet, folder.resolve("second"), DEADLINE)) {
                    Await.until("the second is refused", Pace.BOUND, () -> second.deferrals() >= 2);
                    first.kill();
                    long before = second.deferrals();
                    Await.until("it is refused still", Pace.BOUND, () -> second.deferrals() >= before + 3);
                    assertThat(server.judge().running()).isOne();
                    assertThat(server.judge().total()).isOne();

                    server.faults().release();
                    Await.until("the second reads", Pace.BOUND, () -> second.rows() > 0);
                    bothRead(fleet, second);
                }
            } finally {
                server.faults().release();
                first.close();
            }
            assertThat(server.judge().maximum()).isOne();
        }
    }

    /** The killed one comes again on its store, and both work side by side. */
    private void bothRead(Fleet fleet, LiteChild second) throws Exception {
        try (LiteChild again = LiteChild.start(fleet, folder.resolve("first"), DEADLINE)) {
            long rows = second.rows();
            Await.until("both read", Pace.BOUND, () -> again.rows() > 0 && second.rows() > rows);
        }
    }
}

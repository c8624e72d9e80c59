package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.engine.SqlError;
import io.sqlserversim.fault.Fault.RefuseLogin;
import io.sqlserversim.fault.FaultRule;
import io.sqlserversim.fault.Match;
import io.sqlserversim.fault.Occurrence;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.status.ServerStatus.State;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server that refuses for long and then does not. */
class RecoveryTest {
    private static final int REFUSALS = 30;

    private final CollectorFixture fixture = new CollectorFixture();
    private final long phase = fixture.ticker.readNanos();
    private final ServerLane lane = fixture.lane(CollectorFixture.settings(), phase, phase + 1);

    @AfterEach
    void close() {
        lane.close();
        fixture.close();
    }

    /** Fails with a lane that gives up after some refusals, or after those that seem final. */
    @ParameterizedTest
    @CsvSource({"18456, STOPPED", "40615, STOPPED", "18401, LATE", "17187, LATE", "40613, LATE"})
    @Incident(72)
    void givenALoginRefusedManyTimes_whenItIsTakenAgain_thenTheNextPassReadsWithoutARestart(
            int number, State meanwhile) {
        fixture.server()
                .faults()
                .add(new FaultRule(
                        "refused",
                        Match.ANY,
                        Occurrence.ALWAYS,
                        new RefuseLogin(List.of(new SqlError(number, 14, 1, "Refused.")))));
        for (int pass = 0; pass < REFUSALS; pass++) {
            assertThat(lane.tick(phase)).isEqualTo(PassOutcome.FAILED);
            fixture.pass(Reconnect.MOST_AFTER_REFUSAL.multipliedBy(2));
        }
        assertThat(lane.status().state()).isEqualTo(meanwhile);
        assertThat(lane.status().detail()).contains("" + number);

        fixture.server().faults().clear();

        assertThat(lane.tick(phase)).isEqualTo(PassOutcome.DONE);
        assertThat(lane.status().state()).isEqualTo(State.FRESH);
    }
}

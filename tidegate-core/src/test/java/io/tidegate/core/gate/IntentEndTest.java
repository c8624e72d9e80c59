package io.tidegate.core.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.gate.QueuedLeaseJournal.EndedIntent;
import io.tidegate.core.time.ManualTicker;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * An intent ends with what it was stored for: a release, or whatever ends the suspect. Mutations seen to break it: a restart
 * seen by a probe, a proof, or a release that tells nothing; a suspect kept by the lock that tells something.
 */
class IntentEndTest {
    private static final SessionIdentity OLD = GateFixtures.session(GateFixtures.SQL_1, 51);
    private static final SessionIdentity NEW = GateFixtures.session(GateFixtures.SQL_1, 60);

    private final ManualTicker ticker = new ManualTicker();
    private final QueuedLeaseJournal<String> journal = new QueuedLeaseJournal<>(10);
    private final ServerGate<String> gate = GateFixtures.gate(journal, ticker);

    @Test
    void givenAStoredIntent_whenAProbeSeesARestart_thenItEndsOnce() {
        gate.seedUnknown(OLD);
        gate.instanceSeen(GateFixtures.SQL_1);
        gate.instanceSeen(new InstanceIdentity("SQL-2", GateFixtures.BOOT.plusDays(9)));
        assertThat(ended())
                .as("neither the same life nor another instance ends it")
                .isEmpty();

        gate.instanceSeen(GateFixtures.restarted(GateFixtures.SQL_1));
        gate.instanceSeen(GateFixtures.restarted(GateFixtures.SQL_1));

        assertThat(ended()).containsExactly(OLD);
        assertThat(gate.state()).isInstanceOf(GateState.Free.class);
    }

    @Test
    void givenAStoredIntent_whenASessionReadsAnotherLife_thenItEnds() {
        gate.seedUnknown(OLD);
        Lease lease = GateFixtures.take(gate, Purpose.TICK);

        assertThat(lease.suspectOn(GateFixtures.restarted(GateFixtures.SQL_1))).isEmpty();

        assertThat(ended()).containsExactly(OLD);
    }

    @Test
    void givenAStoredIntent_whenItsSessionIsGone_thenItEnds() {
        gate.seedUnknown(OLD);
        Lease lease = GateFixtures.take(gate, Purpose.TICK);
        assertThat(lease.provenBy(new Proof.SessionGone(NEW, GateFixtures.SQL_1)))
                .isFalse();
        assertThat(ended()).isEmpty();

        assertThat(lease.provenBy(new Proof.SessionGone(OLD, GateFixtures.SQL_1)))
                .isTrue();

        assertThat(ended()).containsExactly(OLD);
    }

    @Test
    void givenAStoredIntent_whenItsGraceIsOver_thenItEndsAndNotBefore() {
        gate.seedUnknown(OLD);
        Lease lease = GateFixtures.take(gate, Purpose.TICK);
        lease.provenBy(new Proof.GraceOver(GateFixtures.SQL_1));
        assertThat(ended()).isEmpty();

        ticker.advance(Duration.ofHours(1));
        lease.provenBy(new Proof.GraceOver(GateFixtures.SQL_1));

        assertThat(ended()).containsExactly(OLD);
    }

    @Test
    void givenASessionByTheOperatorsWord_whenItsReleaseIsAnswered_thenItsIntentEnds() {
        Lease lease = GateFixtures.take(gate, Purpose.TICK);
        lease.sentUnproven(NEW, StandIn.OPERATOR);
        lease.released();
        assertThat(ended()).as("before the lease ends").isEmpty();

        lease.close();

        assertThat(ended()).containsExactly(NEW);
    }

    @Test
    void givenASessionByTheOperatorsWord_whenItsEndIsUnknown_thenItsIntentStaysUntilTheRestart() {
        Lease lease = GateFixtures.take(gate, Purpose.TICK);
        lease.sentUnproven(NEW, StandIn.OPERATOR);
        lease.close();
        assertThat(ended()).isEmpty();

        gate.instanceSeen(GateFixtures.restarted(GateFixtures.SQL_1));

        assertThat(ended()).containsExactly(NEW);
    }

    @Test
    void givenSessionsWithoutAnIntent_whenTheyEnd_thenNothingIsTold() {
        Lease byView = GateFixtures.take(gate, Purpose.TICK);
        byView.sentUnproven(NEW, StandIn.VIEW);
        byView.released();
        byView.close();
        Lease byLock = GateFixtures.take(gate, Purpose.TICK);
        byLock.lockAsked(OLD);
        byLock.close();
        gate.instanceSeen(GateFixtures.restarted(GateFixtures.SQL_1));

        assertThat(ended()).isEmpty();
    }

    private List<SessionIdentity> ended() {
        return journal.drainEndedIntents(10).stream().map(EndedIntent::session).toList();
    }
}

package io.tidegate.core.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.time.ManualTicker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every lease and every deferral is one row that says how it ended, and what it cost. */
class LeaseRowTest {
    private final List<LeaseRow<String>> rows = new ArrayList<>();
    private final InstantHolder clock = new InstantHolder();
    private final GateRegistry<String> registry =
            new GateRegistry<>("node-1", rows::add, clock::now, new ManualTicker());
    private final ServerGate<String> gate = registry.gate("sim-1");

    private static final class InstantHolder {
        private Instant at = GateFixtures.NOW;

        Instant now() {
            return at;
        }
    }

    private LeaseRow<String> last() {
        return rows.getLast();
    }

    @Test
    @Incident({59, 68, 73})
    void givenReleasedLease_whenClosed_thenRowHasWhatTheServerCounted() {
        Lease lease = GateFixtures.take(gate, Purpose.BACKFILL);
        lease.lockAsked(GateFixtures.session(GateFixtures.SQL_1, 51));
        lease.lockGranted();
        lease.meter().read(100, 4_000);
        lease.meter().read(20, 1_000);
        lease.meter().serverCost(35, 700, 2);
        lease.meter().stretch(GateFixtures.NOW.minusSeconds(60), GateFixtures.NOW);
        lease.meter().stretch(GateFixtures.NOW.minusSeconds(180), GateFixtures.NOW.minusSeconds(120));
        lease.released();
        clock.at = GateFixtures.NOW.plusSeconds(9);
        lease.close();

        assertThat(rows)
                .containsExactly(new LeaseRow<>(
                        "sim-1",
                        Purpose.BACKFILL,
                        "Sales",
                        GateFixtures.NOW.minusSeconds(180),
                        GateFixtures.NOW,
                        "node-1",
                        51,
                        GateFixtures.NOW,
                        GateFixtures.NOW,
                        GateFixtures.NOW.plusSeconds(9),
                        LeaseEnding.RELEASED,
                        null,
                        false,
                        120,
                        5_000,
                        35,
                        700,
                        2,
                        false,
                        ""));
    }

    @Test
    @Incident(59)
    void givenNoReadingOfTheServer_whenItEndsUnknown_thenChargedAsElapsedTimeAndEstimated() {
        Lease lease = GateFixtures.take(gate, Purpose.TICK);
        lease.lockAsked(GateFixtures.session(GateFixtures.SQL_1, 51));
        lease.lockGranted();
        lease.abandoned();
        clock.at = GateFixtures.NOW.plus(Duration.ofSeconds(200));
        lease.close();

        assertThat(last().ending()).isEqualTo(LeaseEnding.UNKNOWN);
        assertThat(last().abandoned()).isTrue();
        assertThat(last().estimated()).isTrue();
        assertThat(last().cpuMs()).isEqualTo(200_000);
    }

    @Test
    @Incident(52)
    void givenHolder_whenRefused_thenRowAndAnswerNameTheHolder() {
        Lease lease = GateFixtures.take(gate, Purpose.BACKFILL);
        lease.abandoned();

        Admission refused = gate.tryAcquire(Purpose.TICK, "Billing");

        assertThat(refused)
                .isEqualTo(new Admission.Refused(new Holder(Purpose.BACKFILL, "Sales", GateFixtures.NOW, true)));
        assertThat(last().ending()).isEqualTo(LeaseEnding.DEFERRED);
        assertThat(last().got()).isNull();
        assertThat(last().deferredBy())
                .isEqualTo(new DeferredBy(DeferredBy.Kind.LEASE, "backfill of Sales, abandoned", GateFixtures.NOW));
    }

    @Test
    void givenLockOfSomebodyElse_whenClosed_thenDeferredByTheLockAndGateAsBefore() {
        Lease lease = GateFixtures.take(gate, Purpose.TICK);
        lease.lockAsked(GateFixtures.session(GateFixtures.SQL_1, 51));
        lease.lockRefused();
        lease.close();

        assertThat(last().ending()).isEqualTo(LeaseEnding.DEFERRED);
        assertThat(last().deferredBy().what()).isEqualTo(DeferredBy.Kind.LOCK);
        assertThat(gate.state()).isInstanceOf(GateState.Free.class);
    }

    @Test
    void givenNothingAsked_whenClosed_thenNothingSent() {
        GateFixtures.take(gate, Purpose.TICK).close();

        assertThat(last().ending()).isEqualTo(LeaseEnding.NOTHING_SENT);
        assertThat(last().sessionId()).isNull();
        assertThat(last().estimated()).isFalse();
    }

    @Test
    void givenUnprovenSuspect_whenReleasedWithoutProof_thenDeferredByTheSuspect() {
        gate.seedUnknown(GateFixtures.session(GateFixtures.SQL_1, 51));
        Lease lease = GateFixtures.take(gate, Purpose.TICK);
        lease.lockAsked(GateFixtures.session(GateFixtures.SQL_1, 60));
        lease.lockGranted();
        assertThat(lease.mayRunHeavy()).isFalse();
        lease.released();
        lease.close();

        assertThat(last().ending()).isEqualTo(LeaseEnding.DEFERRED);
        assertThat(last().deferredBy().what()).isEqualTo(DeferredBy.Kind.SUSPECT);
        assertThat(gate.state()).isInstanceOf(GateState.Unknown.class);
    }

    @Test
    void givenShutdown_whenTried_thenNothingIsAdmittedAndWhatIsHeldIsRecorded() {
        Lease lease = GateFixtures.take(gate, Purpose.TICK);
        lease.lockAsked(GateFixtures.session(GateFixtures.SQL_1, 51));

        registry.admitNothing();
        registry.recordHeldAtExit();

        assertThat(registry.gate("sim-2").tryAcquire(Purpose.TICK, "")).isInstanceOf(Admission.ShuttingDown.class);
        assertThat(rows).hasSize(1);
        assertThat(last().ending()).isEqualTo(LeaseEnding.UNKNOWN_AT_EXIT);
        assertThat(gate.holder()).isPresent();
    }

    @Test
    void givenOneRegistry_whenAskedByEqualKeys_thenOneGate() {
        assertThat(registry.gate("sim-" + rows.size() + 1)).isSameAs(registry.gate("sim-01"));
        assertThat(registry.gate("sim-2")).isNotSameAs(gate);
    }

    @Test
    @Incident(53)
    void givenUngatedLease_whenAskedForHeavyWork_thenNo() {
        Lease.UNGATED.lockAsked(GateFixtures.session(GateFixtures.SQL_1, 51));
        Lease.UNGATED.lockGranted();

        assertThat(Lease.UNGATED.mayRunHeavy()).isFalse();
        Lease.UNGATED.close();
        Lease.UNGATED.close();
    }

    @Test
    @Incident(12)
    void givenFullJournal_whenOffered_thenDroppedAndCounted() {
        QueuedLeaseJournal<String> journal = new QueuedLeaseJournal<>(2);
        ServerGate<String> busy = GateFixtures.gate(journal, new ManualTicker());
        for (int i = 0; i < 3; i++) {
            GateFixtures.take(busy, Purpose.TICK).close();
        }

        assertThat(journal.dropped()).isEqualTo(1);
        assertThat(journal.drain(1)).hasSize(1);
        assertThat(journal.drain(10)).hasSize(1);
        assertThat(journal.drain(10)).isEmpty();
    }

    @Test
    void givenJournalThatThrows_whenClosed_thenTheGateHasMovedAllTheSame() {
        ServerGate<String> broken = GateFixtures.gate(
                row -> {
                    throw new IllegalStateException("broken journal");
                },
                new ManualTicker());
        Lease lease = GateFixtures.take(broken, Purpose.TICK);

        assertThat(org.assertj.core.api.Assertions.catchThrowable(lease::close)).hasMessage("broken journal");
        assertThat(broken.holder()).isEmpty();
    }
}

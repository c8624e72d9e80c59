package io.tidegate.sqlserver.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.core.gate.InstanceIdentity;
import io.tidegate.core.gate.Lease;
import io.tidegate.core.gate.LeaseEnding;
import io.tidegate.core.gate.SessionIdentity;
import io.tidegate.core.gate.StandIn;
import io.tidegate.core.gate.Suspect;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.time.ManualDeadlines;
import io.tidegate.core.time.ManualTicker;
import io.tidegate.sqlserver.Login;
import io.tidegate.sqlserver.Secret;
import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.catalog.BoundSql;
import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.fault.SqlServerException;
import io.tidegate.sqlserver.session.StubServer.Table;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the lease is told for every answer of ring 3, against a server that answers as scripted. */
class HeavySessionsTest {
    private static final LocalDateTime LOGIN = LocalDateTime.of(2026, 11, 29, 10, 0, 0, 123_000_000);
    private static final LocalDateTime START = LocalDateTime.of(2026, 11, 1, 4, 0);
    private static final InstanceIdentity INSTANCE = new InstanceIdentity("SQL1", START);
    private static final SessionIdentity US = new SessionIdentity(INSTANCE, 57, LOGIN);
    private static final BoundSql CENSUS = Statements.CENSUS
            .text()
            .in("Sales")
            .set("first_interval_id", 1)
            .set("last_interval_id", 1)
            .build();

    private final ManualTicker ticker = new ManualTicker();
    private final TestGate gate = new TestGate(ticker);
    private final TestStep step = new TestStep();
    private final StubServer server = new StubServer()
            .on("session_settings", sql -> null)
            .on(
                    "session_identity",
                    sql -> new Table(
                            List.of(
                                    "session_id",
                                    "login_time",
                                    "server_name",
                                    "tempdb_created",
                                    "server_now",
                                    "engine_edition",
                                    "current_database"),
                            List.of(List.of(57, LOGIN, "SQL1", START, LOGIN, 3, "tempdb"))))
            .on("applock_get", sql -> Table.one("granted", 0))
            .on("applock_release", sql -> Table.one("released", 0))
            .on(
                    "session_cost",
                    sql -> new Table(List.of("cpu_time", "logical_reads", "writes"), List.of(List.of(40, 700, 3))))
            .on("sees_all_sessions", sql -> Table.one("sees_all", 0))
            .on("heavy_sessions", sql -> new Table(List.of("session_id"), List.of()))
            .on("last_word", sql -> Table.one("answered", 1))
            .on("census", sql -> Table.one("row_count", 5L));

    @Test
    @Incident(85)
    void givenTheLock_whenReadAndClosed_thenGuardedChargedReleasedAndClosed() {
        Lease lease = gate.acquire();
        HeavySession session = entered(open(lease, false));
        ReadEnd end = session.read(CENSUS, ReadLimits.STANDARD, handler());
        session.close();
        session.close();
        lease.close();

        assertThat(end).isEqualTo(new ReadEnd(ReadEnd.How.COMPLETE, 1, 8));
        assertThat(server.log)
                .containsExactly(
                        "session_settings",
                        "session_identity",
                        "applock_get",
                        "guarded census",
                        "session_cost",
                        "applock_release",
                        "close");
        assertThat(gate.lastRow().ending()).isEqualTo(LeaseEnding.RELEASED);
        assertThat(gate.lastRow().cpuMs()).isEqualTo(40);
        assertThat(gate.lastRow().reads()).isEqualTo(700);
        assertThat(gate.lastRow().estimated()).isFalse();
        assertThat(server.opened)
                .containsExactly(new ConnectionSettings(
                        "Tidegate/heavy test", "tempdb", Duration.ofSeconds(15), Duration.ofSeconds(360)));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, -2, -3, -999})
    void givenAnyAnswerBelowZero_whenOpened_thenRefusedAndTheGateIsAsBefore(int answer) {
        server.on("applock_get", sql -> Table.one("granted", answer));
        Lease lease = gate.acquire();
        assertThat(open(lease, true)).isInstanceOf(HeavyEntry.Refused.class);
        lease.close();
        assertThat(server.log).endsWith("close").doesNotContain("last_word");
        assertThat(gate.lastRow().ending()).isEqualTo(LeaseEnding.DEFERRED);
        assertThat(gate.suspectOn(INSTANCE)).isEmpty();
    }

    @Test
    void givenNoAnswerToTheLock_whenOpened_thenUnknown() {
        server.on("applock_get", sql -> {
            throw new SQLException("Read timed out", "08S01");
        });
        Lease lease = gate.acquire();
        assertThatThrownBy(() -> open(lease, true)).isInstanceOf(SqlServerException.class);
        lease.close();
        assertThat(gate.suspectOn(INSTANCE).map(Suspect::session)).contains(US);
    }

    @Test
    void givenAnErrorOtherThanDenial_whenTheLockIsAsked_thenUnknownSinceItMayBeHad() {
        server.on("applock_get", sql -> {
            throw new SQLException("memory", "S0001", 701);
        });
        Lease lease = gate.acquire();
        assertThatThrownBy(() -> open(lease, true)).isInstanceOf(SqlServerException.class);
        lease.close();
        assertThat(gate.suspectOn(INSTANCE)).isPresent();
    }

    @Test
    void givenNoConnection_whenOpened_thenTheGateIsAsBefore() {
        HeavySessions unreachable = sessions((target, settings) -> {
            throw new SQLException("refused", "08S01");
        });
        Lease lease = gate.acquire();
        assertThatThrownBy(() -> unreachable.open(target(false), "Sales", lease, step))
                .isInstanceOf(SqlServerException.class);
        lease.close();
        assertThat(gate.lastRow().ending()).isEqualTo(LeaseEnding.NOTHING_SENT);
    }

    @Test
    void givenTheReleaseFails_whenClosed_thenAbortedAndUnknown() {
        failTheRelease();
        assertThat(server.log).endsWith("abort");
        assertThat(gate.suspectOn(INSTANCE).map(Suspect::kept)).contains(Suspect.Kept.BY_LOCK);
    }

    @Test
    void givenAReleaseAnsweredWithAnErrorCode_whenClosed_thenAbortedAndUnknown() {
        server.on("applock_release", sql -> Table.one("released", -999));
        Lease lease = gate.acquire();
        entered(open(lease, false)).close();
        lease.close();

        assertThat(server.log).endsWith("abort");
        assertThat(gate.lastRow().ending()).isEqualTo(LeaseEnding.UNKNOWN);
    }

    @Test
    void givenASuspectOfTheLock_whenTheNextGetsIt_thenItIsProven() {
        failTheRelease();
        server.on("applock_release", sql -> Table.one("released", 0));
        Lease next = gate.acquire();
        entered(open(next, false)).close();
        next.close();
        assertThat(gate.suspectOn(INSTANCE)).isEmpty();
    }

    @Test
    void givenLockAndViewDenied_whenNotAllowed_thenEndNotProvableWithTheGrant() {
        denyLock();
        Lease lease = gate.acquire();
        HeavyEntry.EndNotProvable closed = (HeavyEntry.EndNotProvable) open(lease, false);
        lease.close();
        assertThat(closed.why()).contains("EXECUTE").contains("VIEW SERVER STATE");
        assertThat(closed.grant()).isEqualTo("USE [tempdb]; GRANT EXECUTE ON sys.sp_getapplock TO [public];");
        assertThat(gate.suspectOn(INSTANCE)).isEmpty();
    }

    @Test
    void givenLockDeniedAndViewOpen_whenNobodyElseIsThere_thenTheViewStandsIn() {
        denyLock();
        server.on("sees_all_sessions", sql -> Table.one("sees_all", 1));
        Lease lease = gate.acquire();
        HeavySession session = entered(open(lease, false));
        session.read(CENSUS, ReadLimits.STANDARD, handler());
        session.close();
        lease.close();
        assertThat(server.log).contains("census").endsWith("session_cost", "last_word", "close");
        assertThat(gate.lastRow().ending()).isEqualTo(LeaseEnding.RELEASED);
    }

    @Test
    void givenLockDeniedAndAnotherHeavySession_whenOpened_thenBothGoAway() {
        denyLock();
        server.on("sees_all_sessions", sql -> Table.one("sees_all", 1));
        server.on(
                "heavy_sessions",
                sql -> new Table(
                        List.of("session_id", "login_time", "host_name", "program_name"),
                        List.of(List.of(61, LOGIN, "OTHER", "Tidegate/heavy b"))));
        Lease lease = gate.acquire();
        HeavyEntry.Refused refused = (HeavyEntry.Refused) open(lease, true);
        lease.close();
        assertThat(refused.by().who()).contains("session 61").contains("OTHER");
    }

    @Test
    void givenOnlyTheOperatorsWord_whenAnEndStaysUnproven_thenTheGraceAloneOpens() {
        denyLock();
        server.on("last_word", sql -> {
            throw new SQLException("reset", "08S01");
        });
        Lease lease = gate.acquire();
        HeavySession session = entered(open(lease, true));
        session.read(CENSUS, ReadLimits.STANDARD, handler());
        session.close();
        lease.close();
        assertThat(server.log).as("stored before it is sent").containsSubsequence("intent", "census");
        assertThat(gate.suspectOn(INSTANCE).map(Suspect::kept)).contains(Suspect.Kept.BY_OPERATOR);

        server.on("last_word", sql -> Table.one("answered", 1));
        Lease early = gate.acquire();
        assertThat(open(early, true)).isInstanceOf(HeavyEntry.Refused.class);
        early.close();
        ticker.advance(Duration.ofHours(1));
        Lease late = gate.acquire();
        entered(open(late, true)).close();
        late.close();
        assertThat(gate.suspectOn(INSTANCE)).isEmpty();
    }

    @Test
    void givenASuspectByView_whenTheLockIsHadButTheSessionIsStillThere_thenReleasedAndRefused() {
        Lease first = gate.acquire();
        first.sentUnproven(new SessionIdentity(INSTANCE, 44, LOGIN), StandIn.VIEW);
        first.close();
        server.on("sees_all_sessions", sql -> Table.one("sees_all", 1));
        server.on("session_by_id", sql -> Table.one("login_time", LOGIN));
        Lease second = gate.acquire();
        assertThat(open(second, false)).isInstanceOf(HeavyEntry.Refused.class);
        second.close();
        assertThat(server.log).endsWith("applock_release", "close");
        assertThat(gate.suspectOn(INSTANCE)).isPresent();

        server.on("session_by_id", sql -> Table.one("login_time", LOGIN.plusSeconds(1)));
        Lease third = gate.acquire();
        entered(open(third, false)).close();
        third.close();
        assertThat(gate.suspectOn(INSTANCE)).isEmpty();
    }

    @Test
    void givenTheDeadlineHasPassed_whenARead_thenNothingIsSent() {
        Lease lease = gate.acquire();
        HeavySession session = entered(open(lease, false));
        step.passDeadline();
        assertThat(session.read(CENSUS, ReadLimits.STANDARD, handler()).how()).isEqualTo(ReadEnd.How.DEADLINE);
        session.close();
        lease.close();
        assertThat(server.log).doesNotContain("guarded census").contains("applock_release");
    }

    @Test
    @Incident(56)
    void givenAHandlerThatThrows_whenRead_thenAttentionIsSentAndTheLockReleased() {
        Lease lease = gate.acquire();
        HeavySession session = entered(open(lease, false));
        assertThatThrownBy(() -> session.read(CENSUS, ReadLimits.STANDARD, new ThrowingHandler()))
                .hasMessage("store");
        session.close();
        lease.close();
        assertThat(server.log).containsSubsequence("guarded census", "cancel", "applock_release");
        assertThat(gate.lastRow().ending()).isEqualTo(LeaseEnding.RELEASED);
    }

    @Test
    void givenALeaseWithoutLock_whenRead_thenNothingHeavyIsSent() {
        Lease lease = gate.acquire();
        HeavySession session = entered(open(lease, false));
        lease.close();
        assertThatThrownBy(() -> session.read(CENSUS, ReadLimits.STANDARD, handler()))
                .isInstanceOf(IllegalStateException.class);
        assertThat(server.log).doesNotContain("guarded census");
    }

    @Test
    void givenAClaim_whenRead_thenTheGuardBearsItsEndByTheServersClock() {
        Lease lease = gate.acquire();
        long until = ticker.readNanos() + Duration.ofSeconds(20).toNanos();
        String[] sent = new String[1];
        server.on("census", sql -> {
            sent[0] = sql;
            return Table.one("row_count", 5L);
        });
        HeavyEntry entry = sessions(server).open(target(false), "Sales", lease, step, () -> until);
        ticker.advance(Duration.ofSeconds(5));
        entered(entry).read(CENSUS, ReadLimits.STANDARD, handler());
        List<String> order = Arrays.asList("APPLOCK_MODE", "SYSUTCDATETIME() >= ?", "tidegate:census");
        assertThat(sent[0]).containsSubsequence(order);
        assertThat(server.times).as("read at LOGIN").containsExactly(LOGIN.plusSeconds(20));
    }

    private void failTheRelease() {
        server.on("applock_release", sql -> {
            throw new SQLException("reset", "08S01");
        });
        Lease lease = gate.acquire();
        entered(open(lease, false)).close();
        lease.close();
    }

    private void denyLock() {
        server.on("applock_get", sql -> {
            throw new SQLException("The EXECUTE permission was denied on the object 'sp_getapplock'", "S0005", 229);
        });
    }

    private HeavyEntry open(Lease lease, boolean allowUnproven) {
        return sessions(server).open(target(allowUnproven), "Sales", lease, step);
    }

    private HeavySessions sessions(ConnectionFactory connections) {
        return new HeavySessions(
                connections,
                RingThreeChain.standard((name, session) -> server.log.add("intent")),
                SessionLimits.LITE,
                new ManualDeadlines(),
                Thread.ofVirtual().factory(),
                ticker,
                "test");
    }

    private static HeavySession entered(HeavyEntry entry) {
        assertThat(entry).isInstanceOf(HeavyEntry.Entered.class);
        return ((HeavyEntry.Entered) entry).session();
    }

    private static ServerTarget target(boolean allowUnproven) {
        return ServerTarget.trusted("sql-1", "127.0.0.1", 1433, new Login("monitor", new Secret("x")))
                .withAllowUnproven(allowUnproven);
    }

    private static RowHandler handler() {
        return new RowHandler() {
            @Override
            public void begin(ResultSet rows) {}

            @Override
            public long take(ResultSet row, boolean closing) {
                return closing ? NOT_TAKEN : 8;
            }

            @Override
            public void end(boolean cutInside) {}
        };
    }

    private static final class ThrowingHandler implements RowHandler {
        @Override
        public void begin(ResultSet rows) {}

        @Override
        public long take(ResultSet row, boolean closing) {
            throw new IllegalStateException("store");
        }

        @Override
        public void end(boolean cutInside) {}
    }
}

package io.sqlserversim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.locks.LockEntry;
import io.sqlserversim.session.Session;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * sp_getapplock and its relatives, with two sessions. Those that wait were seen to fail when a grant does not wake the
 * waiter ({@code LockQueue.serveWaiting} without its last line).
 */
@Timeout(60)
class ApplicationLockTest {
    private static final String RELEASE =
            "DECLARE @rc int; EXEC @rc = sp_releaseapplock N'tidal/1', 'Session'; SELECT @rc";

    private final TestServer server = new TestServer();
    private final Session a = server.session("tempdb");
    private final Session b = server.session("tempdb");
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void endAll() {
        server.engine.endSession(a);
        server.engine.endSession(b);
        threads.shutdownNow();
    }

    private String one(Session session, String text) {
        RecordingSink answer = server.run(session, text);
        if (!answer.errors.isEmpty()) {
            return "!" + answer.errors.getFirst().number();
        }
        return String.valueOf(answer.results.getLast().rows().getFirst().getFirst());
    }

    private String get(Session session, int timeout) {
        return one(
                session,
                "DECLARE @rc int; EXEC @rc = sys.sp_getapplock @Resource = N'tidal/1', @LockMode = 'Exclusive',"
                        + " @LockOwner = 'Session', @LockTimeout = " + timeout + "; SELECT @rc");
    }

    private static void await(java.util.function.BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("waited too long");
            }
            Thread.onSpinWait();
        }
    }

    private boolean waits(Session session) {
        return server.locks.snapshot().stream()
                .anyMatch(entry -> entry.sessionId() == session.sessionId() && !entry.granted());
    }

    @Test
    void givenAHolder_whenAnotherAsksWithoutWaiting_thenMinusOne() {
        assertThat(get(a, 0)).isEqualTo("0");
        assertThat(get(b, 0)).isEqualTo("-1");
        assertThat(one(a, "SELECT APPLOCK_MODE('public', N'tidal/1', 'Session')"))
                .isEqualTo("Exclusive");
        assertThat(one(b, "SELECT APPLOCK_MODE('public', N'tidal/1', 'Session')"))
                .isEqualTo("NoLock");
        assertThat(one(b, "SELECT APPLOCK_TEST('public', N'tidal/1', 'Exclusive', 'Session')"))
                .isEqualTo("0");
        assertThat(one(a, "SELECT APPLOCK_TEST('public', N'tidal/1', 'Exclusive', 'Session')"))
                .isEqualTo("1");
    }

    @Test
    void givenTwoGetsOfOneSession_whenReleasedOnce_thenItIsStillHeld() {
        assertThat(get(a, 0)).isEqualTo("0");
        assertThat(get(a, 0)).isEqualTo("0");
        assertThat(one(a, RELEASE)).isEqualTo("0");
        assertThat(get(b, 0)).isEqualTo("-1");
        assertThat(one(a, RELEASE)).isEqualTo("0");
        assertThat(one(a, RELEASE)).isEqualTo("!1223");
        assertThat(get(b, 0)).isEqualTo("0");
    }

    @Test
    void givenAnotherDatabase_whenAsked_thenItIsAnotherLock() {
        Session other = server.session("Sales");
        assertThat(get(a, 0)).isEqualTo("0");
        assertThat(get(other, 0)).isEqualTo("0");
        assertThat(one(
                        b,
                        "DECLARE @rc int; EXEC @rc = Sales.sys.sp_getapplock 'tidal/1', 'Exclusive', 'Session', 0; SELECT"
                                + " @rc"))
                .isEqualTo("-1");
        server.engine.endSession(other);
    }

    @Test
    void givenAWaiter_whenTheHoldersSessionEnds_thenItIsGrantedWithOne() throws Exception {
        assertThat(get(a, 0)).isEqualTo("0");
        CompletableFuture<String> waiter = CompletableFuture.supplyAsync(() -> get(b, -1), threads);
        await(() -> waits(b));
        server.engine.endSession(a);
        assertThat(waiter.get(30, TimeUnit.SECONDS)).isEqualTo("1");
    }

    @Test
    void givenAWaiter_whenAttentionComes_thenItEndsAndHoldsNothing_andTheHolderKeepsIts() throws Exception {
        assertThat(get(a, 0)).isEqualTo("0");
        CompletableFuture<String> waiter = CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return get(b, -1);
                    } catch (StatementEnded e) {
                        return e.reason().name();
                    }
                },
                threads);
        await(() -> waits(b));
        b.signals().raise(StatementEnded.Reason.ATTENTION);
        assertThat(waiter.get(30, TimeUnit.SECONDS)).isEqualTo("ATTENTION");
        b.signals().acknowledgeAttention();
        assertThat(server.locks.snapshot()).extracting(LockEntry::sessionId).containsExactly(a.sessionId());
    }

    @Test
    void givenAHolder_whenItsOwnStatementIsCancelled_thenTheLockStays() {
        assertThat(get(a, 0)).isEqualTo("0");
        a.signals().raise(StatementEnded.Reason.ATTENTION);
        try {
            server.run(a, "SELECT 1");
        } catch (StatementEnded e) {
            a.signals().acknowledgeAttention();
        }
        assertThat(get(b, 0)).isEqualTo("-1");
    }

    @Test
    void givenTwoSessionsThatWaitForEachOther_whenTheSecondAsks_thenItIsTheVictim() throws Exception {
        String second = "DECLARE @rc int; EXEC @rc = sp_getapplock 'tidal/2', 'Exclusive', 'Session', -1; SELECT @rc";
        assertThat(get(a, 0)).isEqualTo("0");
        assertThat(one(b, second)).isEqualTo("0");
        CompletableFuture<String> waiter = CompletableFuture.supplyAsync(() -> one(a, second), threads);
        await(() -> waits(a));
        assertThat(get(b, -1)).isEqualTo("-3");
        server.engine.endSession(b);
        assertThat(waiter.get(30, TimeUnit.SECONDS)).isEqualTo("1");
    }

    @Test
    void givenATransactionLock_whenItCommits_thenItIsFree_andASessionLockStays() {
        String inTransaction = "DECLARE @rc int; BEGIN TRAN; EXEC @rc = sp_getapplock 't', 'Exclusive'; SELECT @rc";
        assertThat(one(a, inTransaction)).isEqualTo("0");
        assertThat(get(a, 0)).isEqualTo("0");
        assertThat(server.locks.snapshot()).hasSize(2);
        server.run(a, "COMMIT");
        assertThat(server.locks.snapshot()).hasSize(1);
    }

    @Test
    void givenSharedLocks_whenAnExclusiveOneIsAsked_thenItWaits() {
        String shared = "DECLARE @rc int; EXEC @rc = sp_getapplock N'tidal/1', 'Shared', 'Session', 0; SELECT @rc";
        assertThat(one(a, shared)).isEqualTo("0");
        assertThat(one(b, shared)).isEqualTo("0");
        assertThat(get(b, 0)).isEqualTo("-1");
    }

    @Test
    void givenExecuteDenied_whenAsked_thenMessage229() {
        server.locks.deny(true);
        assertThat(get(a, 0)).isEqualTo("!229");
    }

    @Test
    void givenAnExpiringWait_whenNobodyReleases_thenMinusOneAndNoWaiterIsLeft() {
        assertThat(get(a, 0)).isEqualTo("0");
        assertThat(get(b, 20)).isEqualTo("-1");
        assertThat(waits(b)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "NULL, 'Exclusive', 'Session', 0|!1224",
                "'r', 'Exclusive', 'Session', -2|!1227",
                "'r', 'Strong', 'Session', 0|-999",
                "'r', 'exclusive', 'SESSION', 0|0",
                "'r', 'Exclusive', 'Nobody', 0|-999",
                "'r', 'Exclusive', 'Transaction', 0|-999",
                "@LockMode = 'Exclusive', @LockOwner = 'Session'|-999",
                "@Resource = 'r'|!201",
                "'r', 'Exclusive', 'Session', 0, 'nobody'|!1202",
                "'', 'Exclusive', 'Session', 0|0",
                "@Ressource = 'r', @LockMode = 'Exclusive'|!8145",
                "'r', 'Exclusive', 'Session', 0, 'public', 1|!8144"
            })
    void givenArguments_whenAsked_thenTheAnswerIsSqlServers(String arguments, String expected) {
        assertThat(one(a, "DECLARE @rc int; EXEC @rc = sp_getapplock " + arguments + "; SELECT @rc"))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "APPLOCK_MODE('public', 'r', 'Transaction')|!3918",
                "APPLOCK_MODE('public', 'r', 'Nobody')|!1226",
                "APPLOCK_TEST('public', 'r', 'Strong', 'Session')|!1225",
                "APPLOCK_MODE(NULL, 'r', 'Session')|!8116"
            })
    void givenWrongArguments_whenTheFunctionsAreAsked_thenTheMessageIsSqlServers(String call, String expected) {
        assertThat(one(a, "SELECT " + call)).isEqualTo(expected);
    }
}

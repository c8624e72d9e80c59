package io.sqlserversim.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sqlserversim.Await;
import io.sqlserversim.engine.ResponseSink;
import io.sqlserversim.engine.ResponseSink.Command;
import io.sqlserversim.engine.StatementEnded.Reason;
import io.sqlserversim.session.Session;
import io.sqlserversim.types.Column;
import io.sqlserversim.types.SqlType;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What ends a running statement: attention, KILL, a write to a dead socket; and what does not. */
final class AttentionTest {
    private final AtomicBoolean isReleased = new AtomicBoolean();
    private static final List<Column> WIDE = List.of(new Column("t", SqlType.nvarchar(4000), false));

    private ScriptedServer server;

    @BeforeEach
    void start() throws Exception {
        server = new ScriptedServer();
        server.on("hang", this::hang).on("endless", AttentionTest::endless);
    }

    @AfterEach
    void stop() {
        server.close();
        assertThat(server.listener().threads()).isZero();
        assertThat(server.ended).containsExactlyInAnyOrderElementsOf(server.sessions);
    }

    /** Also where it comes before the statement stands still. */
    private void release(Session session) {
        isReleased.set(true);
        session.signals().wake();
    }

    private void hang(Session session, List<?> parameters, ResponseSink sink) {
        session.signals().parkUntil(isReleased::get, Long.MAX_VALUE);
        ScriptedServer.one(sink, 99);
    }

    private static void endless(Session session, List<?> parameters, ResponseSink sink) {
        sink.columns(WIDE);
        Object[] row = {"x".repeat(1000)};
        while (true) {
            sink.row(row);
        }
    }

    @Test
    void givenHangBeforeFirstRow_whenQueryTimeout_thenAttentionEndsItAndTheConnectionIsUsable() throws Exception {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> statement.executeQuery("hang")).isInstanceOf(SQLTimeoutException.class);
                assertThat(connection.isValid(5)).isTrue();
            }
            assertThat(server.session().signals().attentions()).isEqualTo(2);
            assertThat(server.session().signals().pending()).isNull();
        }
    }

    @Test
    void givenEndlessRows_whenCancelledMidRow_thenTheConnectionIsUsable() throws Exception {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            ResultSet rows = statement.executeQuery("endless");
            for (int i = 0; i < 100; i++) {
                assertThat(rows.next()).isTrue();
            }
            statement.cancel();
            assertThatThrownBy(() -> {
                        while (rows.next()) {
                            assertThat(rows.getString(1)).hasSize(1000);
                        }
                    })
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("cancel");
            assertThat(connection.isValid(5)).isTrue();
            assertThat(server.session().signals().attentions()).isEqualTo(1);
        }
    }

    @Test
    void givenPrepareCall_whenCancelled_thenTheNextCallIsAnswered() throws Exception {
        try (Connection connection = server.connect();
                var statement = connection.prepareStatement("hang")) {
            statement.setQueryTimeout(1);
            assertThatThrownBy(statement::executeQuery).isInstanceOf(SQLTimeoutException.class);
            assertThat(connection.isValid(5)).isTrue();
        }
    }

    @Test
    void givenDeafServer_whenTimeouts_thenOnlyTheSocketTimeoutFreesTheClientAndTheStatementRunsOn() throws Exception {
        server.on("deaf", (session, parameters, sink) -> {
            session.signals().deaf(true);
            hang(session, parameters, sink);
        });
        try (Connection connection = server.connect("encrypt=false;socketTimeout=2500;connectRetryCount=0");
                Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            assertThatThrownBy(() -> statement.executeQuery("deaf"))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("08S01"));
            Session session = server.session();
            assertThat(session.signals().attentions()).isEqualTo(1);
            assertThat(session.running()).isNotNull();
            assertThat(server.ended).isEmpty();
            session.signals().deaf(false);
            Await.until("the withheld attention ended it", () -> server.ended.contains(session));
        }
    }

    @Test
    void givenHungStatement_whenTheClientCloses_thenTheSessionStaysUntilItIsReleased() throws Exception {
        CompletableFuture<Void> client = new CompletableFuture<>();
        Connection connection = server.connect();
        Thread.ofVirtual().start(() -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute("hang");
            } catch (SQLException e) {
                client.complete(null);
            }
        });
        Session session = server.session();
        Await.until("it hangs", () -> session.running() != null);
        connection.abort(Runnable::run);
        client.join();
        try (Connection other = server.connect()) {
            // by the time another client is served the first one's end has long been seen
            assertThat(other.isValid(5)).isTrue();
            assertThat(session.running()).isNotNull();
            assertThat(session.isClosed()).isFalse();
            assertThat(server.session().sessionId()).isNotEqualTo(session.sessionId());
        }
        release(session);
        Await.until("the session ended", () -> server.ended.contains(session));
    }

    @Test
    void givenRowsToAClientThatClosed_whenWritten_thenTheStatementEndsAsDead() throws Exception {
        CompletableFuture<Reason> end = new CompletableFuture<>();
        CountDownLatch closed = new CountDownLatch(1);
        server.on("late rows", (session, parameters, sink) -> {
            sink.columns(WIDE);
            sink.row(new Object[] {"first"});
            sink.flush();
            try {
                closed.await();
                endless(session, parameters, sink);
            } catch (io.sqlserversim.engine.StatementEnded e) {
                end.complete(e.reason());
                throw e;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        Connection connection = server.connect();
        connection.createStatement().executeQuery("late rows");
        connection.abort(Runnable::run);
        closed.countDown();
        assertThat(end.join()).isEqualTo(Reason.CONNECTION_DEAD);
        Await.until("the session ended", () -> server.ended.size() == 1);
    }

    @Test
    void givenRunningStatement_whenKilled_then596AndTheConnectionIsClosed() throws Exception {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            Session session = server.session();
            Thread.ofVirtual().start(() -> {
                Await.until("it hangs", () -> session.running() != null);
                session.signals().raise(Reason.KILLED);
            });
            assertThatThrownBy(() -> statement.executeQuery("hang"))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            e -> assertThat(e.getErrorCode()).isEqualTo(596));
            assertThat(connection.isClosed()).isTrue();
        }
    }

    @Test
    void givenIdleSession_whenKilled_thenItIsClosedAtOnce() throws Exception {
        try (Connection connection = server.connect()) {
            Session session = server.session();
            assertThat(connection.isValid(5)).isTrue();
            session.signals().raise(Reason.KILLED);
            Await.until("the session ended", () -> server.ended.contains(session));
            assertThat(connection.isValid(5)).isFalse();
        }
    }

    @Test
    void givenClientThatDoesNotRead_whenKilled_thenTheBlockedWriteEnds() throws Exception {
        CompletableFuture<Thread> writer = new CompletableFuture<>();
        server.on("flood", (session, parameters, sink) -> {
            writer.complete(Thread.currentThread());
            endless(session, parameters, sink);
        });
        Connection connection = server.connect();
        connection.createStatement().executeQuery("flood");
        Thread blocked = writer.get();
        Session session = server.session();
        // The socket's buffers fill, then the write parks its virtual thread.
        Await.until("the write is blocked", () -> blocked.getState() == Thread.State.WAITING);
        assertThat(session.running()).isNotNull();
        session.signals().raise(Reason.KILLED);
        Await.until("the session ended", () -> server.ended.contains(session));
        connection.abort(Runnable::run);
    }

    @Test
    void givenDroppedConnection_whenReadingMidRow_thenTheDriverSaysSo() throws Exception {
        server.on("drop", (session, parameters, sink) -> {
            sink.columns(WIDE);
            sink.row(new Object[] {"first"});
            sink.flush();
            session.signals().parkUntil(isReleased::get, Long.MAX_VALUE);
            sink.dropConnection();
            endless(session, parameters, sink);
        });
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("drop")) {
            assertThat(rows.next()).isTrue();
            release(server.session());
            assertThatThrownBy(rows::next)
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("08S01"));
            assertThat(connection.isClosed()).isTrue();
        }
    }

    @Test
    void givenRunningAndParkedStatements_whenTheListenerCloses_thenAllEnd() throws Exception {
        Connection parked = server.connect();
        Connection idle = server.connect();
        CompletableFuture<Boolean> failed = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try (Statement statement = parked.createStatement()) {
                statement.execute("hang");
                failed.complete(false);
            } catch (SQLException e) {
                failed.complete(true);
            }
        });
        Await.until("it hangs", () -> server.sessions.get(0).running() != null);
        server.close();
        assertThat(failed.join()).isTrue();
        assertThat(idle.isValid(5)).isFalse();
        assertThat(server.ended).hasSize(2);
        assertThatThrownBy(() -> server.connect()).isInstanceOf(SQLException.class);
    }

    @Test
    void givenCommandCount_whenDone_thenUpdateCountIsSeen() throws Exception {
        server.on("update", (session, parameters, sink) -> sink.done(Command.UPDATE, 12));
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("update")).isEqualTo(12);
        }
    }
}

package io.sqlserversim.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sqlserversim.Await;
import io.sqlserversim.engine.ResponseSink.Command;
import io.sqlserversim.engine.SqlError;
import io.sqlserversim.types.Column;
import io.sqlserversim.types.SqlType;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What mssql-jdbc makes of logins, results, errors and messages. */
final class JdbcResultTest {
    private static final List<Column> NUMBERS = List.of(new Column("n", SqlType.INT, false));

    private ScriptedServer server;

    @BeforeEach
    void start() throws Exception {
        server = new ScriptedServer();
    }

    @AfterEach
    void stop() {
        server.close();
        assertThat(server.listener().threads()).isZero();
        assertThat(server.listener().connections()).isZero();
    }

    @Test
    void givenPlainLogin_whenSelecting_thenTheRowAndTheSessionAreThere() throws Exception {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT 1")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).isEqualTo(1);
            assertThat(rows.next()).isFalse();
            assertThat(connection.getCatalog()).isEqualTo("Sales");
            assertThat(connection.getMetaData().getDatabaseProductVersion()).isEqualTo("16.00.4135");
            assertThat(connection.isValid(5)).isTrue();
        }
        LoginRequest login = server.lastLogin;
        assertThat(login.sessionId()).isEqualTo(51);
        assertThat(login.password()).isEqualTo("Abc123");
        assertThat(login.toString()).doesNotContain("Abc123");
        assertThat(login.client().loginName()).isEqualTo("monitor");
        assertThat(login.client().encrypted()).isFalse();
        Await.until("the session ended", () -> server.ended.contains(server.session()));
    }

    @Test
    void givenTwoSessions_whenOneLeaves_thenItsNumberIsGivenAgain() throws Exception {
        try (Connection first = server.connect();
                Connection second = server.connect()) {
            assertThat(server.session().sessionId()).isEqualTo(52);
            first.close();
            Await.until("the first ended", () -> server.ended.size() == 1);
            try (Connection third = server.connect()) {
                assertThat(third.isValid(5)).isTrue();
                assertThat(server.session().sessionId()).isEqualTo(51);
            }
            assertThat(second.isValid(5)).isTrue();
        }
    }

    @Test
    void givenRefusal_whenLoggingIn_thenTheFirstErrorIsSeenAndNoSessionStays() {
        server.refusal = List.of(
                new SqlError(4060, 11, 1, "Cannot open database \"Sales\" requested by the login. The login failed."),
                new SqlError(18456, 14, 1, "Login failed for user 'monitor'."));
        assertThatThrownBy(() -> server.connect())
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(4060));
        server.refusal = List.of(new SqlError(18456, 14, 1, "Login failed for user 'monitor'."));
        assertThatThrownBy(() -> server.connect())
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(18456));
        assertThat(server.sessions).isEmpty();
    }

    @Test
    void givenErrorBeforeRows_whenExecuting_thenItsNumberIsThrownAndTheConnectionLives() throws Exception {
        server.on("bad", (session, parameters, sink) -> {
            sink.error(new SqlError(208, 16, 1, "Invalid object name 'dbo.none'."), 3);
            sink.done(Command.FAILED, -1);
        });
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.executeQuery("bad")).isInstanceOfSatisfying(SQLException.class, e -> {
                assertThat(e.getErrorCode()).isEqualTo(208);
                assertThat(e.getMessage()).isEqualTo("Invalid object name 'dbo.none'.");
            });
            assertThat(connection.isValid(5)).isTrue();
        }
    }

    @Test
    void givenErrorAfterRows_whenReading_thenTheRowsComeFirst() throws Exception {
        server.on("torn", (session, parameters, sink) -> {
            sink.columns(NUMBERS);
            sink.row(new Object[] {1});
            sink.row(new Object[] {2});
            sink.error(new SqlError(601, 12, 3, "Could not continue scan with NOLOCK due to data movement."), 1);
        });
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("torn")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.next()).isTrue();
            assertThatThrownBy(rows::next)
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            e -> assertThat(e.getErrorCode()).isEqualTo(601));
            assertThat(connection.isValid(5)).isTrue();
        }
    }

    @Test
    void givenSeveralResults_whenReading_thenAllComeInOrder() throws Exception {
        server.on("several", (session, parameters, sink) -> {
            sink.info(0, 0, 1, "hello");
            sink.done(Command.SET, -1);
            ScriptedServer.one(sink, 7);
            sink.done(Command.UPDATE, 5);
            sink.columns(NUMBERS);
            sink.done(Command.SELECT, 0);
        });
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            assertThat(statement.execute("several")).isTrue();
            assertThat(statement.getWarnings().getMessage()).isEqualTo("hello");
            try (ResultSet first = statement.getResultSet()) {
                assertThat(first.next()).isTrue();
                assertThat(first.getInt(1)).isEqualTo(7);
            }
            assertThat(statement.getMoreResults()).isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(5);
            assertThat(statement.getMoreResults()).isTrue();
            try (ResultSet empty = statement.getResultSet()) {
                assertThat(empty.next()).isFalse();
            }
            assertThat(statement.getMoreResults()).isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(-1);
        }
    }

    @Test
    void givenUse_whenChangingDatabase_thenTheDriverFollows() throws Exception {
        server.on("use [Stock]", (session, parameters, sink) -> {
            sink.databaseChanged(session.database(), "Stock");
            session.use("Stock");
            sink.done(Command.USE, -1);
        });
        try (Connection connection = server.connect()) {
            connection.setCatalog("Stock");
            assertThat(connection.getCatalog()).isEqualTo("Stock");
        }
    }

    @Test
    void givenEmptyAnswers_whenExecuting_thenNothingIsMissing() throws Exception {
        server.on("nothing", (session, parameters, sink) -> {});
        server.on("broken", (session, parameters, sink) -> {
            throw new IllegalStateException("a bug of the engine");
        });
        server.on("misfit", (session, parameters, sink) -> {
            sink.columns(NUMBERS);
            sink.row(new Object[] {1});
            sink.row(new Object[] {"not a number"});
        });
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            assertThat(statement.execute("nothing")).isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(-1);
            assertThatThrownBy(() -> statement.execute("broken"))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            e -> assertThat(e.getErrorCode()).isEqualTo(8624));
            try (ResultSet rows = statement.executeQuery("misfit")) {
                assertThat(rows.next()).isTrue();
                assertThatThrownBy(rows::next).isInstanceOf(SQLException.class);
            }
            assertThat(connection.isValid(5)).isTrue();
        }
    }

    @Test
    void givenFatalError_whenExecuting_thenTheConnectionIsClosed() throws Exception {
        server.on(
                "fatal",
                (session, parameters, sink) ->
                        sink.error(new SqlError(21, 20, 1, "Warning: Fatal error 823 occurred."), 1));
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.execute("fatal")).isInstanceOf(SQLException.class);
            assertThat(connection.isClosed()).isTrue();
            Await.until("the session ended", () -> server.ended.size() == 1);
        }
    }

    @Test
    void givenManyRowsAndPacketSizes_whenReading_thenSumsAndCountersAgree() throws Exception {
        server.on("many", (session, parameters, sink) -> {
            sink.columns(List.of(new Column("n", SqlType.INT, false), new Column("t", SqlType.nvarchar(100), true)));
            for (int i = 0; i < 20_000; i++) {
                sink.row(new Object[] {i, i % 3 == 0 ? null : "row " + i});
            }
            assertThat(sink.rows()).isEqualTo(20_000);
            assertThat(sink.bytes()).isBetween(300_000L, 600_000L);
            sink.done(Command.SELECT, 20_000);
        });
        for (int packet : new int[] {512, 4096, 8000, 32_767}) {
            try (Connection connection = server.connect("encrypt=false;packetSize=" + packet);
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("many")) {
                long sum = 0;
                while (rows.next()) {
                    sum += rows.getInt(1);
                    assertThat(rows.getString(2)).isEqualTo(rows.getInt(1) % 3 == 0 ? null : "row " + rows.getInt(1));
                }
                assertThat(sum).isEqualTo(20_000L * 19_999 / 2);
            }
        }
        assertThat(server.listener().bytesOut()).isGreaterThan(1_200_000);
    }
}

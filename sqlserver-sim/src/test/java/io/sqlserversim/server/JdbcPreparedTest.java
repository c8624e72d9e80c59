package io.sqlserversim.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.engine.Request.Parameter;
import io.sqlserversim.engine.ResponseSink.Command;
import io.sqlserversim.types.Column;
import io.sqlserversim.types.SqlType;
import java.math.BigDecimal;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls of procedures as mssql-jdbc makes them. */
final class JdbcPreparedTest {
    private ScriptedServer server;

    @BeforeEach
    void start() throws Exception {
        server = new ScriptedServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void givenStatementExecutedThreeTimes_whenPrepared_thenExecutesqlPrepexecAndExecuteAreAnswered() throws Exception {
        server.on("SELECT @P0", (session, parameters, sink) -> {
            sink.columns(List.of(new Column("v", SqlType.INT, true)));
            sink.row(new Object[] {parameters.get(0).value()});
            sink.done(Command.SELECT, 1);
        });
        try (Connection connection = server.connect();
                PreparedStatement statement = connection.prepareStatement("SELECT ?")) {
            for (int i = 1; i <= 4; i++) {
                statement.setInt(1, i);
                try (ResultSet rows = statement.executeQuery()) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getInt(1)).isEqualTo(i);
                }
            }
        }
        assertThat(server.seen.stream().filter(text -> text.startsWith("sp_")))
                .startsWith("sp_executesql", "sp_prepexec", "sp_execute", "sp_execute");
    }

    @Test
    void givenEachParameterType_whenCalled_thenTheEngineGetsTheValues() throws Exception {
        AtomicReference<List<Parameter>> got = new AtomicReference<>();
        server.on("P @P0,@P1,@P2,@P3,@P4,@P5,@P6,@P7", (session, parameters, sink) -> {
            got.set(parameters);
            sink.done(Command.OTHER, -1);
        });
        OffsetDateTime time = OffsetDateTime.parse("2026-11-29T10:00:00.1234567+02:00");
        String large = "日".repeat(9000);
        try (Connection connection = server.connect();
                PreparedStatement statement = connection.prepareStatement("P ?,?,?,?,?,?,?,?")) {
            statement.setLong(1, Long.MIN_VALUE);
            statement.setString(2, "é");
            statement.setString(3, large);
            statement.setBigDecimal(4, new BigDecimal("-12.345"));
            statement.setObject(5, time);
            statement.setBytes(6, new byte[] {1, 2, 3});
            statement.setNull(7, Types.INTEGER);
            statement.setBoolean(8, true);
            statement.execute();
        }
        assertThat(got.get().stream().map(Parameter::value).toList())
                .usingRecursiveComparison()
                .isEqualTo(java.util.Arrays.asList(
                        Long.MIN_VALUE, "é", large, new BigDecimal("-12.345"), time, new byte[] {1, 2, 3}, null, true));
        assertThat(got.get().get(1).type()).isEqualTo(SqlType.nvarchar(4000));
        assertThat(got.get().get(2).type()).isEqualTo(SqlType.nvarchar(SqlType.MAX));
    }

    @Test
    void givenOutputParameter_whenCalled_thenItsValueComesBack() throws Exception {
        server.on("EXEC p @P0,@P1 OUT", (session, parameters, sink) -> {
            ScriptedServer.one(sink, 3);
            sink.returnValue(
                    3,
                    parameters.get(1).name(),
                    SqlType.INT,
                    (Integer) parameters.get(0).value() + 1);
        });
        try (Connection connection = server.connect();
                CallableStatement call = connection.prepareCall("{call p(?,?)}")) {
            call.setInt(1, 41);
            call.registerOutParameter(2, Types.INTEGER);
            server.seen.clear();
            try {
                call.execute();
            } catch (java.sql.SQLException e) {
                throw new AssertionError("the driver sent " + server.seen, e);
            }
            call.getMoreResults();
            assertThat(call.getInt(2)).isEqualTo(42);
        }
    }
}

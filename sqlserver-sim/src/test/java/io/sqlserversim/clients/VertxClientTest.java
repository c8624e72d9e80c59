package io.sqlserversim.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.mssqlclient.MSSQLConnectOptions;
import io.vertx.mssqlclient.MSSQLConnection;
import io.vertx.mssqlclient.MSSQLException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Transaction;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Vert.x's reactive client, which shares nothing with mssql-jdbc. */
final class VertxClientTest {
    private Vertx vertx;
    private Servers servers;

    @BeforeEach
    void start() throws Exception {
        vertx = Vertx.vertx();
        servers = new Servers();
    }

    @AfterEach
    void stop() throws Exception {
        servers.close();
        await(vertx.close());
    }

    private static <T> T await(Future<T> future) throws Exception {
        try {
            return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    private MSSQLConnectOptions options() {
        MSSQLConnectOptions options = new MSSQLConnectOptions();
        options.setHost("127.0.0.1")
                .setPort(servers.optional().port())
                .setUser("monitor")
                .setPassword("Abc123")
                .setDatabase("master");
        return options;
    }

    private SqlConnection connect(MSSQLConnectOptions options) throws Exception {
        return await(MSSQLConnection.connect(vertx, options));
    }

    private SqlConnection connect() throws Exception {
        return connect(options());
    }

    private static List<List<Object>> query(SqlConnection connection, String sql) throws Exception {
        return rows(await(connection.query(sql).execute()));
    }

    private static List<List<Object>> rows(RowSet<Row> set) {
        List<List<Object>> rows = new ArrayList<>();
        for (Row row : set) {
            List<Object> values = new ArrayList<>();
            for (int i = 0; i < row.size(); i++) {
                values.add(row.getValue(i));
            }
            rows.add(values);
        }
        return rows;
    }

    private static void fails(int number, SqlConnection connection, String sql) {
        assertThatThrownBy(() -> query(connection, sql))
                .isInstanceOfSatisfying(
                        MSSQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(number));
    }

    @Test
    void givenVertx_whenItGoesThroughTheSubjects_thenTheMatrixHolds() throws Exception {
        assertThat(new Subjects()
                        .on("login", this::login)
                        .on("types", this::types)
                        .on("NULLs", this::nulls)
                        .on("long values", this::longValues)
                        .on("errors", this::errors)
                        .on("several results", this::severalResults)
                        .on("prepared", this::prepared)
                        .cannot("output parameters")
                        .on("transactions", this::transactions)
                        .cannot("cancel")
                        .cannot("time-out")
                        .cannot("reset")
                        .on("encryption", this::encryption)
                        .outcomes())
                .isEqualTo(Matrix.of("vertx"));
    }

    private void login() throws Exception {
        MSSQLConnectOptions tempdb = options();
        tempdb.setDatabase("tempdb");
        SqlConnection c = connect(tempdb);
        assertThat(query(c, "select db_name(), suser_sname()")).containsExactly(List.of("tempdb", "monitor"));
        await(c.close());
        MSSQLConnectOptions wrong = options();
        wrong.setPassword("wrong");
        assertThatThrownBy(() -> connect(wrong)).hasMessageContaining("18456");
    }

    private void types() throws Exception {
        SqlConnection c = connect();
        List<Object> row = query(c, """
                        select cast(1 as bit), cast(255 as tinyint), cast(-32768 as smallint), cast(-2147483648 as int),
                          cast(-9223372036854775808 as bigint), cast(1.5 as real), cast(-2.25e100 as float),
                          cast(-12345678901234567890.0123456789 as decimal(38,10)),
                          cast('2026-11-29' as date), cast('23:59:58.1234567' as time(7)),
                          cast('2026-11-29T23:59:58.123' as datetime2(3)),
                          cast('2026-11-29T23:59:58.1234567+02:00' as datetimeoffset(7)),
                          cast('00112233-4455-6677-8899-AABBCCDDEEFF' as uniqueidentifier),
                          cast('ab' as char(4)), cast('caf\u00e9' as varchar(20)), cast(N'x' as nchar(3)), N'\u65e5\u672c',
                          cast(0x0102 as binary(4)), cast(0xFF00 as varbinary(8))""").getFirst();
        assertThat(row)
                .containsExactly(
                        true,
                        (short) 255,
                        (short) -32768,
                        Integer.MIN_VALUE,
                        Long.MIN_VALUE,
                        1.5f,
                        -2.25e100,
                        new BigDecimal("-12345678901234567890.0123456789"),
                        LocalDate.parse("2026-11-29"),
                        LocalTime.parse("23:59:58.1234567"),
                        LocalDateTime.parse("2026-11-29T23:59:58.123"),
                        OffsetDateTime.parse("2026-11-29T23:59:58.1234567+02:00"),
                        UUID.fromString("00112233-4455-6677-8899-AABBCCDDEEFF"),
                        "ab  ",
                        "caf\u00e9",
                        "x  ",
                        "\u65e5\u672c",
                        Buffer.buffer(new byte[] {1, 2, 0, 0}),
                        Buffer.buffer(new byte[] {-1, 0}));
        await(c.close());
    }

    private void nulls() throws Exception {
        SqlConnection c = connect();
        String names =
                "bit tinyint int bigint real float decimal(9,2) date time datetime2 datetimeoffset uniqueidentifier"
                        + " char(3) varchar(9) varchar(max) nchar(3) nvarchar(9) nvarchar(max) binary(3) varbinary(9)";
        String sql = "select "
                + String.join(
                        ", ",
                        Arrays.stream(names.split(" "))
                                .map(name -> "cast(null as " + name + ")")
                                .toList());
        assertThat(query(c, sql).getFirst()).containsOnlyNulls();
        await(c.close());
    }

    private void longValues() throws Exception {
        SqlConnection c = connect();
        for (int n : new int[] {0, 1, 4000, 4001, 5_000_000}) {
            List<Object> row = query(
                            c,
                            "select replicate(cast(N'\u65e5' as nvarchar(max)), " + n
                                    + "), replicate(cast('x' as varchar(max)), " + n + ")")
                    .getFirst();
            assertThat("\u65e5".repeat(n).equals(row.get(0)) && "x".repeat(n).equals(row.get(1)))
                    .as("%d read", n)
                    .isTrue();
        }
        await(c.close());
    }

    private void errors() throws Exception {
        SqlConnection c = connect();
        fails(208, c, "select * from dbo.nothing");
        fails(8134, c, "select 1/0");
        fails(50000, c, "raiserror(N'no %d', 16, 1, 5)");
        assertThat(query(c, "select 1")).containsExactly(List.of(1));
        await(c.close());
    }

    private void severalResults() throws Exception {
        SqlConnection c = connect();
        RowSet<Row> first =
                await(c.query("select 1 union all select 2; print 'between'; select 'a', N'b'; select 3 where 1 = 0")
                        .execute());
        assertThat(rows(first)).containsExactly(List.of(1), List.of(2));
        assertThat(rows(first.next())).containsExactly(List.of("a", "b"));
        assertThat(rows(first.next().next())).isEmpty();
        await(c.close());
    }

    private void prepared() throws Exception {
        SqlConnection c = connect();
        for (int i = 0; i < 3; i++) {
            RowSet<Row> set = await(c.preparedQuery("select cast(@p1 + 1 as int), @p2, @p3")
                    .execute(Tuple.of(i, i == 1 ? null : "it's " + i, LocalDate.parse("2026-11-29"))));
            assertThat(rows(set))
                    .containsExactly(Arrays.asList(i + 1, i == 1 ? null : "it's " + i, LocalDate.parse("2026-11-29")));
        }
        await(c.close());
    }

    private void transactions() throws Exception {
        SqlConnection c = connect();
        Transaction one = await(c.begin());
        assertThat(query(c, "select @@trancount")).containsExactly(List.of(1));
        await(one.commit());
        Transaction two = await(c.begin());
        await(two.rollback());
        assertThat(query(c, "select @@trancount")).containsExactly(List.of(0));
        await(c.close());
    }

    private void encryption() throws Exception {
        for (int port : new int[] {servers.optional().port(), servers.required().port()}) {
            for (boolean encrypt : new boolean[] {false, true}) {
                MSSQLConnectOptions options = options();
                options.setPort(port).setSsl(encrypt);
                if (encrypt) {
                    options.setSslOptions(new ClientSSLOptions().setTrustAll(true));
                }
                SqlConnection c = connect(options);
                assertThat(query(c, "select encrypt_option from sys.dm_exec_connections where session_id = @@spid"))
                        .containsExactly(
                                List.of(encrypt || port == servers.required().port() ? "TRUE" : "FALSE"));
                await(c.close());
            }
        }
    }
}

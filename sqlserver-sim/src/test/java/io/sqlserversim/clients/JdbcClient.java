package io.sqlserversim.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sqlserversim.Await;
import io.sqlserversim.fleet.SimulatedServer;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import javax.sql.ConnectionPoolDataSource;
import javax.sql.PooledConnection;

/** One version of mssql-jdbc, known only through {@code java.sql} and {@code javax.sql}. */
final class JdbcClient {
    private static final String ENDLESS = "while 1 = 1 select replicate('x', 8000)";
    private static final String HANGS = "waitfor delay '00:10:00'";
    private static final int[] LENGTHS = {0, 1, 4000, 4001, 5_000_000};

    private final ClassLoader loader;
    private final Driver driver;
    private final Servers servers;
    private final Path certificate;

    JdbcClient(ClassLoader loader, Servers servers, Path certificate) throws Exception {
        this.loader = loader;
        this.servers = servers;
        this.certificate = certificate;
        this.driver = (Driver) loader.loadClass("com.microsoft.sqlserver.jdbc.SQLServerDriver")
                .getConstructor()
                .newInstance();
    }

    String version() {
        return driver.getMajorVersion() + "." + driver.getMinorVersion();
    }

    private static String url(SimulatedServer server, String properties) {
        return "jdbc:sqlserver://127.0.0.1:" + server.port() + ";loginTimeout=20;" + properties;
    }

    private Connection connect(SimulatedServer server, String password, String properties) throws SQLException {
        Properties user = new Properties();
        user.put("user", "monitor");
        user.put("password", password);
        return driver.connect(url(server, properties), user);
    }

    private Connection connect() throws SQLException {
        return connect(servers.optional(), "Abc123", "encrypt=false;databaseName=master");
    }

    private static List<List<Object>> query(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows(rows);
        }
    }

    private static List<List<Object>> rows(ResultSet rows) throws SQLException {
        List<List<Object>> all = new ArrayList<>();
        while (rows.next()) {
            List<Object> row = new ArrayList<>();
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                row.add(rows.getObject(i));
            }
            all.add(row);
        }
        return all;
    }

    private static Object one(Connection connection, String sql) throws SQLException {
        return query(connection, sql).getFirst().getFirst();
    }

    /** What is tried. */
    private interface Try {
        Object run() throws Exception;
    }

    private static void fails(int number, Try work) {
        assertThatThrownBy(work::run)
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(number));
    }

    void login() throws SQLException {
        try (Connection c =
                connect(servers.optional(), "Abc123", "encrypt=false;databaseName=tempdb;applicationName=jdbc test")) {
            assertThat(query(c, "select db_name(), suser_sname(), program_name()"))
                    .containsExactly(List.of("tempdb", "monitor", "jdbc test"));
        }
        fails(18456, () -> connect(servers.optional(), "wrong", "encrypt=false"));
        fails(4060, () -> connect(servers.optional(), "Abc123", "encrypt=false;databaseName=nowhere"));
    }

    void types() throws SQLException {
        try (Connection c = connect();
                Statement statement = c.createStatement();
                ResultSet row = statement.executeQuery("""
                        select cast(1 as bit), cast(255 as tinyint), cast(-32768 as smallint), cast(-2147483648 as int),
                          cast(-9223372036854775808 as bigint), cast(1.5 as real), cast(-2.25e100 as float),
                          cast(-12345678901234567890.0123456789 as decimal(38,10)),
                          cast(-922337203685477.5808 as money), cast(214748.3647 as smallmoney), cast('2026-11-29' as date),
                          cast('23:59:58.1234567' as time(7)), cast('2026-11-29T23:59:58.123' as datetime2(3)),
                          cast('2026-11-29T23:59:00' as smalldatetime), cast('2026-11-29T23:59:58.120' as datetime),
                          cast('9999-12-31T23:59:59.9999999-14:00' as datetimeoffset(7)),
                          cast('00112233-4455-6677-8899-AABBCCDDEEFF' as uniqueidentifier),
                          cast('ab' as char(4)), cast('caf\u00e9' as varchar(20)), cast(N'x' as nchar(3)), N'\u65e5\u672c',
                          cast(0x0102 as binary(4)), cast(0xFF00 as varbinary(8)), cast(5 as sql_variant),
                          cast(N'<a/>' as xml)""")) {
            assertThat(row.next()).isTrue();
            List<String> texts = new ArrayList<>();
            for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                texts.add(row.getString(i));
            }
            assertThat(texts)
                    .containsExactly(
                            "1",
                            "255",
                            "-32768",
                            "-2147483648",
                            "-9223372036854775808",
                            "1.5",
                            "-2.25E100",
                            "-12345678901234567890.0123456789",
                            "-922337203685477.5808",
                            "214748.3647",
                            "2026-11-29",
                            "23:59:58.1234567",
                            "2026-11-29 23:59:58.123",
                            "2026-11-29 23:59:00.0",
                            "2026-11-29 23:59:58.12",
                            "9999-12-31 23:59:59.9999999 -14:00",
                            "00112233-4455-6677-8899-AABBCCDDEEFF",
                            "ab  ",
                            "caf\u00e9",
                            "x  ",
                            "\u65e5\u672c",
                            "01020000",
                            "FF00",
                            "5",
                            "<a/>");
        }
    }

    void nulls() throws SQLException {
        String sql = "select "
                + String.join(
                        ", ",
                        Arrays.stream(
                                        ("bit tinyint int bigint real float decimal(9,2) money date time datetime2 datetime"
                                                        + " smalldatetime datetimeoffset uniqueidentifier char(3) varchar(9)"
                                                        + " varchar(max) nchar(3) nvarchar(9) nvarchar(max) binary(3)"
                                                        + " varbinary(9) varbinary(max) xml sql_variant")
                                                .split(" "))
                                .map(name -> "cast(null as " + name + ")")
                                .toList());
        try (Connection c = connect()) {
            assertThat(query(c, sql).getFirst()).containsOnlyNulls();
        }
    }

    void longValues() throws SQLException {
        try (Connection c = connect();
                PreparedStatement back = c.prepareStatement("select ?, datalength(?)")) {
            for (int n : LENGTHS) {
                List<Object> row = query(
                                c,
                                "select replicate(cast(N'\u65e5' as nvarchar(max)), N), replicate(cast('x' as varchar(max)), N),"
                                                .replace("N)", n + ")")
                                        + " cast(replicate(cast('b' as varchar(max)), " + n + ") as varbinary(max))")
                        .getFirst();
                assertThat("\u65e5".repeat(n).equals(row.get(0))
                                && "x".repeat(n).equals(row.get(1)))
                        .as("%d read", n)
                        .isTrue();
                assertThat((byte[]) row.get(2)).hasSize(n);
                back.setString(1, "\u65e5".repeat(n));
                back.setBytes(2, new byte[n]);
                try (ResultSet rows = back.executeQuery()) {
                    assertThat(rows.next()).isTrue();
                    assertThat("\u65e5".repeat(n).equals(rows.getString(1)))
                            .as("%d sent", n)
                            .isTrue();
                    assertThat(rows.getLong(2)).isEqualTo(n);
                }
            }
        }
    }

    void errors() throws SQLException {
        try (Connection c = connect()) {
            fails(208, () -> query(c, "select * from dbo.nothing"));
            fails(8134, () -> query(c, "select 1/0"));
            fails(50000, () -> query(c, "raiserror(N'no %d', 16, 1, 5)"));
            fails(8134, () -> query(c, "select 1 / (3 - n) from (values (1), (2), (3)) v(n)"));
            assertThat(one(c, "select 1")).isEqualTo(1);
        }
    }

    void severalResults() throws SQLException {
        try (Connection c = connect();
                Statement statement = c.createStatement()) {
            assertThat(statement.execute("select 1 union all select 2; print 'between'; select 'a', N'b';"
                            + " create table #t (n int); insert #t values (1), (2), (3); select 3 where 1 = 0"))
                    .isTrue();
            assertThat(rows(statement.getResultSet())).containsExactly(List.of(1), List.of(2));
            assertThat(statement.getMoreResults()).isTrue();
            assertThat(statement.getWarnings().getMessage()).contains("between");
            assertThat(rows(statement.getResultSet())).containsExactly(List.of("a", "b"));
            assertThat(statement.getMoreResults()).isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(3);
            assertThat(statement.getMoreResults()).isTrue();
            assertThat(rows(statement.getResultSet())).isEmpty();
            assertThat(statement.getMoreResults()).isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(-1);
        }
    }

    void prepared() throws SQLException {
        try (Connection c = connect();
                PreparedStatement statement = c.prepareStatement("select ? + 1, ?, ?, ?")) {
            for (int i = 0; i < 5; i++) {
                statement.setInt(1, i);
                statement.setString(2, i == 2 ? null : "it's " + i);
                statement.setBigDecimal(3, new BigDecimal("-1.25"));
                statement.setObject(4, java.time.LocalDateTime.parse("2026-11-29T12:30:15.1234567"));
                try (ResultSet rows = statement.executeQuery()) {
                    List<Object> row = rows(rows).getFirst();
                    assertThat(row.subList(0, 2)).isEqualTo(Arrays.asList(i + 1, i == 2 ? null : "it's " + i));
                    assertThat((BigDecimal) row.get(2)).isEqualByComparingTo("-1.25");
                    assertThat(row.get(3)).hasToString("2026-11-29 12:30:15.1234567");
                }
            }
        }
    }

    void outputParameters() throws SQLException {
        try (Connection c = connect();
                CallableStatement call = c.prepareCall("{call sp_executesql(?, ?, ?, ?)}");
                CallableStatement lock = c.prepareCall("{? = call sp_getapplock(?, 'Exclusive', 'Session', 0)}")) {
            call.setString(1, "set @o = @i + 1; select 7");
            call.setString(2, "@i int, @o int output");
            call.setInt(3, 41);
            call.registerOutParameter(4, Types.INTEGER);
            call.execute();
            assertThat(call.getInt(4)).isEqualTo(42);
            lock.registerOutParameter(1, Types.INTEGER);
            lock.setString(2, "jdbc");
            lock.execute();
            assertThat(lock.getInt(1)).isZero();
        }
    }

    void transactions() throws SQLException {
        try (Connection c = connect()) {
            c.setAutoCommit(false);
            one(c, "select count(*) from sys.databases");
            assertThat(one(c, "select @@trancount")).isEqualTo(1);
            c.setSavepoint("here");
            c.commit();
            one(c, "select count(*) from sys.databases");
            c.rollback();
            c.setAutoCommit(true);
            assertThat(one(c, "select @@trancount")).isEqualTo(0);
        }
    }

    void cancel() throws Exception {
        try (Connection c = connect();
                Statement statement = c.createStatement()) {
            statement.cancel(); // before
            assertThat(one(c, "select 1")).isEqualTo(1);
            ResultSet rows = statement.executeQuery(ENDLESS); // during, while rows come
            assertThat(rows.next()).isTrue();
            statement.cancel();
            assertThatThrownBy(() -> {
                        while (rows.next() || statement.getMoreResults()) {
                            // to where it is cut
                        }
                    })
                    .hasMessageContaining("cancel");
            assertThat(one(c, "select 2")).isEqualTo(2);
            hung(c); // during, while nothing comes
            assertThat(one(c, "select 3")).isEqualTo(3);
            statement.cancel(); // after
            assertThat(one(c, "select 4")).isEqualTo(4);
        }
    }

    private void hung(Connection c) throws Exception {
        Object session = one(c, "select @@spid");
        try (Connection other = connect();
                Statement statement = c.createStatement()) {
            Thread canceller = Thread.ofVirtual().start(() -> {
                Await.until(
                        "the statement runs",
                        () -> !query(other, "select 1 from sys.dm_exec_requests where session_id = " + session)
                                .isEmpty());
                try {
                    statement.cancel();
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            assertThatThrownBy(() -> statement.execute(HANGS)).hasMessageContaining("cancel");
            canceller.join();
        }
    }

    void timeOut() throws SQLException {
        try (Connection c = connect();
                Statement statement = c.createStatement()) {
            statement.setQueryTimeout(1);
            assertThatThrownBy(() -> statement.execute(HANGS)).isInstanceOf(SQLTimeoutException.class);
            assertThat(one(c, "select 1")).isEqualTo(1);
        }
    }

    /** With {@code connectRetryCount=0} the driver fails on any reset: its own NullPointerException. */
    void reset() throws Exception {
        Object source = loader.loadClass("com.microsoft.sqlserver.jdbc.SQLServerConnectionPoolDataSource")
                .getConstructor()
                .newInstance();
        source.getClass()
                .getMethod("setURL", String.class)
                .invoke(source, url(servers.optional(), "encrypt=false;databaseName=master"));
        PooledConnection pooled = ((ConnectionPoolDataSource) source).getPooledConnection("monitor", "Abc123");
        Object session;
        try (Connection c = pooled.getConnection();
                Statement statement = c.createStatement()) {
            session = one(c, "select @@spid");
            statement.execute("create table #left_over (a int); set lock_timeout 77; use tempdb");
        }
        try (Connection c = pooled.getConnection()) {
            assertThat(query(c, "select @@spid, @@lock_timeout, object_id('tempdb..#left_over'), db_name()"))
                    .containsExactly(Arrays.asList(session, -1, null, "master"));
        } finally {
            pooled.close();
        }
    }

    void encryption() throws SQLException {
        for (SimulatedServer server : List.of(servers.optional(), servers.required())) {
            for (String how : List.of(
                    "encrypt=false;trustServerCertificate=true",
                    "encrypt=true;trustServerCertificate=true",
                    "encrypt=strict;serverCertificate=" + certificate)) {
                boolean encrypted = !how.startsWith("encrypt=false") || server == servers.required();
                try (Connection c = connect(server, "Abc123", how)) {
                    assertThat(one(c, "select encrypt_option from sys.dm_exec_connections where session_id = @@spid"))
                            .as("%s %s", server.name(), how)
                            .isEqualTo(encrypted ? "TRUE" : "FALSE");
                    assertThat((String) one(c, "select replicate(cast('z' as varchar(max)), 100000)"))
                            .hasSize(100_000);
                }
            }
        }
    }
}

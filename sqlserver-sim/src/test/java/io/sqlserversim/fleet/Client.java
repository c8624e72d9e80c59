package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** One mssql-jdbc connection to a simulated server. */
final class Client implements AutoCloseable {
    private final Connection connection;

    private Client(Connection connection) {
        this.connection = connection;
    }

    static Client open(SimulatedServer server, String... properties) throws SQLException {
        return open(server.port(), properties);
    }

    static Client open(int port, String... properties) throws SQLException {
        Properties all = new Properties();
        all.put("user", "monitor");
        all.put("password", "Abc123");
        all.put("encrypt", "false");
        all.put("connectRetryCount", "0");
        all.put("loginTimeout", "20");
        for (String each : properties) {
            all.put(each.substring(0, each.indexOf('=')), each.substring(each.indexOf('=') + 1));
        }
        return new Client(DriverManager.getConnection("jdbc:sqlserver://127.0.0.1:" + port, all));
    }

    Connection connection() {
        return connection;
    }

    /** All rows, each as the texts of its columns joined by a bar. */
    List<String> rows(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.append(i > 1 ? "|" : "").append(result.getString(i));
                }
                rows.add(row.toString());
            }
            return rows;
        }
    }

    String one(String sql) throws SQLException {
        return rows(sql).getFirst();
    }

    int number(String sql) throws SQLException {
        return Integer.parseInt(one(sql));
    }

    void run(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** What a statement is refused with, also where that comes among its rows; null when it is not. */
    SQLException refused(String sql) {
        return catchThrowableOfType(SQLException.class, () -> {
            try (Statement statement = connection.createStatement()) {
                for (boolean isRows = statement.execute(sql); isRows; isRows = statement.getMoreResults()) {
                    drain(statement.getResultSet());
                }
            }
        });
    }

    private static void drain(ResultSet rows) throws SQLException {
        while (rows.next()) {
            rows.getObject(1);
        }
    }

    int sessionId() throws SQLException {
        return number("SELECT @@SPID");
    }

    /** What sp_getapplock returns for an exclusive, session-owned lock that is not waited for. */
    int tryLock(String resource) throws SQLException {
        return number("DECLARE @rc int; EXEC @rc = sys.sp_getapplock @Resource = N'" + resource
                + "', @LockMode = 'Exclusive', @LockOwner = 'Session', @LockTimeout = 0; SELECT @rc;");
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}

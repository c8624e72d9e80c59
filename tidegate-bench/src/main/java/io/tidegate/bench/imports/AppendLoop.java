package io.tidegate.bench.imports;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/**
 * What a plain loop makes of texts and plans: each one is appended to one table of a DuckDB file as it is read, and all of it
 * committed at the end; nothing is hashed, compressed, shared between servers or taken up again after a cut. Its engine has
 * two threads. To be used by one thread at a time.
 */
final class AppendLoop implements AutoCloseable {
    private static final int THREADS = 2;

    private final Connection connection;
    private final DuckDBAppender appender;
    private long rows;

    /** Makes the file and its table. */
    AppendLoop(Path file) {
        try {
            connection = DriverManager.getConnection("jdbc:duckdb:" + file);
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET threads = " + THREADS);
                statement.execute("CREATE TABLE content (id BIGINT, content VARCHAR)");
            }
            appender = connection.unwrap(DuckDBConnection.class).createAppender("main", "content");
            appender.unsafeBreakThreadConfinement();
        } catch (SQLException e) {
            throw new IllegalStateException("the loop's file cannot be made: " + file, e);
        }
    }

    /** Appends one; null where the source gave none. */
    void append(long id, @Nullable String content) {
        try {
            appender.beginRow();
            appender.append(id);
            appender.append(content);
            appender.endRow();
            rows++;
        } catch (SQLException e) {
            throw new IllegalStateException("row " + rows + " cannot be appended", e);
        }
    }

    /** Commits all and closes the file, a checkpoint with it. */
    @Override
    public void close() {
        try {
            appender.close();
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException("the loop's rows cannot be committed", e);
        }
    }

    /** So many were appended. */
    long rows() {
        return rows;
    }
}

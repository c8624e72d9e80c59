package io.tidegate.store.postgres;

import io.tidegate.core.store.HistoryReader.QueryResult;
import io.tidegate.core.store.QueryTimedOutException;
import io.tidegate.core.store.sql.AnswerRows;
import io.tidegate.core.store.sql.AnswerSql;
import io.tidegate.core.store.sql.AnswerValues;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * Runs a user's SELECT in a transaction that only reads. The text goes to the server as a value, and the server opens a
 * cursor for it: it takes one statement that gives rows, or refuses. Confined to the call's thread.
 */
final class UserSql {
    private UserSql() {}

    static QueryResult run(Db db, String select, int maxRows, long maxBytes, PostgresOptions options)
            throws SQLException {
        UserSqlRules.check(select);
        try {
            QueryResult empty = columns(db, select);
            String within = AnswerSql.within(select, empty.columns(), UserSql::size, maxRows, maxBytes);
            try (PreparedStatement fetch = db.prepare("FETCH ALL FROM \"" + open(db, within) + "\"");
                    ResultSet rows = fetch.executeQuery()) {
                return AnswerRows.queryResult(rows, empty, AnswerValues.STANDARD, maxRows, maxBytes);
            }
        } catch (SQLException e) {
            throw refused(e, options);
        }
    }

    /** A SELECT is opened as it was written first, and no row is taken: its errors and its columns are the user's own. */
    private static QueryResult columns(Db db, String select) throws SQLException {
        try (PreparedStatement fetch = db.prepare("FETCH 0 FROM \"" + open(db, select) + "\"");
                ResultSet none = fetch.executeQuery()) {
            return AnswerRows.empty(none.getMetaData());
        }
    }

    private static String open(Db db, String select) throws SQLException {
        return db.first("SELECT tidegate_open(?)::text", r -> r.getString(1), select)
                .orElseThrow();
    }

    private static String size(String column) {
        return "octet_length(" + column + "::text)";
    }

    private static RuntimeException refused(SQLException e, PostgresOptions options) throws SQLException {
        if (Failures.isStopped(e)) {
            return new QueryTimedOutException("The query ran longer than "
                    + options.statementLimit().toSeconds()
                    + " s and was stopped: ask for a shorter span, fewer servers, or fewer columns.");
        }
        if (e instanceof PSQLException p && p.getServerErrorMessage() != null && !Failures.isConnection(e)) {
            return new IllegalArgumentException(reason(p.getServerErrorMessage()), e);
        }
        throw e;
    }

    /** A user's own error, in the engine's words without the copy of the statement. */
    private static String reason(ServerErrorMessage m) {
        String state = m.getSQLState();
        if ("42P11".equals(state) || "25006".equals(state)) {
            return UserSqlRules.ONE_SELECT;
        }
        String hint = m.getHint();
        return m.getMessage() + (hint == null ? "" : " (" + hint + ")");
    }
}

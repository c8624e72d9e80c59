package io.tidegate.store.duckdb;

import io.tidegate.core.store.HistoryReader.QueryResult;
import io.tidegate.core.store.QueryTimedOutException;
import io.tidegate.core.store.sql.AnswerRows;
import io.tidegate.core.store.sql.AnswerSql;
import io.tidegate.core.store.sql.AnswerValues;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.duckdb.DuckDBStruct;
import org.jspecify.annotations.Nullable;

/** Runs a user's SELECT on a reader's connection. Confined to the reader's thread. */
final class UserSql {
    /** Table functions that only compute, or show the store's own catalogue. */
    private static final Set<String> TABLE_FUNCTIONS = Set.of(
            "range",
            "generate_series",
            "unnest",
            "repeat",
            "json_each",
            "json_tree",
            "summary",
            "duckdb_columns",
            "duckdb_constraints",
            "duckdb_functions",
            "duckdb_indexes",
            "duckdb_schemas",
            "duckdb_tables",
            "duckdb_types",
            "duckdb_views",
            "duckdb_memory",
            "pragma_database_size",
            "pragma_show",
            "pragma_storage_info",
            "pragma_table_info",
            "pragma_version",
            "pg_timezone_names");

    private static final Set<String> REFUSED = Set.of("nextval", "currval", "getenv", "set_config", "write_log");
    private static final String ONE_SELECT = "only one SELECT statement can be run here";

    private static final AnswerValues VALUES = new AnswerValues(UserSql::standard);

    private UserSql() {}

    static QueryResult run(Db db, String select, int maxRows, long maxBytes, int timeoutSeconds) throws SQLException {
        check(db, select);
        try {
            QueryResult empty = columns(db, select);
            String within = AnswerSql.within(select, empty.columns(), UserSql::size, maxRows, maxBytes);
            try (PreparedStatement statement = db.connection().prepareStatement(within)) {
                statement.setQueryTimeout(timeoutSeconds);
                try (ResultSet rows = db.query(statement)) {
                    return AnswerRows.queryResult(rows, empty, VALUES, maxRows, maxBytes);
                }
            }
        } catch (SQLException e) {
            if (isStopped(e)) {
                throw new QueryTimedOutException("The query ran longer than " + timeoutSeconds
                        + " s and was stopped: ask for a shorter span, fewer servers, or fewer columns.");
            }
            throw new IllegalArgumentException(reason(e), e);
        }
    }

    /** A SELECT is prepared as it was written first: its errors and its columns are the user's own. */
    private static QueryResult columns(Db db, String select) throws SQLException {
        try (PreparedStatement statement = db.connection().prepareStatement(select)) {
            return AnswerRows.empty(statement.getMetaData());
        }
    }

    private static String size(String column) {
        return "strlen(CAST(" + column + " AS VARCHAR))";
    }

    private static @Nullable Object standard(Object value) throws SQLException {
        return value instanceof DuckDBStruct struct ? struct.getMap() : value;
    }

    private static void check(Db db, String select) throws SQLException {
        String tree = db.first("SELECT json_serialize_sql(CAST(? AS VARCHAR))", r -> r.getString(1), select)
                .orElseThrow();
        if (db.first("SELECT json_extract_string(?, '$.error')", r -> r.getString(1), tree)
                .filter("true"::equals)
                .isPresent()) {
            String kind = text(db, tree, "$.error_type");
            throw new IllegalArgumentException(
                    "parser".equals(kind) ? "the SQL has an error: " + text(db, tree, "$.error_message") : ONE_SELECT);
        }
        if (db.number("SELECT json_array_length(?, '$.statements')", tree) != 1) {
            throw new IllegalArgumentException(ONE_SELECT);
        }
        for (String name : names(db, tree, "$..function.function_name")) {
            if (!TABLE_FUNCTIONS.contains(name)) {
                throw new IllegalArgumentException("the table function " + name + " cannot be used here");
            }
        }
        for (String part : List.of("table_name", "schema_name", "catalog_name")) {
            if (names(db, tree, "$.." + part).stream().anyMatch(UserSql::mayBeFile)) {
                throw new IllegalArgumentException("files cannot be read here, only the store's own tables and views");
            }
        }
        for (String name : names(db, tree, "$..function_name")) {
            if (REFUSED.contains(name)) {
                throw new IllegalArgumentException("the function " + name + " cannot be used here");
            }
        }
    }

    /** The engine takes a table that it does not know for a file, its parts joined with dots; ours have no such names. */
    private static boolean mayBeFile(@Nullable String name) {
        return name != null && name.chars().anyMatch(c -> "./\\:*?".indexOf(c) >= 0);
    }

    private static List<String> names(Db db, String tree, String path) throws SQLException {
        return db.list(
                "SELECT DISTINCT lower(unnest(json_extract_string(?, '" + path + "')))", r -> r.getString(1), tree);
    }

    private static String text(Db db, String tree, String path) throws SQLException {
        return db.first("SELECT json_extract_string(?, '" + path + "')", r -> r.getString(1), tree)
                .orElse("");
    }

    /** A user's own error, in the engine's words without the copy of the statement that follows them. */
    private static String reason(SQLException e) {
        String m = e.getMessage() == null ? "unknown error" : e.getMessage();
        int line = m.indexOf("\n\nLINE");
        return line < 0 ? m : m.substring(0, line);
    }

    /** DuckDB 2.0 begins the message of a statement that its time limit has ended with the kind INTERRUPT. */
    private static boolean isStopped(SQLException e) {
        return e.getMessage() != null && e.getMessage().toUpperCase(Locale.ROOT).startsWith("INTERRUPT");
    }
}

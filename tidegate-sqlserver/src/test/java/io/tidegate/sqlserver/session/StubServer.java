package io.tidegate.sqlserver.session;

import io.tidegate.sqlserver.ServerTarget;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A server that answers each statement by its marker, for answers that are hard to get from a real one. Its log holds the
 * markers in order, and what else was done to the connection. Confined to one thread.
 */
final class StubServer implements ConnectionFactory {
    final List<String> log = new ArrayList<>();
    final List<ConnectionSettings> opened = new ArrayList<>();
    private final Map<String, Answer> answers = new LinkedHashMap<>();
    final List<LocalDateTime> times = new ArrayList<>();
    private boolean closed;

    /** What a statement gets. */
    interface Answer {
        Table answer(String sql) throws SQLException;
    }

    /** A result. */
    record Table(List<String> columns, List<List<Object>> rows) {
        static Table one(String column, Object value) {
            return new Table(List.of(column), List.of(List.of(value)));
        }
    }

    StubServer on(String marker, Answer answer) {
        answers.put(marker, answer);
        return this;
    }

    @Override
    public Connection open(ServerTarget target, ConnectionSettings settings) {
        opened.add(settings);
        closed = false;
        return proxy(Connection.class, (proxy, method, args) -> switch (method.getName()) {
            case "createStatement" -> statement("");
            case "prepareStatement" -> statement((String) args[0]);
            case "isClosed" -> closed;
            case "close", "abort" -> {
                if (!closed) {
                    log.add(method.getName());
                }
                closed = true;
                yield null;
            }
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private Statement statement(String prepared) {
        Table[] current = new Table[1];
        return proxy(PreparedStatement.class, (proxy, method, args) -> switch (method.getName()) {
            case "execute" -> {
                current[0] = answer(args == null ? prepared : (String) args[0]);
                yield current[0] != null;
            }
            case "getResultSet" -> rows(current[0]);
            case "getMoreResults" -> false;
            case "getUpdateCount" -> -1;
            case "setObject" -> {
                times.add((LocalDateTime) args[1]);
                yield null;
            }
            case "setQueryTimeout", "setLong", "setNString", "close" -> null;
            case "cancel" -> {
                log.add("cancel");
                yield null;
            }
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private Table answer(String sql) throws SQLException {
        for (Map.Entry<String, Answer> entry : answers.entrySet()) {
            if (sql.contains("tidegate:" + entry.getKey() + " ")) {
                log.add((sql.contains("APPLOCK_MODE") ? "guarded " : "") + entry.getKey());
                return entry.getValue().answer(sql);
            }
        }
        throw new SQLException("no answer for a statement", "S0001", 208);
    }

    private static ResultSet rows(Table table) {
        int[] at = {-1};
        boolean[] wasNull = new boolean[1];
        return proxy(ResultSet.class, (proxy, method, args) -> switch (method.getName()) {
            case "next" -> ++at[0] < table.rows().size();
            case "getMetaData" -> metaData(table);
            case "wasNull" -> wasNull[0];
            case "getInt", "getLong", "getString", "getObject", "getBoolean" -> {
                int column = args[0] instanceof String name ? table.columns().indexOf(name) : (Integer) args[0] - 1;
                Object value = table.rows().get(at[0]).get(column);
                wasNull[0] = value == null;
                yield switch (method.getName()) {
                    case "getInt" -> value == null ? 0 : ((Number) value).intValue();
                    case "getLong" -> value == null ? 0L : ((Number) value).longValue();
                    default -> value;
                };
            }
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private static ResultSetMetaData metaData(Table table) {
        return proxy(ResultSetMetaData.class, (proxy, method, args) -> switch (method.getName()) {
            case "getColumnCount" -> table.columns().size();
            case "getColumnLabel" -> table.columns().get((Integer) args[0] - 1);
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}

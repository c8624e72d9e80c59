package io.tidegate.collector.lane;

import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.session.ConnectionFactory;
import io.tidegate.sqlserver.session.ConnectionSettings;
import io.tidegate.sqlserver.session.DriverConnections;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/** The driver's connections, and how many rows of some statements, their ends included, have come out of it. Thread-safe. */
final class WatchedRows implements ConnectionFactory {
    private final DriverConnections driver = new DriverConnections();
    private final AtomicLong rows = new AtomicLong();
    private final AtomicLong begun = new AtomicLong();
    private volatile Pattern statements;
    private volatile Runnable onRow = () -> {};

    /** Watches statements in whose text this is found. */
    WatchedRows(String pattern) {
        this.statements = Pattern.compile(pattern);
    }

    /** From the next statement on it watches others. */
    void watch(String pattern) {
        statements = Pattern.compile(pattern);
    }

    /** From now on something is done at each such row, on the thread that reads it. */
    void onRow(Runnable what) {
        onRow = what;
    }

    /** Rows of such statements that the driver has handed over so far, and ends of rows: what a server may wait before. */
    long rows() {
        return rows.get();
    }

    /** How many such statements were sent so far: all rows of those before the last one have come, or never will. */
    long begun() {
        return begun.get();
    }

    @Override
    public Connection open(ServerTarget target, ConnectionSettings settings) throws SQLException {
        Connection opened = driver.open(target, settings);
        return proxy(Connection.class, opened, (method, sql) -> {}, this::statement);
    }

    private Object statement(String sql, Object answer) {
        if (answer instanceof PreparedStatement prepared) {
            return statement(PreparedStatement.class, prepared, sql);
        }
        return answer instanceof Statement plain ? statement(Statement.class, plain, "") : answer;
    }

    private <S extends Statement> S statement(Class<S> type, S opened, String prepared) {
        StringBuilder text = new StringBuilder(prepared);
        return proxy(
                type,
                opened,
                (method, sql) -> {
                    text.append(sql);
                    if (method.startsWith("execute") && statements.matcher(text).find()) {
                        begun.incrementAndGet();
                    }
                },
                (sql, answer) -> answer instanceof ResultSet results
                                && statements.matcher(text).find()
                        ? counted(results)
                        : answer);
    }

    private ResultSet counted(ResultSet results) {
        return (ResultSet) Proxy.newProxyInstance(
                ResultSet.class.getClassLoader(), new Class<?>[] {ResultSet.class}, (self, method, args) -> {
                    Object answer = call(results, method, args);
                    if (method.getName().equals("next")) {
                        rows.incrementAndGet();
                        onRow.run();
                    }
                    return answer;
                });
    }

    /** Sees the SQL that a method was given, empty where it was given none, and its answer. */
    @FunctionalInterface
    private interface Wrap {
        Object answer(String sql, Object answer);
    }

    private static <T> T proxy(Class<T> type, T real, BiConsumer<String, String> before, Wrap wrap) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, args) -> {
            String sql = args != null && args.length > 0 && args[0] instanceof String first ? first : "";
            before.accept(method.getName(), sql);
            return wrap.answer(sql, call(real, method, args));
        }));
    }

    private static Object call(Object real, Method method, Object[] args) throws Throwable {
        try {
            return method.invoke(real, args);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }
}

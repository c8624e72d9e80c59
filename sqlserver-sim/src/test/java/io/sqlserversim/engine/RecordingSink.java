package io.sqlserversim.engine;

import io.sqlserversim.types.Column;
import io.sqlserversim.types.SqlType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps an answer as a test can look at it. */
final class RecordingSink implements ResponseSink {
    /** A result set. */
    record Result(List<Column> columns, List<List<@Nullable Object>> rows) {}

    final List<Result> results = new ArrayList<>();
    final List<SqlError> errors = new ArrayList<>();
    final List<Integer> errorLines = new ArrayList<>();
    final List<String> infos = new ArrayList<>();
    final List<String> dones = new ArrayList<>();
    final List<String> outputs = new ArrayList<>();
    final List<Integer> statuses = new ArrayList<>();
    private long rows;

    @Override
    public void columns(List<Column> columns) {
        results.add(new Result(columns, new ArrayList<>()));
    }

    @Override
    public void row(@Nullable Object[] values) {
        rows++;
        results.getLast().rows().add(new ArrayList<>(Arrays.asList(values)));
    }

    @Override
    public void done(Command command, long count) {
        dones.add(command + ":" + count);
    }

    @Override
    public void info(int number, int severity, int state, String text) {
        infos.add(number + " " + text);
    }

    @Override
    public void error(SqlError error, int line) {
        errors.add(error);
        errorLines.add(line);
    }

    @Override
    public void databaseChanged(String from, String to) {
        infos.add("database " + from + " > " + to);
    }

    @Override
    public void returnStatus(int status) {
        statuses.add(status);
    }

    @Override
    public void returnValue(int ordinal, String name, SqlType type, @Nullable Object value) {
        outputs.add(ordinal + " " + name + "=" + value);
    }

    @Override
    public void flush() {}

    @Override
    public void dropConnection() {}

    @Override
    public long bytes() {
        return 0;
    }

    @Override
    public long rows() {
        return rows;
    }
}

package io.sqlserversim.engine;

import io.sqlserversim.types.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a recursive query sees of itself: the rows of the level before. Confined to one statement. */
final class WorkTable extends Rows {
    private final String name;
    private final List<Column> columns;
    private List<@Nullable Object[]> rows = List.of();
    private int at;

    WorkTable(String name, List<Column> columns) {
        this.name = name;
        this.columns = columns;
    }

    String name() {
        return name;
    }

    BoundQuery asQuery() {
        return new BoundQuery(this, columns);
    }

    void fill(List<@Nullable Object[]> level) {
        rows = level;
    }

    @Override
    void open(Env env) {
        at = 0;
    }

    @Override
    @Nullable
    Object @Nullable [] next(Env env) {
        return at < rows.size() ? rows.get(at++) : null;
    }

    @Override
    void close(Env env) {
        at = rows.size();
    }

    @Override
    boolean fresh() {
        return true;
    }
}

package io.sqlserversim.querystore.views;

import io.sqlserversim.querystore.options.QueryStoreProfile;
import io.sqlserversim.types.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Collects the columns of a view in their order. Confined to one thread.
 *
 * @param <R> the kind of row
 */
final class ViewColumns<R> {
    private final QueryStoreProfile profile;
    private final List<ViewColumn<R>> columns = new ArrayList<>();

    ViewColumns(QueryStoreProfile profile) {
        this.profile = profile;
    }

    /** A NOT NULL column of all versions. */
    ViewColumns<R> required(String name, SqlType type, Function<R, @Nullable Object> value) {
        return required(name, type, 13, value);
    }

    /** A nullable column of all versions. */
    ViewColumns<R> optional(String name, SqlType type, Function<R, @Nullable Object> value) {
        return optional(name, type, 13, value);
    }

    /** A NOT NULL column that exists from a version on. */
    ViewColumns<R> required(String name, SqlType type, int since, Function<R, @Nullable Object> value) {
        return add(new ViewColumn<>(name, type, false, since, value));
    }

    /** A nullable column that exists from a version on. */
    ViewColumns<R> optional(String name, SqlType type, int since, Function<R, @Nullable Object> value) {
        return add(new ViewColumn<>(name, type, true, since, value));
    }

    private ViewColumns<R> add(ViewColumn<R> column) {
        if (column.since() <= profile.level()) {
            columns.add(column);
        }
        return this;
    }

    List<ViewColumn<R>> list() {
        return List.copyOf(columns);
    }
}

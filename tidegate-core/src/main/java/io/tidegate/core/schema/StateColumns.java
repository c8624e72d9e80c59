package io.tidegate.core.schema;

import static io.tidegate.core.schema.LogicalType.BIGINT;
import static io.tidegate.core.schema.LogicalType.BOOLEAN;
import static io.tidegate.core.schema.LogicalType.DOUBLE;
import static io.tidegate.core.schema.LogicalType.TEXT;
import static io.tidegate.core.schema.LogicalType.TIMESTAMP;

import java.util.ArrayList;
import java.util.List;

/** Columns that are called and mean what the source's column of the same name does. NULL where its version has none. */
final class StateColumns {
    private static final String SAME = "as the source's column of that name";

    private StateColumns() {}

    static Column number(String name) {
        return Column.nullable(name, BIGINT, SAME);
    }

    static Column text(String name) {
        return Column.nullable(name, TEXT, SAME);
    }

    static Column flag(String name) {
        return Column.nullable(name, BOOLEAN, SAME);
    }

    static Column time(String name) {
        return Column.nullable(name, TIMESTAMP, SAME);
    }

    static Column average(String name) {
        return Column.nullable(name, DOUBLE, SAME);
    }

    static Column hex(String name) {
        return Column.nullable(name, TEXT, "as the source's column of that name, in hexadecimal digits");
    }

    static Column key(String name) {
        return Column.of(name, BIGINT, name);
    }

    /** Numbers, each with its description. */
    static List<Column> described(String... names) {
        List<Column> columns = new ArrayList<>();
        for (String name : names) {
            columns.add(number(name));
            columns.add(text(name + "_desc"));
        }
        return columns;
    }
}

package io.sqlserversim.engine;

import io.sqlserversim.types.Column;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlTypes;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sends the rows of one result set; cuts (max) values at TEXTSIZE. */
final class RowWriter {
    private final ResponseSink sink;
    private final List<Column> columns;
    private final int textSize;

    RowWriter(ResponseSink sink, List<Column> columns, int textSize) {
        this.sink = sink;
        this.columns = columns;
        this.textSize = textSize <= 0 ? Integer.MAX_VALUE : textSize;
    }

    void begin() {
        sink.columns(columns);
    }

    void write(@Nullable Object[] row) {
        @Nullable Object[] values = row.length == columns.size() ? row : Arrays.copyOf(row, columns.size());
        if (textSize != Integer.MAX_VALUE) {
            values = values.clone();
            for (int i = 0; i < values.length; i++) {
                SqlType type = columns.get(i).type();
                values[i] = type.length() == SqlType.MAX ? cut(values[i], type) : values[i];
            }
        }
        sink.row(values);
    }

    private @Nullable Object cut(@Nullable Object value, SqlType type) {
        return switch (value) {
            case String text -> {
                int characters = SqlTypes.isUnicode(type) ? textSize / 2 : textSize;
                yield text.length() > characters ? text.substring(0, characters) : text;
            }
            case byte[] bytes -> bytes.length > textSize ? Arrays.copyOf(bytes, textSize) : bytes;
            case null -> null;
            case Object other -> other;
        };
    }
}

package io.sqlserversim.querystore.views;

import io.sqlserversim.catalog.Bounds;
import io.sqlserversim.catalog.ScanRequest;
import io.sqlserversim.types.Column;
import java.util.List;

/** The bounds of a scan by column name. Immutable. */
record ScanBounds(ScanRequest request, List<Column> columns) {
    /** The bounds of a column; none when the profile has no such column. */
    Bounds of(String name) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals(name)) {
                return request.boundsOf(i);
            }
        }
        return Bounds.ALL;
    }
}

package io.sqlserversim.querystore.views;

import io.sqlserversim.catalog.Bounds;
import io.sqlserversim.catalog.ScanRequest;
import io.sqlserversim.querystore.cost.ReadCharge;
import io.sqlserversim.types.Column;
import java.util.List;

/** The bounds of a scan by column name, and who pays for it. Confined to one thread. */
record ScanBounds(ScanRequest request, List<Column> columns, ReadCharge charge) {
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

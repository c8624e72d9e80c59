package io.sqlserversim.engine;

import io.sqlserversim.catalog.Bounds;
import io.sqlserversim.catalog.RowCursor;
import io.sqlserversim.catalog.ScanRequest;
import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.types.Collation;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the name of an object by its id, in the catalogue views. */
final class ObjectNames {
    private ObjectNames() {}

    static @Nullable String find(FunctionContext context, int id, @Nullable String database) {
        if (database == null) {
            return null;
        }
        VirtualTable objects = context.names().tableOrNull(List.of(database, "sys", "all_objects"));
        int name = objects == null ? -1 : ordinal(objects, "name");
        int key = objects == null ? -1 : ordinal(objects, "object_id");
        if (objects == null || name < 0 || key < 0) {
            return null;
        }
        BitSet needed = new BitSet();
        needed.set(name);
        needed.set(key);
        RowCursor rows = objects.scan(new ScanRequest(context.session(), needed, Map.of(key, Bounds.range(id, id))));
        try {
            while (rows.advance()) {
                if (rows.value(key) instanceof Integer found && found == id) {
                    return rows.value(name) instanceof String text ? text : null;
                }
            }
            return null;
        } finally {
            rows.close();
        }
    }

    private static int ordinal(VirtualTable table, String column) {
        for (int i = 0; i < table.columns().size(); i++) {
            if (Collation.same(table.columns().get(i).name(), column)) {
                return i;
            }
        }
        return -1;
    }
}

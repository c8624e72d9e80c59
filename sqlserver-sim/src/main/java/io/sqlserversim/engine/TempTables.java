package io.sqlserversim.engine;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A session's temporary tables, each with the nesting level at whose end it is dropped. Confined to one thread. */
final class TempTables {
    private record Entry(TempTable table, int level) {}

    private final Map<String, Entry> tables = new HashMap<>();

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    @Nullable
    TempTable find(String name) {
        Entry entry = tables.get(key(name));
        return entry == null ? null : entry.table();
    }

    /** The table with the id that OBJECT_ID gives; null when there is none. */
    @Nullable
    TempTable find(int objectId) {
        for (Entry entry : tables.values()) {
            if (MetadataFunctions.objectId(entry.table()) == objectId) {
                return entry.table();
            }
        }
        return null;
    }

    void create(TempTable table, int level) {
        if (tables.putIfAbsent(key(table.name()), new Entry(table, level)) != null) {
            throw new SqlError(2714, 16, 6, "There is already an object named '" + table.name() + "' in the database.");
        }
    }

    boolean drop(String name) {
        return tables.remove(key(name)) != null;
    }

    /** Drops what was made deeper than a level. */
    void dropDeeperThan(int level) {
        tables.values().removeIf(entry -> entry.level() > level);
    }

    void clear() {
        tables.clear();
    }
}

package io.sqlserversim.engine;

import io.sqlserversim.types.SqlType;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The local variables of one batch, and its table variables. Confined to one thread. */
final class Variables {
    /** A variable. */
    static final class Cell {
        private final SqlType type;
        private @Nullable Object value;

        Cell(SqlType type, @Nullable Object value) {
            this.type = type;
            this.value = value;
        }

        SqlType type() {
            return type;
        }

        @Nullable
        Object value() {
            return value;
        }

        void set(@Nullable Object newValue) {
            value = newValue;
        }

        /** Converts and sets. */
        void set(@Nullable Object newValue, SqlType from) {
            value = newValue == null ? null : io.sqlserversim.types.Conversions.convert(newValue, from, type);
        }
    }

    private final Map<String, Cell> cells = new HashMap<>();
    private final Map<String, TempTable> tables = new HashMap<>();
    private String declarations = "";

    /** The declarations with which its text was called, as sp_executesql takes them; empty for a batch. */
    String declarations() {
        return declarations;
    }

    void declarations(String declared) {
        declarations = declared;
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    Cell declare(String name, SqlType type) {
        Cell cell = new Cell(type, null);
        if (cells.putIfAbsent(key(name), cell) != null || tables.containsKey(key(name))) {
            throw Errors.redeclared(name);
        }
        return cell;
    }

    /** A declaration that is executed: the check before the batch has seen to it that there is only one. */
    Cell declareAgain(String name, SqlType type) {
        return cells.computeIfAbsent(key(name), k -> new Cell(type, null));
    }

    void declareTable(String name, TempTable table) {
        if (tables.putIfAbsent(key(name), table) != null || cells.containsKey(key(name))) {
            throw Errors.redeclared(name);
        }
    }

    /** The same variables without their values, to check a batch against. */
    Variables copyOfDeclarations() {
        Variables copy = new Variables();
        cells.forEach((name, cell) -> copy.cells.put(name, new Cell(cell.type(), null)));
        copy.tables.putAll(tables);
        return copy;
    }

    Cell get(String name) {
        Cell cell = cells.get(key(name));
        if (cell == null) {
            throw Errors.undeclared(name);
        }
        return cell;
    }

    TempTable table(String name) {
        TempTable table = tables.get(key(name));
        if (table == null) {
            throw Errors.undeclaredTable(name);
        }
        return table;
    }
}

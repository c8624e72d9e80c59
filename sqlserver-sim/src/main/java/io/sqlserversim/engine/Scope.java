package io.sqlserversim.engine;

import io.sqlserversim.types.Column;
import io.sqlserversim.types.TextCollation;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tables that names of one query can refer to, and those of the queries around it. */
final class Scope {
    /** A table in FROM. The name has its parts as written, and is empty for a derived table. */
    record Table(String alias, List<String> name, List<Column> columns, int slot) {
        boolean answersTo(List<String> qualifier, TextCollation names) {
            if (qualifier.size() == 1) {
                return names.same(alias, qualifier.getFirst());
            }
            if (name.isEmpty() || !names.same(alias, name.getLast()) || qualifier.size() > name.size()) {
                return false;
            }
            int skip = name.size() - qualifier.size();
            for (int i = 0; i < qualifier.size(); i++) {
                if (!names.same(name.get(skip + i), qualifier.get(i))) {
                    return false;
                }
            }
            return true;
        }

        int ordinal(String column, TextCollation names) {
            for (int i = 0; i < columns.size(); i++) {
                if (names.same(columns.get(i).name(), column)) {
                    return i;
                }
            }
            return -1;
        }
    }

    private final @Nullable Scope parent;
    private final List<BitSet> needed;
    private final TextCollation names; // names compare as texts of the current database do
    private final List<Table> tables = new ArrayList<>();
    private @Nullable Grouping grouping;
    private boolean crossed;

    Scope(@Nullable Scope parent, StatementBinder statement) {
        this.parent = parent;
        this.needed = statement.needed();
        this.names = statement.collation();
    }

    @Nullable
    Scope parent() {
        return parent;
    }

    TextCollation names() {
        return names;
    }

    List<Table> tables() {
        return tables;
    }

    void add(Table table) {
        for (Table other : tables) {
            if (names.same(other.alias(), table.alias()) && !table.alias().isEmpty()) {
                boolean aliased =
                        table.name().isEmpty() || !names.same(table.name().getLast(), table.alias());
                throw aliased
                        ? new SqlError(
                                1011,
                                16,
                                1,
                                "The correlation name '" + table.alias()
                                        + "' is specified multiple times in a FROM clause.")
                        : new SqlError(
                                1013,
                                16,
                                1,
                                "The objects \"" + String.join(".", table.name()) + "\" and \""
                                        + String.join(".", other.name())
                                        + "\" in the FROM clause have the same exposed names."
                                        + " Use correlation names to distinguish them.");
            }
        }
        tables.add(table);
    }

    /** Says that an outer join may fill tables with NULL: those added from one position on, up to another. */
    void makeNullable(int from, int to) {
        for (int i = from; i < to; i++) {
            Table table = tables.get(i);
            List<Column> nullable = table.columns().stream()
                    .map(column -> new Column(column.name(), column.type(), true))
                    .toList();
            tables.set(i, new Table(table.alias(), table.name(), nullable, table.slot()));
        }
    }

    /** Whether a name inside was found outside: in this scope's parent or further out. */
    boolean isCrossed() {
        return crossed;
    }

    void group(Grouping by) {
        grouping = by;
    }

    @Nullable
    Grouping grouping() {
        return grouping;
    }

    Ex resolve(List<String> parts) {
        String column = parts.getLast();
        List<String> qualifier = parts.subList(0, parts.size() - 1);
        for (Scope scope = this; scope != null; scope = scope.parent) {
            Ex found = qualifier.isEmpty() ? scope.unqualified(column) : scope.qualified(qualifier, column);
            if (found != null) {
                return found;
            }
            scope.crossed = true;
        }
        throw qualifier.isEmpty() ? Errors.invalidColumn(column) : Errors.unboundIdentifier(String.join(".", parts));
    }

    private @Nullable Ex unqualified(String column) {
        Table owner = null;
        for (Table table : tables) {
            if (table.ordinal(column, names) >= 0) {
                if (owner != null) {
                    throw Errors.ambiguousColumn(column);
                }
                owner = table;
            }
        }
        return owner == null ? null : column(owner, owner.ordinal(column, names));
    }

    private @Nullable Ex qualified(List<String> qualifier, String column) {
        for (Table table : tables) {
            if (table.answersTo(qualifier, names)) {
                int ordinal = table.ordinal(column, names);
                if (ordinal < 0) {
                    throw Errors.invalidColumn(column);
                }
                return column(table, ordinal);
            }
        }
        return null;
    }

    Ex column(Table table, int ordinal) {
        Column column = table.columns().get(ordinal);
        needed.get(table.slot()).set(ordinal);
        Ex.ColumnRef ref = new Ex.ColumnRef(column.type(), table.slot(), ordinal, column.nullable());
        if (grouping != null && grouping.isActive()) {
            return grouping.column(ref, table.alias() + "." + column.name());
        }
        return ref;
    }
}

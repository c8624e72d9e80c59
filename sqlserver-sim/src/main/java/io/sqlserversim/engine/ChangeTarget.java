package io.sqlserversim.engine;

import io.sqlserversim.catalog.ForwardingView;
import io.sqlserversim.catalog.RowCursor;
import io.sqlserversim.catalog.ScanRequest;
import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.sql.TableSource;
import io.sqlserversim.types.Collation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The table in a FROM that is changed, and which of its rows is current. Confined to one statement. */
final class ChangeTarget {
    private final List<String> name;
    private @Nullable TempTable table;
    private int slot = -1;

    ChangeTarget(List<String> name) {
        this.name = name;
    }

    /** Whether the table stands in FROM under this name. */
    static boolean isNamedIn(TableSource source, List<String> name) {
        return switch (source) {
            case TableSource.Named named -> is(name, named.alias(), named.name());
            case TableSource.TableVariable variable -> is(name, variable.alias(), List.of(variable.name()));
            case TableSource.Join join -> isNamedIn(join.left(), name) || isNamedIn(join.right(), name);
            case TableSource.Function function -> false;
            case TableSource.Derived derived -> false;
        };
    }

    private static boolean is(List<String> wanted, @Nullable String alias, List<String> written) {
        String last = wanted.getLast();
        return alias == null ? Collation.same(last, written.getLast()) : Collation.same(last, alias);
    }

    boolean is(@Nullable String alias, List<String> written) {
        return table == null && is(name, alias, written);
    }

    /** The table with one more column behind its own: the row's position. */
    VirtualTable numbered(VirtualTable found, int inSlot) {
        if (!(found instanceof TempTable temp)) {
            throw new SqlError(259, 16, 1, "Ad hoc updates to system catalogs are not allowed.");
        }
        table = temp;
        slot = inSlot;
        return new Numbered(temp);
    }

    TempTable table() {
        TempTable found = table;
        if (found == null) {
            throw Errors.invalidObject(String.join(".", name));
        }
        return found;
    }

    /** The current row's position, or -1 where an outer join has none. */
    int position(Env env) {
        return env.rows[slot].value(table().columns().size()) instanceof Integer position ? position : -1;
    }

    private record Numbered(TempTable view) implements ForwardingView {
        @Override
        public RowCursor scan(ScanRequest request) {
            RowCursor rows = view.scan(request);
            return new RowCursor() {
                private int at = -1;

                @Override
                public boolean advance() {
                    at++;
                    return rows.advance();
                }

                @Override
                public @Nullable Object value(int column) {
                    return column == view.columns().size() ? Integer.valueOf(at) : rows.value(column);
                }

                @Override
                public void close() {
                    rows.close();
                }
            };
        }
    }
}

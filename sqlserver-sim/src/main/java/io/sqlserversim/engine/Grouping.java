package io.sqlserversim.engine;

import io.sqlserversim.sql.Expr;
import io.sqlserversim.types.SqlType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What GROUP BY has made of a query's rows: after it, only keys and aggregates can be named. */
final class Grouping {
    private final int slot;
    private final BitSet needed;
    private final List<Ex> keys = new ArrayList<>();
    private final List<String> keyTexts = new ArrayList<>();
    private final List<Accumulator.Factory> aggregates = new ArrayList<>();
    private String clause = "select list";
    private boolean active;

    Grouping(int slot, BitSet needed) {
        this.slot = slot;
        this.needed = needed;
    }

    int slot() {
        return slot;
    }

    List<Ex> keys() {
        return keys;
    }

    List<Accumulator.Factory> aggregates() {
        return aggregates;
    }

    boolean isActive() {
        return active;
    }

    /** Whether names are looked up among the groups (true) or among the rows that are grouped (false). */
    void activate(boolean on) {
        active = on;
    }

    void inClause(String name) {
        clause = name;
    }

    void key(Expr written, Ex bound) {
        keys.add(bound);
        keyTexts.add(text(written));
    }

    private static String text(Expr written) {
        return written.toString().toLowerCase(Locale.ROOT);
    }

    private Ex reference(int ordinal, SqlType type) {
        needed.set(ordinal);
        return new Ex.ColumnRef(type, slot, ordinal, true);
    }

    /** The key that an expression is, or null. */
    @Nullable
    Ex expression(Expr written) {
        int at = keyTexts.indexOf(text(written));
        return at < 0 ? null : reference(at, keys.get(at).type());
    }

    Ex column(Ex.ColumnRef column, String name) {
        for (int i = 0; i < keys.size(); i++) {
            if (column.isSameAs(keys.get(i))) {
                return reference(i, column.type());
            }
        }
        throw Errors.notGrouped(name, clause);
    }

    Ex aggregate(Accumulator.Factory factory, SqlType type) {
        aggregates.add(factory);
        // keys are all known before the first aggregate is bound
        return reference(keys.size() + aggregates.size() - 1, type);
    }
}

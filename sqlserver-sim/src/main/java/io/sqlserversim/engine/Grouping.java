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
    private final List<Expr> keyNames = new ArrayList<>();
    private final List<Accumulator.Factory> aggregates = new ArrayList<>();
    private final @Nullable List<List<Integer>> sets;
    private String clause = "select list";
    private boolean active;

    /** Sets are those of ROLLUP and its like, as positions of keys; null for one set of all keys. */
    Grouping(int slot, BitSet needed, @Nullable List<List<Integer>> sets) {
        this.slot = slot;
        this.needed = needed;
        this.sets = sets;
    }

    /** The sets of keys to group by, at least one. */
    List<BitSet> sets() {
        List<List<Integer>> written = sets;
        List<BitSet> all = new ArrayList<>();
        if (written == null) {
            BitSet every = new BitSet();
            every.set(0, keys.size());
            all.add(every);
        } else {
            for (List<Integer> positions : written) {
                BitSet set = new BitSet();
                positions.forEach(set::set);
                all.add(set);
            }
        }
        return all;
    }

    /** GROUPING and GROUPING_ID: one bit for each argument, set where the row's group spans all its values. */
    Ex mark(List<Expr> arguments, String function) {
        List<Integer> positions = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            int at = keyTexts.indexOf(text(arguments.get(i)));
            if (at < 0) {
                at = qualified(arguments.get(i));
            }
            if (at < 0) {
                throw new SqlError(
                        8161,
                        16,
                        1,
                        "Argument " + (i + 1) + " of the " + function
                                + " function does not match any of the expressions in the GROUP BY clause.");
            }
            positions.add(at);
        }
        SqlType type = function.equals("GROUPING") ? SqlType.TINYINT : SqlType.INT;
        return aggregate(() -> new GroupingMark(positions), type);
    }

    /** A key that names the same column, with a qualifier or without. */
    private int qualified(Expr written) {
        for (int i = 0; i < keyTexts.size(); i++) {
            if (written instanceof Expr.ColumnName name
                    && keyNames.get(i) instanceof Expr.ColumnName key
                    && key.parts().getLast().equalsIgnoreCase(name.parts().getLast())) {
                return i;
            }
        }
        return -1;
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
        keyNames.add(written);
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

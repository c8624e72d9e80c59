package io.sqlserversim.engine;

import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.sql.Query.Cte;
import io.sqlserversim.types.TextCollation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the binding of one statement shares over all its queries. Confined to one thread. */
final class StatementBinder {
    private final Names names;
    private final Variables variables;
    private final FunctionContext functions;
    private final List<BitSet> needed = new ArrayList<>();
    private final Deque<WorkTable> workTables = new ArrayDeque<>();
    private List<Cte> ctes;
    private @Nullable TextCollation collation;
    private int heavy;

    StatementBinder(Names names, Variables variables, FunctionContext functions, List<Cte> ctes) {
        this.names = names;
        this.variables = variables;
        this.functions = functions;
        this.ctes = ctes;
    }

    int newSlot() {
        needed.add(new BitSet());
        return needed.size() - 1;
    }

    /** By slot, the columns that anything looks at; complete only when binding is. */
    List<BitSet> needed() {
        return needed;
    }

    int slots() {
        return needed.size();
    }

    /** The current database's: of names, constants and variables. */
    TextCollation collation() {
        TextCollation known = collation;
        if (known == null) {
            known = functions.catalog().collation(functions.session().database());
            collation = known;
        }
        return known;
    }

    /** The collation of the texts of a table. */
    TextCollation collationOf(List<String> name) {
        return name.size() < 3 ? collation() : functions.catalog().collation(name.get(name.size() - 3));
    }

    Variables variables() {
        return variables;
    }

    OldSettings oldSettings() {
        return new OldSettings(functions.state().options());
    }

    FunctionContext functions() {
        return functions;
    }

    VirtualTable table(List<String> name) {
        VirtualTable table = names.table(name);
        heavy += table.heavy() ? 1 : 0;
        return table;
    }

    /** Whether a heavy view was bound, however often. */
    boolean isHeavy() {
        return heavy > 0;
    }

    /** How often a heavy view was bound. */
    int heavyTables() {
        return heavy;
    }

    /** The common table expression of a name, or null. */
    @Nullable
    Cte cte(List<String> name) {
        if (name.size() == 1) {
            for (int i = ctes.size() - 1; i >= 0; i--) {
                if (collation().same(ctes.get(i).name(), name.getFirst())) {
                    return ctes.get(i);
                }
            }
        }
        return null;
    }

    /** The recursive expression of this name that is just being bound, from inside of it; or null. */
    private @Nullable WorkTable working(String name) {
        for (WorkTable table : workTables) {
            if (collation().same(table.name(), name)) {
                return table;
            }
        }
        return null;
    }

    private BoundQuery recursive(Cte cte, List<Cte> withItself) {
        BoundQuery anchor = new QueryBinder(this).bindTable(RecursiveRows.anchor(cte), null, cte.name(), cte.columns());
        WorkTable working = new WorkTable(cte.name(), anchor.columns());
        workTables.push(working);
        ctes = withItself;
        try {
            BoundQuery step = new QueryBinder(this).bindSubquery(RecursiveRows.step(cte), null);
            RecursiveRows.check(anchor, step, cte.name());
            return new BoundQuery(
                    new RecursiveRows(anchor.rows(), step.rows(), working, cte.mostRecursion()), anchor.columns());
        } finally {
            workTables.pop();
        }
    }

    /** Binds the query of a common table expression, which sees only those before it. */
    BoundQuery bindCte(Cte cte) {
        WorkTable working = working(cte.name());
        if (working != null) {
            return working.asQuery();
        }
        List<Cte> visible = ctes;
        ctes = visible.subList(0, visible.indexOf(cte));
        try {
            if (RecursiveRows.isRecursive(cte)) {
                return recursive(cte, visible.subList(0, visible.indexOf(cte) + 1));
            }
            return new QueryBinder(this).bindTable(cte.query(), null, cte.name(), cte.columns());
        } finally {
            ctes = visible;
        }
    }
}

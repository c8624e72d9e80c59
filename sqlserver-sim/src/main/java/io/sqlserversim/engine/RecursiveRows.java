package io.sqlserversim.engine;

import io.sqlserversim.sql.Query;
import io.sqlserversim.sql.Query.Cte;
import io.sqlserversim.sql.Query.SetOperator;
import io.sqlserversim.sql.TableSource;
import io.sqlserversim.types.Collation;
import io.sqlserversim.types.Column;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A recursive common table expression: the anchor's rows, then level by level what follows from the rows before. */
final class RecursiveRows extends Rows {
    private final Rows anchor;
    private final Rows step;
    private final WorkTable working;
    private final int mostRecursion; // 0 for without bound
    private List<@Nullable Object[]> level = List.of();
    private int at;
    private int depth;

    RecursiveRows(Rows anchor, Rows step, WorkTable working, int mostRecursion) {
        this.anchor = anchor;
        this.step = step;
        this.working = working;
        this.mostRecursion = mostRecursion;
    }

    /** Whether the second of two queries that UNION ALL puts together names the expression itself. */
    static boolean isRecursive(Cte cte) {
        return cte.query().body() instanceof Query.SetOperation operation
                && operation.operator() == SetOperator.UNION_ALL
                && operation.right() instanceof Query.Select select
                && select.from() != null
                && names(select.from(), cte.name());
    }

    private static boolean names(TableSource source, String name) {
        return switch (source) {
            case TableSource.Named named ->
                named.name().size() == 1 && Collation.same(named.name().getFirst(), name);
            case TableSource.Join join -> names(join.left(), name) || names(join.right(), name);
            case TableSource.TableVariable variable -> false;
            case TableSource.Function function -> false;
            case TableSource.Derived derived -> false;
        };
    }

    static Query anchor(Cte cte) {
        return part(((Query.SetOperation) cte.query().body()).left());
    }

    static Query step(Cte cte) {
        return part(((Query.SetOperation) cte.query().body()).right());
    }

    private static Query part(Query.Body body) {
        return new Query(body, List.of(), null, null, null);
    }

    static void check(BoundQuery anchor, BoundQuery step, String name) {
        if (anchor.columns().size() != step.columns().size()) {
            throw new SqlError(
                    205,
                    16,
                    1,
                    "All queries combined using a UNION, INTERSECT or EXCEPT operator must have an equal number of"
                            + " expressions in their target lists.");
        }
        for (int i = 0; i < anchor.columns().size(); i++) {
            Column column = anchor.columns().get(i);
            if (!column.type().equals(step.columns().get(i).type())) {
                throw new SqlError(
                        240,
                        16,
                        1,
                        "Types don't match between the anchor and the recursive part in column \"" + column.name()
                                + "\" of recursive query \"" + name + "\".");
            }
        }
    }

    @Override
    void open(Env env) {
        depth = 0;
        level = all(anchor, env);
        at = 0;
    }

    private static List<@Nullable Object[]> all(Rows rows, Env env) {
        List<@Nullable Object[]> all = new ArrayList<>();
        rows.open(env);
        for (@Nullable Object[] row = rows.next(env); row != null; row = rows.next(env)) {
            env.rowWorked();
            all.add(rows.kept(row));
        }
        rows.close(env);
        return all;
    }

    @Override
    @Nullable
    Object @Nullable [] next(Env env) {
        if (at >= level.size() && !level.isEmpty()) {
            working.fill(level);
            level = all(step, env);
            at = 0;
            depth++;
            if (!level.isEmpty() && mostRecursion > 0 && depth > mostRecursion) {
                throw new SqlError(
                        530,
                        16,
                        1,
                        "The statement terminated. The maximum recursion " + mostRecursion
                                + " has been exhausted before statement completion.");
            }
        }
        return at < level.size() ? level.get(at++) : null;
    }

    @Override
    void close(Env env) {
        level = List.of();
        anchor.close(env);
        step.close(env);
    }

    @Override
    boolean fresh() {
        return true;
    }
}

package io.sqlserversim.engine;

import io.sqlserversim.sql.Expr;
import io.sqlserversim.types.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The window functions of one SELECT. */
final class Windows {
    private static final Set<String> RANKING = Set.of(
            "ROW_NUMBER",
            "RANK",
            "DENSE_RANK",
            "NTILE",
            "LAG",
            "LEAD",
            "FIRST_VALUE",
            "LAST_VALUE",
            "PERCENT_RANK",
            "CUME_DIST");

    /** A bound window function. The arguments of LAG and LEAD are value, distance and default. */
    record Call(
            String name,
            List<Ex> arguments,
            Accumulator.@Nullable Factory aggregate,
            List<Ex> partition,
            List<Ex> order,
            List<Boolean> descending,
            Expr.@Nullable WindowFrame frame) {
        /** FIRST_VALUE and LAST_VALUE, which look at the frame's first and last row. */
        boolean isEdgeValue() {
            return name.equals("FIRST_VALUE") || name.equals("LAST_VALUE");
        }
    }

    private final StatementBinder statement;
    private final List<Call> calls = new ArrayList<>();
    private int slot = -1;

    Windows(StatementBinder statement) {
        this.statement = statement;
    }

    static boolean isRanking(String name) {
        return RANKING.contains(name.toUpperCase(Locale.ROOT));
    }

    boolean isEmpty() {
        return calls.isEmpty();
    }

    Ex bind(Expr.Call written, ExprBinder binder) {
        Expr.Window over = written.over();
        if (over == null) {
            throw new IllegalArgumentException("no window");
        }
        String name = written.name().getLast().toUpperCase(Locale.ROOT);
        List<Ex> partition = binder.bindAll(over.partitionBy());
        List<Ex> order = new ArrayList<>();
        List<Boolean> descending = new ArrayList<>();
        for (Expr.OrderItem item : over.orderBy()) {
            if (item.value() instanceof Expr.Literal) {
                throw new SqlError(
                        5308,
                        16,
                        1,
                        "Windowed functions, aggregates and NEXT VALUE FOR functions do not support"
                                + " integer indices as ORDER BY clause expressions.");
            }
            order.add(binder.bind(item.value()));
            descending.add(item.descending());
        }
        if (isRanking(name)) {
            if (order.isEmpty()) {
                throw new SqlError(
                        4112,
                        15,
                        1,
                        "The function '" + name.toLowerCase(Locale.ROOT) + "' must have an OVER clause with ORDER BY.");
            }
            if (over.frame() != null && !name.endsWith("_VALUE")) {
                throw new SqlError(
                        10752,
                        15,
                        1,
                        "The function '" + name.toLowerCase(Locale.ROOT) + "' may not have a window frame.");
            }
            List<Ex> arguments = binder.bindAll(written.arguments());
            return add(
                    new Call(name, arguments, null, partition, order, descending, over.frame()),
                    typeOf(name, arguments));
        }
        if (!Aggregates.isAggregate(name)) {
            throw new SqlError(
                    10755,
                    15,
                    1,
                    "The function '" + name.toLowerCase(Locale.ROOT)
                            + "' is not a valid windowing function, and cannot be used with the OVER clause.");
        }
        if (written.distinct()) {
            throw new SqlError(10759, 15, 1, "Use of DISTINCT is not allowed with the OVER clause.");
        }
        if (over.frame() != null && order.isEmpty()) {
            throw new SqlError(10756, 15, 1, "Window frame with ROWS or RANGE must have an ORDER BY clause.");
        }
        Aggregates.Bound bound = Aggregates.bind(written, binder);
        return add(
                new Call(name, List.of(), bound.factory(), partition, order, descending, over.frame()), bound.type());
    }

    private static SqlType typeOf(String name, List<Ex> arguments) {
        boolean shifted = name.equals("LAG") || name.equals("LEAD");
        boolean edge = name.endsWith("_VALUE");
        int least = shifted || edge || name.equals("NTILE") ? 1 : 0;
        int most = shifted ? 3 : least;
        if (arguments.size() < least || arguments.size() > most) {
            throw Errors.arity(name.toLowerCase(Locale.ROOT), least);
        }
        if (name.equals("PERCENT_RANK") || name.equals("CUME_DIST")) {
            return SqlType.FLOAT;
        }
        return shifted || edge ? arguments.getFirst().type() : SqlType.BIGINT;
    }

    private Ex add(Call call, SqlType type) {
        if (slot < 0) {
            slot = statement.newSlot();
        }
        calls.add(call);
        statement.needed().get(slot).set(calls.size() - 1);
        return new Ex.ColumnRef(type, slot, calls.size() - 1, true);
    }

    Op over(Op input) {
        return new WindowOp(input, calls, slot, new RowKeeper(input.slots(), statement.needed()));
    }
}

package io.sqlserversim.engine;

import io.sqlserversim.types.Column;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Functions that give rows: STRING_SPLIT and GENERATE_SERIES. */
final class TableFunctions {
    private static final long MOST_ROWS = 10_000_000;

    private TableFunctions() {}

    static BoundQuery bind(List<String> name, List<Ex> arguments, FunctionContext context) {
        String only = name.size() == 1 ? name.getFirst().toUpperCase(Locale.ROOT) : "";
        if (!Functions.isKnown(only, context)) {
            throw Errors.invalidObject(String.join(".", name));
        }
        return switch (only) {
            case "STRING_SPLIT" -> split(new CallArgs("STRING_SPLIT", List.of(), arguments, context).between(2, 3));
            case "GENERATE_SERIES" ->
                series(new CallArgs("GENERATE_SERIES", List.of(), arguments, context).between(2, 3));
            default -> throw Errors.invalidObject(String.join(".", name));
        };
    }

    private static BoundQuery split(CallArgs args) {
        Ex text = args.text(0);
        Ex separator = args.text(1);
        boolean numbered = args.count() > 2
                && args.get(2) instanceof Ex.Constant c
                && Integer.valueOf(1).equals(c.value());
        List<Column> columns = new ArrayList<>();
        columns.add(new Column(
                "value", TextFunctions.varying(text.type(), text.type().length()), true));
        if (numbered) {
            columns.add(new Column("ordinal", SqlType.BIGINT, true));
        }
        return new BoundQuery(
                new Computed(env -> {
                    Object whole = text.eval(env);
                    Object by = separator.eval(env);
                    if (!(by instanceof String one) || one.length() != 1) {
                        throw new SqlError(
                                214, 16, 11, "Procedure expects parameter 'separator' of type 'nchar(1)/nvarchar(1)'.");
                    }
                    return whole == null ? List.of() : parts((String) whole, one.charAt(0), numbered);
                }),
                columns);
    }

    private static List<@Nullable Object[]> parts(String text, char separator, boolean numbered) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        int from = 0;
        while (from <= text.length()) {
            int to = text.indexOf(separator, from);
            String part = text.substring(from, to < 0 ? text.length() : to);
            rows.add(numbered ? new @Nullable Object[] {part, rows.size() + 1L} : new @Nullable Object[] {part});
            from = to < 0 ? text.length() + 1 : to + 1;
        }
        return rows;
    }

    private static BoundQuery series(CallArgs args) {
        SqlType type = SqlTypes.common(args.get(0).type(), args.get(1).type());
        if (!SqlTypes.isInteger(type)) {
            throw Errors.badArgument(type, 1, "generate_series");
        }
        Ex first = args.bigint(0);
        Ex last = args.bigint(1);
        Ex step = args.count() > 2 ? args.bigint(2) : new Ex.Constant(SqlType.BIGINT, null);
        return new BoundQuery(
                new Computed(env -> {
                    if (!(first.eval(env) instanceof Long from) || !(last.eval(env) instanceof Long to)) {
                        return List.of();
                    }
                    long by = step.eval(env) instanceof Long given ? given : from <= to ? 1 : -1;
                    if (by == 0) {
                        throw new SqlError(
                                4199, 16, 1, "Argument value 0 is invalid for argument 3 of generate_series function.");
                    }
                    List<@Nullable Object[]> rows = new ArrayList<>();
                    for (long v = from; by > 0 ? v <= to : v >= to; v += by) {
                        env.rowWorked();
                        if (rows.size() >= MOST_ROWS) {
                            throw new SqlError(701, 17, 123, "There is insufficient system memory to run this query.");
                        }
                        rows.add(new @Nullable Object[] {Arithmetic.box(type, v)});
                    }
                    return rows;
                }),
                List.of(new Column("value", type, true)));
    }

    /** Rows that are computed whole when they are opened. */
    private static final class Computed extends Rows {
        private final Function<Env, List<@Nullable Object[]>> body;
        private List<@Nullable Object[]> rows = List.of();
        private int at;

        Computed(Function<Env, List<@Nullable Object[]>> body) {
            this.body = body;
        }

        @Override
        void open(Env env) {
            rows = body.apply(env);
            at = 0;
        }

        @Override
        @Nullable
        Object @Nullable [] next(Env env) {
            if (at >= rows.size()) {
                return null;
            }
            env.rowWorked();
            return rows.get(at++);
        }

        @Override
        void close(Env env) {
            rows = List.of();
        }

        @Override
        boolean fresh() {
            return true;
        }

        @Override
        double rows() {
            return 50;
        }
    }
}

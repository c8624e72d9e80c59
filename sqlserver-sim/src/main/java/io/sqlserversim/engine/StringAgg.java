package io.sqlserversim.engine;

import io.sqlserversim.sql.Expr.OrderItem;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlTypes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** STRING_AGG, with its order. */
final class StringAgg implements Accumulator {
    private final Ex value;
    private final Ex separator;
    private final List<Ex> keys;
    private final Comparator<@Nullable Object[]> order;
    private final List<@Nullable Object[]> parts = new ArrayList<>();
    private String between = "";

    private StringAgg(Ex value, Ex separator, List<Ex> keys, Comparator<@Nullable Object[]> order) {
        this.value = value;
        this.separator = separator;
        this.keys = keys;
        this.order = order;
    }

    static Aggregates.Bound bind(Ex argument, Ex separator, List<OrderItem> within, ExprBinder binder) {
        boolean unicode = SqlTypes.isUnicode(argument.type()) || !SqlTypes.isText(argument.type());
        boolean max = argument.type().length() == SqlType.MAX;
        int length = max ? SqlType.MAX : unicode ? 4000 : 8000;
        SqlType type = (unicode ? SqlType.nvarchar(length) : SqlType.varchar(length))
                .with(argument.type().collation());
        Ex value = Coercion.to(argument, type);
        List<Ex> keys = new ArrayList<>();
        List<SortKey> sort = new ArrayList<>();
        for (OrderItem item : within) {
            Ex key = binder.bind(item.value());
            sort.add(new SortKey(keys.size() + 1, key.type(), item.descending()));
            keys.add(key);
        }
        Ex text = Coercion.to(separator, SqlType.nvarchar(4000));
        Comparator<@Nullable Object[]> order = SortKey.comparator(sort);
        return new Aggregates.Bound(() -> new StringAgg(value, text, keys, order), type);
    }

    @Override
    public void add(Env env) {
        Object text = value.eval(env);
        if (text == null) {
            return;
        }
        Object given = separator.eval(env);
        between = given == null ? "" : (String) given;
        @Nullable Object[] part = new @Nullable Object[keys.size() + 1];
        part[0] = text;
        for (int i = 0; i < keys.size(); i++) {
            part[i + 1] = keys.get(i).eval(env);
        }
        parts.add(part);
    }

    @Override
    public @Nullable Object result() {
        if (parts.isEmpty()) {
            return null;
        }
        parts.sort(order);
        StringBuilder joined = new StringBuilder().append(parts.getFirst()[0]);
        for (@Nullable Object[] part : parts.subList(1, parts.size())) {
            joined.append(between).append(part[0]);
        }
        int length = value.type().length();
        if (length != SqlType.MAX && joined.length() > length) {
            throw new SqlError(
                    9829,
                    16,
                    1,
                    "STRING_AGG aggregation result exceeded the limit of 8000 bytes. Use LOB types"
                            + " to avoid result truncation.");
        }
        return joined.toString();
    }
}

package io.sqlserversim.engine;

import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlTypes;
import java.util.Arrays;
import java.util.List;

/** The plus sign between texts and between bytes. */
final class Concatenation {
    private Concatenation() {}

    static Ex text(Ex left, Ex right) {
        boolean unicode = SqlTypes.isUnicode(left.type()) || SqlTypes.isUnicode(right.type());
        int most = unicode ? 4000 : 8000;
        boolean max = left.type().length() == SqlType.MAX || right.type().length() == SqlType.MAX;
        int length = max
                ? SqlType.MAX
                : Math.min(most, left.type().length() + right.type().length());
        SqlType type = (unicode ? SqlType.nvarchar(length) : SqlType.varchar(length))
                .with(Collations.resolve(List.of(left, right), "add"));
        return Ex.of(
                type,
                env -> {
                    Object a = left.eval(env);
                    Object b = right.eval(env);
                    if (a == null || b == null) {
                        return null;
                    }
                    String joined = (String) a + b;
                    return !max && joined.length() > most ? joined.substring(0, most) : joined;
                },
                left,
                right);
    }

    static Ex bytes(Ex left, Ex right) {
        boolean max = left.type().length() == SqlType.MAX || right.type().length() == SqlType.MAX;
        int length = max
                ? SqlType.MAX
                : Math.min(8000, left.type().length() + right.type().length());
        return Ex.of(
                SqlType.varbinary(length),
                env -> {
                    byte[] a = (byte[]) left.eval(env);
                    byte[] b = (byte[]) right.eval(env);
                    if (a == null || b == null) {
                        return null;
                    }
                    byte[] joined = Arrays.copyOf(a, a.length + b.length);
                    System.arraycopy(b, 0, joined, a.length, b.length);
                    return joined;
                },
                left,
                right);
    }
}

package io.sqlserversim.sql;

import io.sqlserversim.sql.Expr.TypeName;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads a data type. */
final class TypeNameParser {
    private TypeNameParser() {}

    static TypeName parse(TokenStream in) {
        String name;
        if (in.accept("NATIONAL")) {
            name = "n" + in.name();
        } else if (in.accept("DOUBLE")) {
            in.expect("PRECISION");
            name = "float";
        } else {
            name = in.name();
            if (in.accept(".")) {
                if (!name.equalsIgnoreCase("sys") && !name.equalsIgnoreCase("dbo")) {
                    throw in.unexpected();
                }
                name = in.name();
            }
            if (name.toLowerCase(Locale.ROOT).endsWith("char") && in.accept("VARYING")) {
                name = name.toLowerCase(Locale.ROOT).startsWith("n") ? "nvarchar" : "varchar";
            }
        }
        Integer first = null;
        Integer second = null;
        if (in.accept("(")) {
            first = length(in);
            if (in.accept(",")) {
                second = in.integer();
            }
            in.expect(")");
        }
        return new TypeName(name, first, second);
    }

    private static @Nullable Integer length(TokenStream in) {
        return in.accept("MAX") ? Integer.valueOf(-1) : Integer.valueOf(in.integer());
    }
}

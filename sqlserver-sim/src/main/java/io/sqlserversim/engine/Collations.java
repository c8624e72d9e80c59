package io.sqlserversim.engine;

import io.sqlserversim.sql.Query.SetOperator;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlTypes;
import io.sqlserversim.types.TextCollation;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Which collation several texts meet in: COLLATE before columns, columns before constants; or Msg 468. */
final class Collations {
    private Collations() {}

    /** A text type with the collation that the operands meet in; any other type as it is. */
    static SqlType of(SqlType type, List<Ex> operands, String operation) {
        return SqlTypes.isText(type) ? type.with(resolve(operands, operation)) : type;
    }

    static TextCollation resolve(List<Ex> operands, String operation) {
        Ex first = null;
        for (Ex operand : operands) {
            if (!SqlTypes.isText(operand.type()) || Coercion.isNullLiteral(operand)) {
                continue;
            }
            if (first == null || operand.hold().compareTo(first.hold()) > 0) {
                first = operand;
            } else if (operand.hold() == first.hold() && first.hold() != Ex.Hold.WEAK) {
                check(operand.type().collation(), first.type().collation(), operation);
            }
        }
        return first == null ? TextCollation.SERVER : first.type().collation();
    }

    private static void check(TextCollation one, TextCollation other, String operation) {
        if (!one.equals(other)) {
            throw new SqlError(
                    468,
                    16,
                    9,
                    "Cannot resolve the collation conflict between \"" + one.name() + "\" and \"" + other.name()
                            + "\" in the " + operation + " operation.");
        }
    }

    /** The common type of two columns that a set operation puts together. */
    static SqlType ofColumns(SqlType left, SqlType right, TextCollation database, SetOperator operator) {
        SqlType type = SqlTypes.common(left, right);
        if (!SqlTypes.isText(left) || !SqlTypes.isText(right)) {
            return type;
        }
        boolean leftWeak = left.collation().equals(database);
        if (!leftWeak && !right.collation().equals(database)) {
            check(
                    right.collation(),
                    left.collation(),
                    operator.name().replace('_', ' ').toUpperCase(Locale.ROOT));
        }
        return type.with(leftWeak ? right.collation() : left.collation());
    }

    /** The same value, compared by another collation. */
    static Ex as(Ex ex, TextCollation collation) {
        SqlType type = ex.type().with(collation);
        return type.equals(ex.type()) ? ex : copy(ex, type);
    }

    /** COLLATE. */
    static Ex explicit(Ex ex, TextCollation collation) {
        return copy(ex, ex.type().with(collation)).holding(Ex.Hold.STRONG);
    }

    private static Ex copy(Ex ex, SqlType type) {
        if (ex instanceof Ex.Constant constant) {
            return new Ex.Constant(type, constant.value()).holding(ex.hold());
        }
        return new Ex(type, ex) {
            @Override
            @Nullable
            Object eval(Env env) {
                return ex.eval(env);
            }

            @Override
            boolean nullable() {
                return ex.nullable();
            }
        };
    }
}

package io.sqlserversim.engine;

import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.TypeNames;

/** SQL Server's messages for what the engine refuses. */
final class Errors {
    private Errors() {}

    static SqlError error(int number, int severity, int state, String text) {
        return new SqlError(number, severity, state, text);
    }

    static SqlError invalidObject(String name) {
        return error(208, 16, 1, "Invalid object name '" + name + "'.");
    }

    static SqlError invalidColumn(String name) {
        return error(207, 16, 1, "Invalid column name '" + name + "'.");
    }

    static SqlError ambiguousColumn(String name) {
        return error(209, 16, 1, "Ambiguous column name '" + name + "'.");
    }

    static SqlError unboundIdentifier(String name) {
        return error(4104, 16, 1, "The multi-part identifier \"" + name + "\" could not be bound.");
    }

    static SqlError undeclared(String variable) {
        return error(137, 15, 2, "Must declare the scalar variable \"" + variable + "\".");
    }

    static SqlError undeclaredTable(String variable) {
        return error(1087, 15, 2, "Must declare the table variable \"" + variable + "\".");
    }

    static SqlError redeclared(String variable) {
        return error(
                134,
                15,
                1,
                "The variable name '" + variable
                        + "' has already been declared. Variable names must be unique within a query batch or stored procedure.");
    }

    static SqlError noProcedure(String name) {
        return error(2812, 16, 62, "Could not find stored procedure '" + name + "'.");
    }

    static SqlError notAFunction(String name) {
        return error(195, 15, 10, "'" + name + "' is not a recognized built-in function name.");
    }

    static SqlError arity(String function, int count) {
        return error(174, 15, 1, "The " + function + " function requires " + count + " argument(s).");
    }

    static SqlError arity(String function, int least, int most) {
        return error(189, 15, 1, "The " + function + " function requires " + least + " to " + most + " arguments.");
    }

    static SqlError badOperand(SqlType type, String operator) {
        return error(
                8117,
                16,
                1,
                "Operand data type " + TypeNames.clashName(type) + " is invalid for " + operator + " operator.");
    }

    static SqlError badArgument(SqlType type, int position, String function) {
        return error(
                8116,
                16,
                1,
                "Argument data type " + TypeNames.clashName(type) + " is invalid for argument " + position + " of "
                        + function + " function.");
    }

    static SqlError incompatible(SqlType left, SqlType right, String operator) {
        return error(
                402,
                16,
                1,
                "The data types " + TypeNames.clashName(left) + " and " + TypeNames.clashName(right)
                        + " are incompatible in the " + operator + " operator.");
    }

    static SqlError invalidCollation(String name) {
        return error(448, 16, 4, "Invalid collation '" + name + "'.");
    }

    static SqlError divideByZero() {
        return error(8134, 16, 1, "Divide by zero error encountered.");
    }

    static SqlError overflow(SqlType type) {
        return error(
                8115,
                16,
                2,
                "Arithmetic overflow error converting expression to data type " + TypeNames.name(type) + ".");
    }

    static SqlError notGrouped(String column, String clause) {
        int number = clause.startsWith("HAVING") ? 8121 : clause.startsWith("ORDER") ? 8127 : 8120;
        String quote = number == 8127 ? "\"" : "'";
        return error(
                number,
                16,
                1,
                "Column " + quote + column + quote + " is invalid in the " + clause
                        + " because it is not contained in either an aggregate function or the GROUP BY clause.");
    }

    static SqlError oneExpression() {
        return error(
                116,
                16,
                1,
                "Only one expression can be specified in the select list when the subquery is not"
                        + " introduced with EXISTS.");
    }

    static SqlError moreThanOneRow() {
        return error(
                512,
                16,
                1,
                "Subquery returned more than 1 value. This is not permitted when the subquery follows"
                        + " =, !=, <, <= , >, >= or when the subquery is used as an expression.");
    }

    /** Whether an error ends the whole batch, and not only its statement, outside of TRY. */
    static boolean endsBatch(SqlError error) {
        return switch (error.number()) {
            case 245, 241, 242, 244, 248, 235, 295, 8114, 8169, 208, 207, 209, 4104, 911, 1205, 102, 156, 137, 1087 ->
                true;
            default -> error.severity() >= 19;
        };
    }

    /** Whether an error that ends its batch leaves the batch around an EXECUTE alone: what does not compile. */
    static boolean endsOnlyScope(SqlError error) {
        return switch (error.number()) {
            case 208, 207, 209, 4104, 102, 156, 137, 1087 -> true;
            default -> false;
        };
    }
}

package io.sqlserversim.sql;

import io.sqlserversim.types.SqlType;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Constants with the types that T-SQL gives them. */
final class Literals {
    private static final BigInteger INT_MAX = BigInteger.valueOf(Integer.MAX_VALUE);

    private Literals() {}

    static Expr.Literal of(Token token) {
        String text = token.text();
        return switch (token.kind()) {
            case STRING -> new Expr.Literal(stringType(text, false), text);
            case NSTRING -> new Expr.Literal(stringType(text, true), text);
            case INTEGER -> integer(new BigInteger(text), token);
            case DECIMAL ->
                decimal(new BigDecimal(text.endsWith(".") ? text.substring(0, text.length() - 1) : text), token);
            case FLOAT -> floating(text, token);
            case MONEY -> money(text, token);
            case BINARY -> binary(text);
            case WORD, QUOTED_NAME, VARIABLE, SYSTEM_VARIABLE, SYMBOL, END -> throw SyntaxError.near(token);
        };
    }

    private static SqlType stringType(String text, boolean unicode) {
        int length = Math.max(1, text.length());
        if (unicode) {
            return SqlType.nvarchar(length > 4000 ? SqlType.MAX : length);
        }
        return SqlType.varchar(length > 8000 ? SqlType.MAX : length);
    }

    private static Expr.Literal integer(BigInteger value, Token token) {
        if (value.compareTo(INT_MAX) <= 0) {
            return new Expr.Literal(SqlType.INT, value.intValueExact());
        }
        return decimal(new BigDecimal(value), token);
    }

    private static Expr.Literal decimal(BigDecimal value, Token token) {
        int scale = value.scale();
        int precision = Math.max(value.precision(), Math.max(scale, 1));
        if (precision > 38) {
            throw new SyntaxError(
                    1007,
                    token.line(),
                    "The number '" + token.text()
                            + "' is out of the range for numeric representation (maximum precision 38).");
        }
        return new Expr.Literal(SqlType.decimal(precision, scale), value);
    }

    private static Expr.Literal floating(String text, Token token) {
        String digits = text.endsWith("e") || text.endsWith("E") || text.endsWith("+") || text.endsWith("-")
                ? text + "0"
                : text;
        double value = Double.parseDouble(digits);
        if (Double.isInfinite(value)) {
            throw new SyntaxError(
                    168,
                    token.line(),
                    "The floating point value '" + text
                            + "' is out of the range of computer representation (8 bytes).");
        }
        return new Expr.Literal(SqlType.FLOAT, value);
    }

    private static Expr.Literal money(String text, Token token) {
        try {
            BigDecimal value = new BigDecimal(text.equals(".") || text.isEmpty() ? "0" : text)
                    .setScale(4, java.math.RoundingMode.HALF_UP);
            return new Expr.Literal(new SqlType(SqlType.Kind.MONEY, 0, 0, 0), value);
        } catch (NumberFormatException e) {
            throw SyntaxError.near(token);
        }
    }

    private static Expr.Literal binary(String digits) {
        String even = digits.length() % 2 == 0 ? digits : "0" + digits;
        byte[] bytes = java.util.HexFormat.of().parseHex(even);
        return new Expr.Literal(SqlType.varbinary(Math.max(1, bytes.length)), bytes);
    }
}

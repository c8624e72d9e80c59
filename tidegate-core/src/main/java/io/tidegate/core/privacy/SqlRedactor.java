package io.tidegate.core.privacy;

/**
 * Takes literals and comments out of T-SQL, without parsing it: whatever is no name, keyword or sign is replaced. Strings
 * become {@code '?'}, numbers {@code ?}, binary ones {@code 0x}, comments keep their marks only. Names in brackets and in
 * double quotes stay; what is in double quotes and longer than a name may be (128 characters) is no name. An end that is
 * missing is at the end of the text. No state.
 */
public final class SqlRedactor {
    private static final int LONGEST_NAME = 128;

    private final String sql;
    private final StringBuilder out;
    private int at;

    private SqlRedactor(String sql) {
        this.sql = sql;
        this.out = new StringBuilder(Math.min(sql.length(), 1 << 20));
    }

    /**
     * Takes them out.
     *
     * @param sql any text
     * @return the same without literals and comments; redacted again it is the same
     */
    public static String redact(String sql) {
        return new SqlRedactor(sql).run();
    }

    private String run() {
        while (at < sql.length()) {
            char c = sql.charAt(at);
            if (c == '\'') {
                at = endOfQuoted('\'');
                out.append("'?'");
            } else if (c == '"') {
                name('"');
            } else if (c == '[') {
                name(']');
            } else if (sql.startsWith("--", at)) {
                lineComment();
            } else if (sql.startsWith("/*", at)) {
                blockComment();
            } else if (isDigit(c) || (c == '.' && isDigit(peek(1)))) {
                number();
            } else if (isNamePart(c)) {
                word();
            } else {
                out.append(c);
                at++;
            }
        }
        return out.toString();
    }

    /** Behind the closing quote, which doubled is part of what is quoted; at the end of the text when there is none. */
    private int endOfQuoted(char quote) {
        int i = at + 1;
        while (i < sql.length()) {
            if (sql.charAt(i) == quote) {
                if (i + 1 >= sql.length() || sql.charAt(i + 1) != quote) {
                    return i + 1;
                }
                i++;
            }
            i++;
        }
        return i;
    }

    private void name(char closing) {
        int end = endOfQuoted(closing);
        boolean isName = end - at - 2 <= LONGEST_NAME && sql.charAt(end - 1) == closing && end - at > 1;
        if (isName) {
            out.append(sql, at, end);
        } else {
            out.append(sql.charAt(at)).append('?').append(closing);
        }
        at = end;
    }

    private void lineComment() {
        out.append("--");
        while (at < sql.length() && sql.charAt(at) != '\n' && sql.charAt(at) != '\r') {
            at++;
        }
    }

    /** Comments nest in T-SQL. */
    private void blockComment() {
        int depth = 0;
        do {
            if (sql.startsWith("/*", at)) {
                depth++;
                at += 2;
            } else if (sql.startsWith("*/", at)) {
                depth--;
                at += 2;
            } else {
                at++;
            }
        } while (depth > 0 && at < sql.length());
        out.append("/**/");
    }

    private void number() {
        if (sql.charAt(at) == '0' && (peek(1) == 'x' || peek(1) == 'X')) {
            at += 2;
            while (at < sql.length() && (Character.digit(sql.charAt(at), 16) >= 0 || isContinued())) {
                at += sql.charAt(at) == '\\' ? 2 : 1;
            }
            out.append("0x");
            return;
        }
        while (at < sql.length() && (isDigit(sql.charAt(at)) || sql.charAt(at) == '.')) {
            at++;
        }
        if (at < sql.length() && (sql.charAt(at) == 'e' || sql.charAt(at) == 'E')) {
            int sign = peek(1) == '+' || peek(1) == '-' ? 2 : 1;
            if (isDigit(peek(sign))) {
                at += sign;
                while (at < sql.length() && isDigit(sql.charAt(at))) {
                    at++;
                }
            }
        }
        out.append('?');
    }

    /** A binary literal goes on in the next line behind a backslash. */
    private boolean isContinued() {
        return sql.charAt(at) == '\\' && (peek(1) == '\n' || peek(1) == '\r');
    }

    /** A name, keyword or variable: its digits are no number. A money sign alone is no name. */
    private void word() {
        if (sql.charAt(at) == '$' && (isDigit(peek(1)) || peek(1) == '.')) {
            out.append('$');
            at++;
            return;
        }
        while (at < sql.length() && isNamePart(sql.charAt(at))) {
            out.append(sql.charAt(at));
            at++;
        }
    }

    private char peek(int ahead) {
        return at + ahead < sql.length() ? sql.charAt(at + ahead) : ' ';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isNamePart(char c) {
        return Character.isLetterOrDigit(c) || Character.isSurrogate(c) || c == '_' || c == '@' || c == '#' || c == '$';
    }
}

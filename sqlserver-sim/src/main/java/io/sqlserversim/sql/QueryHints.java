package io.sqlserversim.sql;

import io.sqlserversim.sql.Token.Kind;

/** Query and table hints: the known ones change no result and are read over; others are refused. */
final class QueryHints {
    private static final String[][] WORDS = {
        {"RECOMPILE"},
        {"FORCE", "ORDER"},
        {"HASH", "JOIN"},
        {"MERGE", "JOIN"},
        {"LOOP", "JOIN"},
        {"HASH", "GROUP"},
        {"ORDER", "GROUP"},
        {"CONCAT", "UNION"},
        {"HASH", "UNION"},
        {"MERGE", "UNION"},
        {"KEEP", "PLAN"},
        {"KEEPFIXED", "PLAN"},
        {"ROBUST", "PLAN"},
        {"EXPAND", "VIEWS"},
        {"OPTIMIZE", "FOR", "UNKNOWN"},
        {"IGNORE_NONCLUSTERED_COLUMNSTORE_INDEX"},
        {"NO_PERFORMANCE_SPOOL"},
        {"PARAMETERIZATION", "SIMPLE"},
        {"PARAMETERIZATION", "FORCED"},
        {"DISABLE_OPTIMIZED_PLAN_FORCING"},
    };
    private static final String[] NUMBERED = {
        "MAXDOP", "FAST", "MAXRECURSION", "QUERYTRACEON", "MIN_GRANT_PERCENT", "MAX_GRANT_PERCENT"
    };
    private static final String[] TABLE = {
        "NOLOCK",
        "READUNCOMMITTED",
        "READCOMMITTED",
        "READCOMMITTEDLOCK",
        "READPAST",
        "REPEATABLEREAD",
        "SERIALIZABLE",
        "HOLDLOCK",
        "ROWLOCK",
        "PAGLOCK",
        "TABLOCK",
        "TABLOCKX",
        "UPDLOCK",
        "XLOCK",
        "NOWAIT",
        "SNAPSHOT",
        "NOEXPAND",
        "FORCESEEK",
        "FORCESCAN",
        "KEEPIDENTITY",
        "KEEPDEFAULTS",
        "IGNORE_CONSTRAINTS",
        "IGNORE_TRIGGERS"
    };

    private QueryHints() {}

    static void skip(TokenStream in) {
        for (String[] words : WORDS) {
            if (matches(in, words)) {
                for (int i = 0; i < words.length; i++) {
                    in.next();
                }
                return;
            }
        }
        for (String word : NUMBERED) {
            if (in.accept(word)) {
                in.accept("=");
                if (in.peek().kind() != Kind.INTEGER && in.peek().kind() != Kind.DECIMAL) {
                    throw in.unexpected();
                }
                in.next();
                return;
            }
        }
        if (in.accept("USE", "HINT")) {
            in.expect("(");
            do {
                if (in.peek().kind() != Kind.STRING && in.peek().kind() != Kind.NSTRING) {
                    throw in.unexpected();
                }
                in.next();
            } while (in.accept(","));
            in.expect(")");
            return;
        }
        throw in.unexpected();
    }

    private static boolean matches(TokenStream in, String[] words) {
        for (int i = 0; i < words.length; i++) {
            if (!in.peek(i).is(words[i])) {
                return false;
            }
        }
        return true;
    }

    static boolean startsTableHint(Token token) {
        for (String hint : TABLE) {
            if (token.is(hint)) {
                return true;
            }
        }
        return token.is("INDEX");
    }

    /** The list behind WITH, or behind a table alone. */
    static void skipTableHints(TokenStream in) {
        in.expect("(");
        while (!in.accept(")")) {
            Token hint = in.next();
            if (!startsTableHint(hint)) {
                throw new SyntaxError(
                        321,
                        hint.line(),
                        "\"" + hint.text()
                                + "\" is not a recognized table hints option. If it is intended as a parameter to"
                                + " a table-valued function or to the CHANGETABLE function, ensure that your database"
                                + " compatibility mode is set to 90.");
            }
            if (hint.is("INDEX")) {
                boolean equal = in.accept("=");
                if (in.accept("(") || !equal) {
                    in.next();
                    in.expect(")");
                } else {
                    in.next();
                }
            }
            in.accept(",");
        }
    }
}

package io.sqlserversim.sql;

import io.sqlserversim.sql.Token.Kind;
import java.util.Locale;
import java.util.Set;

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
    /** The names that sys.dm_exec_valid_use_hints gives in SQL Server 2022. */
    private static final Set<String> USE_HINTS = Set.of(
            "ALLOW_BATCH_MODE",
            "ASSUME_FULL_INDEPENDENCE_FOR_FILTER_ESTIMATES",
            "ASSUME_JOIN_PREDICATE_DEPENDS_ON_FILTERS",
            "ASSUME_MIN_SELECTIVITY_FOR_FILTER_ESTIMATES",
            "ASSUME_PARTIAL_CORRELATION_FOR_FILTER_ESTIMATES",
            "DISABLE_BATCH_MODE_ADAPTIVE_JOINS",
            "DISABLE_BATCH_MODE_MEMORY_GRANT_FEEDBACK",
            "DISABLE_CE_FEEDBACK",
            "DISABLE_DEFERRED_COMPILATION_TV",
            "DISABLE_DOP_FEEDBACK",
            "DISABLE_INTERLEAVED_EXECUTION_TVF",
            "DISABLE_MEMORY_GRANT_FEEDBACK_PERSISTENCE",
            "DISABLE_OPTIMIZED_HALLOWEEN_PROTECTION",
            "DISABLE_OPTIMIZED_NESTED_LOOP",
            "DISABLE_OPTIMIZED_PLAN_FORCING",
            "DISABLE_OPTIMIZER_ROWGOAL",
            "DISABLE_PARAMETER_SNIFFING",
            "DISABLE_PARAMETER_SENSITIVE_PLAN_OPTIMIZATION",
            "DISABLE_ROW_MODE_MEMORY_GRANT_FEEDBACK",
            "DISABLE_TSQL_SCALAR_UDF_INLINING",
            "DISALLOW_BATCH_MODE",
            "ENABLE_HIST_AMENDMENT_FOR_ASC_KEYS",
            "ENABLE_PARALLEL_PLAN_PREFERENCE",
            "ENABLE_QUERY_OPTIMIZER_HOTFIXES",
            "FORCE_DEFAULT_CARDINALITY_ESTIMATION",
            "FORCE_LEGACY_CARDINALITY_ESTIMATION",
            "QUERY_PLAN_PROFILE",
            "QUERY_OPTIMIZER_COMPATIBILITY_LEVEL_160");

    private static final String[] NUMBERED = {"MAXDOP", "FAST", "QUERYTRACEON", "MIN_GRANT_PERCENT", "MAX_GRANT_PERCENT"
    };
    private static final Set<String> HELD = Set.of(
            "HOLDLOCK", "SERIALIZABLE", "REPEATABLEREAD", "READCOMMITTED", "READCOMMITTEDLOCK", "UPDLOCK", "XLOCK");
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

    /** How deep a recursive query may go where no hint says so. */
    static final int DEFAULT_RECURSION = 100;

    private QueryHints() {}

    /** Reads one hint over. Gives MAXRECURSION if that is what it is, else what it was before. */
    static int skip(TokenStream in, int mostRecursion) {
        for (String[] words : WORDS) {
            if (matches(in, words)) {
                for (int i = 0; i < words.length; i++) {
                    in.next();
                }
                return mostRecursion;
            }
        }
        if (in.accept("MAXRECURSION")) {
            return recursion(in);
        }
        for (String word : NUMBERED) {
            if (in.accept(word)) {
                in.accept("=");
                if (in.peek().kind() != Kind.INTEGER && in.peek().kind() != Kind.DECIMAL) {
                    throw in.unexpected();
                }
                in.next();
                return mostRecursion;
            }
        }
        if (in.accept("USE", "HINT")) {
            useHint(in);
        } else if (in.accept("OPTIMIZE", "FOR")) {
            optimizeFor(in);
        } else {
            throw in.unexpected();
        }
        return mostRecursion;
    }

    private static int recursion(TokenStream in) {
        int line = in.peek().line();
        int most = in.integer();
        if (most > 32767) {
            throw new SyntaxError(
                    310,
                    line,
                    "The value " + most
                            + " specified for the MAXRECURSION option exceeds the allowed maximum of 32767.");
        }
        return most;
    }

    private static void useHint(TokenStream in) {
        in.expect("(");
        do {
            int line = in.peek().line();
            String name = in.string().toUpperCase(Locale.ROOT);
            if (!USE_HINTS.contains(name) && !name.startsWith("QUERY_OPTIMIZER_COMPATIBILITY_LEVEL_")) {
                throw new SyntaxError(10715, line, "'" + name + "' is not a valid hint.");
            }
        } while (in.accept(","));
        in.expect(")");
    }

    /** Behind OPTIMIZE FOR: variables in parentheses, each with a value or UNKNOWN. */
    private static void optimizeFor(TokenStream in) {
        in.expect("(");
        do {
            if (in.next().kind() != Kind.VARIABLE) {
                throw in.unexpected();
            }
            if (!in.accept("UNKNOWN")) {
                in.expect("=");
                in.accept("-");
                in.next();
            }
        } while (in.accept(","));
        in.expect(")");
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
        boolean dirty = false;
        boolean held = false;
        while (!in.accept(")")) {
            Token hint = in.next();
            dirty |= hint.is("NOLOCK") || hint.is("READUNCOMMITTED");
            held |= HELD.stream().anyMatch(hint::is);
            if (dirty && held) {
                throw new SyntaxError(1047, hint.line(), "Conflicting locking hints specified.");
            }
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

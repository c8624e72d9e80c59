package io.tidegate.store.postgres;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a user's SELECT may not name: functions that act on other sessions, on settings, locks, files or the network, or
 * that run SQL given as text. A transaction that only reads does not keep them out. The rights of the login do; this is the
 * second fence, for a store without a login of its own for readers. No state.
 */
final class UserSqlRules {
    static final String ONE_SELECT = "only one SELECT statement can be run here";

    private static final Set<String> BEGINS = Set.of("select", "with", "values", "table");
    private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_$]*");
    private static final Pattern ESCAPED_NAME = Pattern.compile("(?i)u&\"");

    private static final Set<String> NAMES = Set.of(
            "set_config",
            "pg_sleep",
            "pg_sleep_for",
            "pg_sleep_until",
            "pg_notify",
            "ts_stat",
            "ts_rewrite",
            "query_to_xml",
            "query_to_xmlschema",
            "query_to_xml_and_xmlschema",
            "cursor_to_xml",
            "cursor_to_xmlschema",
            "tidegate_open");

    private static final Set<String> PREFIXES = Set.of(
            "pg_advisory",
            "pg_try_advisory",
            "pg_terminate",
            "pg_cancel",
            "pg_reload",
            "pg_rotate",
            "pg_promote",
            "pg_read_",
            "pg_ls_",
            "pg_stat_file",
            "pg_stat_reset",
            "pg_switch_wal",
            "pg_create_",
            "pg_drop_",
            "pg_log_",
            "pg_logical",
            "pg_replication",
            "pg_backup",
            "lo_",
            "dblink");

    private UserSqlRules() {}

    /** Throws when the text does not begin like a SELECT, or names what it may not. */
    static void check(String select) {
        if (!BEGINS.contains(firstWord(select))) {
            throw new IllegalArgumentException(ONE_SELECT);
        }
        if (ESCAPED_NAME.matcher(select).find()) {
            throw new IllegalArgumentException("names written with U&\"\" cannot be used here");
        }
        Matcher words = WORD.matcher(select);
        while (words.find()) {
            String word = words.group().toLowerCase(Locale.ROOT);
            if (NAMES.contains(word) || PREFIXES.stream().anyMatch(word::startsWith)) {
                throw new IllegalArgumentException("the function " + word + " cannot be used here");
            }
        }
    }

    /** The first word behind white space, comments and opening brackets, in lower case; empty when there is none. */
    private static String firstWord(String select) {
        int at = 0;
        while (at < select.length()) {
            if (select.startsWith("--", at)) {
                at = after(select, "\n", at);
            } else if (select.startsWith("/*", at)) {
                at = after(select, "*/", at + 2);
            } else if (Character.isWhitespace(select.charAt(at)) || select.charAt(at) == '(') {
                at++;
            } else {
                Matcher word = WORD.matcher(select).region(at, select.length());
                return word.lookingAt() ? word.group().toLowerCase(Locale.ROOT) : "";
            }
        }
        return "";
    }

    private static int after(String text, String end, int from) {
        int found = text.indexOf(end, from);
        return found < 0 ? text.length() : found + end.length();
    }
}

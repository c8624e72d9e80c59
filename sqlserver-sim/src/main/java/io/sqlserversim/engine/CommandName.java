package io.sqlserversim.engine;

import java.util.List;
import java.util.Locale;

/** What {@code sys.dm_exec_requests.command} shows: the first word that names a statement. */
final class CommandName {
    private static final List<String> KNOWN = List.of(
            "SELECT", "INSERT", "UPDATE", "DELETE", "EXECUTE", "EXEC", "SET", "DECLARE", "IF", "WAITFOR", "KILL",
            "USE");

    private CommandName() {}

    static String of(String text) {
        String plain = text.replaceAll("(?s)/\\*.*?\\*/|--[^\n]*", " ");
        String found = "EXECUTE";
        int at = Integer.MAX_VALUE;
        String upper = plain.substring(0, Math.min(plain.length(), 2_000)).toUpperCase(Locale.ROOT);
        for (String word : List.of("SELECT", "WAITFOR", "INSERT", "KILL")) {
            int here = upper.indexOf(word);
            if (here >= 0 && here < at) {
                at = here;
                found = word;
            }
        }
        if (at == Integer.MAX_VALUE) {
            String first = upper.strip().split("\\W+", 2)[0];
            return KNOWN.contains(first) && !first.equals("EXEC") ? first : found;
        }
        return found;
    }
}

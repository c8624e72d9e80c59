package io.tidegate.sqlserver.catalog;

import java.util.ArrayList;
import java.util.List;

/** Cuts the last outermost SELECT list of a statement into column names. */
final class SelectList {
    private SelectList() {}

    static List<String> of(String script) {
        String plain = script.replaceAll("/\\*.*?\\*/", " ").replaceAll("\\s+", " ");
        int select = plain.startsWith("DECLARE") || plain.startsWith("BEGIN")
                ? plain.lastIndexOf("SELECT ")
                : plain.indexOf("SELECT ");
        if (plain.startsWith("DECLARE @max_rows") || plain.startsWith("DECLARE @")) {
            select = plain.indexOf("SELECT ");
        }
        String list = plain.substring(select + "SELECT ".length()).replaceFirst("^TOP \\(.*?\\) ", "");
        List<String> names = new ArrayList<>();
        int depth = 0;
        int from = 0;
        for (int i = 0; i < list.length(); i++) {
            char c = list.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            boolean end = depth == 0 && (list.startsWith(" FROM ", i) || c == ';' || i == list.length() - 1);
            if (end || (depth == 0 && c == ',')) {
                names.add(name(list.substring(from, i)));
                from = i + 1;
            }
            if (end) {
                return names;
            }
        }
        return names;
    }

    private static String name(String item) {
        String words = item.strip();
        int as = words.lastIndexOf(" AS ");
        String last = as >= 0 ? words.substring(as + " AS ".length()) : words;
        return last.substring(last.lastIndexOf('.') + 1).strip();
    }
}

package io.sqlserversim.engine;

import java.util.ArrayList;
import java.util.List;

/** Names of several parts given as text, with brackets or quotes. */
final class QualifiedNames {
    private QualifiedNames() {}

    /** The parts, database first; empty when the text is no name. */
    static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c == '[' || c == '"') {
                char close = c == '[' ? ']' : '"';
                i++;
                while (i < text.length()) {
                    if (text.charAt(i) == close) {
                        if (i + 1 >= text.length() || text.charAt(i + 1) != close) {
                            break;
                        }
                        i++;
                    }
                    part.append(text.charAt(i++));
                }
                if (i >= text.length()) {
                    return List.of();
                }
            } else if (c == '.') {
                parts.add(part.toString().strip());
                part.setLength(0);
            } else {
                part.append(c);
            }
            i++;
        }
        parts.add(part.toString().strip());
        return List.copyOf(parts);
    }
}

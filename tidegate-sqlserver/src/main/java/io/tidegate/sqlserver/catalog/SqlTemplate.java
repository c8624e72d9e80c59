package io.tidegate.sqlserver.catalog;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A statement cut into literal text and places. Immutable.
 *
 * @param parts in order
 */
record SqlTemplate(List<Part> parts) {
    SqlTemplate {
        parts = List.copyOf(parts);
    }

    /** A piece of the statement. */
    sealed interface Part {
        /** Text as it is. */
        record Literal(String text) implements Part {}

        /** The place of a parameter. */
        record Value(SqlHeader.Param param) implements Part {}

        /** A column of a select list that not every version has. */
        record Optional(String column) implements Part {
            /** Its name without its table's. */
            String name() {
                return column.substring(column.lastIndexOf('.') + 1);
            }

            String lacking() {
                return "NULL AS " + name();
            }
        }

        /** The place of the quoted database name. */
        record Database() implements Part {}
    }

    boolean namesDatabase() {
        return parts.stream().anyMatch(Part.Database.class::isInstance);
    }

    static SqlTemplate parse(SqlHeader header, String body) {
        return new Parser(header, body).parse();
    }

    /** Finds the places; strings, comments and quoted names are passed over. Confined to one thread. */
    private static final class Parser {
        private final SqlHeader header;
        private final String body;
        private final List<Part> parts = new ArrayList<>();
        private final StringBuilder literal = new StringBuilder();
        private int at;

        Parser(SqlHeader header, String body) {
            this.header = header;
            this.body = body;
        }

        SqlTemplate parse() {
            while (at < body.length()) {
                if (!skipped("'", "'") && !skipped("/*", "*/") && !skipped("--", "\n") && !skipped("[", "]")) {
                    next();
                }
            }
            flush();
            requireAllUsed();
            return new SqlTemplate(parts);
        }

        private boolean skipped(String open, String close) {
            if (!body.startsWith(open, at)) {
                return false;
            }
            int end = body.indexOf(close, at + open.length());
            int to = end < 0 ? body.length() : end + close.length();
            literal.append(body, at, to);
            at = to;
            return true;
        }

        private void next() {
            if (body.startsWith("{db}", at)) {
                flush();
                parts.add(new Part.Database());
                at += "{db}".length();
            } else if (body.startsWith("{?", at)) {
                flush();
                int end = body.indexOf('}', at);
                parts.add(new Part.Optional(body.substring(at + "{?".length(), end)));
                at = end + 1;
            } else if (body.charAt(at) == ':' && at + 1 < body.length() && isWord(body.charAt(at + 1))) {
                int end = at + 1;
                while (end < body.length() && isWord(body.charAt(end))) {
                    end++;
                }
                flush();
                parts.add(new Part.Value(param(body.substring(at + 1, end))));
                at = end;
            } else {
                literal.append(body.charAt(at++));
            }
        }

        private SqlHeader.Param param(String name) {
            return header.params().stream()
                    .filter(p -> p.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> SqlFile.bad(header.name(), "parameter :" + name + " is not in the header"));
        }

        private void requireAllUsed() {
            Set<String> used = new HashSet<>();
            for (Part part : parts) {
                if (part instanceof Part.Value value) {
                    used.add(value.param().name());
                }
            }
            for (SqlHeader.Param param : header.params()) {
                if (!used.contains(param.name())) {
                    throw SqlFile.bad(header.name(), "parameter :" + param.name() + " is not used");
                }
            }
        }

        private void flush() {
            if (!literal.isEmpty()) {
                parts.add(new Part.Literal(literal.toString()));
                literal.setLength(0);
            }
        }

        private static boolean isWord(char c) {
            return Character.isLetterOrDigit(c) || c == '_';
        }
    }
}

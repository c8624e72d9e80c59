package io.sqlserversim.engine;

/**
 * Cuts one statement out of its batch: from its first keyword to the semicolon or the line where it ends, without the
 * comments before and after it. Two statements without a semicolon between them on one line are taken for one. Stateless.
 */
final class StatementText {
    private StatementText() {}

    /**
     * The text of a statement.
     *
     * @param batch the whole text
     * @param line 1-based, where the statement begins
     * @param keywords with which it may begin
     * @param skipped how many recorded ones begin before it on that line
     * @param nextLine 1-based, where the next statement begins; 0 when there is none
     */
    static String of(String batch, int line, int skipped, int nextLine, String... keywords) {
        int start = keyword(batch, lineStart(batch, line), keywords);
        for (int i = 0; i < skipped; i++) {
            start = keyword(batch, separator(batch, start, batch.length()), keywords);
        }
        int limit = nextLine > line ? lineStart(batch, nextLine) : batch.length();
        return batch.substring(start, Math.max(start, end(batch, start, limit)));
    }

    private static int lineStart(String batch, int line) {
        int at = 0;
        for (int i = 1; i < line; i++) {
            int next = batch.indexOf('\n', at);
            if (next < 0) {
                return at;
            }
            at = next + 1;
        }
        return at;
    }

    private static int keyword(String batch, int from, String... keywords) {
        for (int i = from; i < batch.length(); i = after(batch, i)) {
            for (String keyword : keywords) {
                boolean begins = i == 0 || !Character.isLetterOrDigit(batch.charAt(i - 1));
                if (begins && batch.regionMatches(true, i, keyword, 0, keyword.length())) {
                    return i;
                }
            }
        }
        return from;
    }

    private static int separator(String batch, int start, int limit) {
        int i = start;
        while (i < limit && batch.charAt(i) != ';') {
            i = after(batch, i);
        }
        return Math.min(i, limit);
    }

    private static int end(String batch, int start, int limit) {
        int end = start;
        for (int i = start; i < limit && batch.charAt(i) != ';'; i = after(batch, i)) {
            boolean comment = batch.startsWith("--", i) || batch.startsWith("/*", i);
            if (!comment && !Character.isWhitespace(batch.charAt(i))) {
                end = Math.min(limit, after(batch, i));
            }
        }
        return end;
    }

    /** The place after the comment, the quoted text or the character at a place. */
    private static int after(String batch, int at) {
        char c = batch.charAt(at);
        if (batch.startsWith("--", at)) {
            return past(batch, batch.indexOf('\n', at), 1);
        }
        if (batch.startsWith("/*", at)) {
            return past(batch, batch.indexOf("*/", at + 2), 2);
        }
        return switch (c) {
            case '\'' -> past(batch, batch.indexOf('\'', at + 1), 1);
            case '"' -> past(batch, batch.indexOf('"', at + 1), 1);
            case '[' -> past(batch, batch.indexOf(']', at + 1), 1);
            default -> at + 1;
        };
    }

    private static int past(String batch, int found, int length) {
        return found < 0 ? batch.length() : found + length;
    }
}

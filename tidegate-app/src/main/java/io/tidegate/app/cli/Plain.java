package io.tidegate.app.cli;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/**
 * Text that does nothing to a terminal. What others wrote (query texts, names, a server's words) passes here on its way out:
 * characters that a terminal obeys and does not show, and those that turn the direction of writing, come as
 * <code>&#92;u001B</code>, which in JSON is the same character. Line ends and tabs stay. No state.
 */
public final class Plain {
    private Plain() {}

    /**
     * Runs what was parsed with all that it says made plain; help is ours, and may have colours.
     *
     * @return for picocli
     */
    public static IExecutionStrategy execution() {
        return Plain::execute;
    }

    private static int execute(ParseResult parsed) {
        Integer helped = CommandLine.executeHelpRequest(parsed);
        if (helped != null) {
            return helped;
        }
        for (CommandLine line : parsed.asCommandLineList()) {
            line.setOut(writer(line.getOut()));
            line.setErr(writer(line.getErr()));
        }
        return new RunLast().execute(parsed);
    }

    private static PrintWriter writer(PrintWriter out) {
        return new PrintWriter(new Filter(out), true);
    }

    /** The text without what a terminal obeys. */
    static String text(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isObeyed(text.charAt(i))) {
                return escaped(text, i);
            }
        }
        return text;
    }

    private static String escaped(String text, int from) {
        StringBuilder plain = new StringBuilder(text.length() + 16).append(text, 0, from);
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isObeyed(c)) {
                plain.append("\\u%04X".formatted((int) c));
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }

    /** C0 but for line ends and tabs, DEL, C1, and Unicode's marks, embeddings, overrides and isolates of direction. */
    private static boolean isObeyed(char c) {
        return Character.isISOControl(c)
                ? c != '\n'
                        && c != '\t'
                        && !(c == '\r' && System.lineSeparator().indexOf(c) >= 0)
                : c == '\u061C'
                        || c == '\u200E'
                        || c == '\u200F'
                        || (c >= '\u2028' && c <= '\u202E')
                        || (c >= '\u2066' && c <= '\u2069');
    }

    private static final class Filter extends FilterWriter {
        Filter(Writer out) {
            super(out);
        }

        @Override
        public void write(int c) throws IOException {
            write(String.valueOf((char) c));
        }

        @Override
        public void write(char[] from, int offset, int length) throws IOException {
            write(new String(from, offset, length));
        }

        @Override
        public void write(String from, int offset, int length) throws IOException {
            write(from.substring(offset, offset + length));
        }

        @Override
        public void write(String text) throws IOException {
            out.write(text(text));
        }
    }
}

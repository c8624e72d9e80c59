package io.tidegate.core.privacy;

import java.util.Optional;
import java.util.Set;

/**
 * Takes literals and comments out of showplan XML, without building a tree of it: attributes that hold a value are emptied,
 * those that hold T-SQL or may are redacted as T-SQL, comments of XML go, and so does text between elements. No state.
 */
public final class PlanRedactor {
    /** A value, as text. */
    private static final Set<String> VALUES = Set.of("ParameterCompiledValue", "ParameterRuntimeValue", "ConstValue");

    /** T-SQL, or an expression. */
    private static final Set<String> SQL = Set.of(
            "StatementText", "ScalarString", "Expression", "RemoteQuery", "ParameterizedText", "QueryText", "Text");

    private final String xml;
    private final StringBuilder out;
    private int at;

    private PlanRedactor(String xml) {
        this.xml = xml;
        this.out = new StringBuilder(xml.length());
    }

    /**
     * Takes them out.
     *
     * @param xml showplan XML
     * @return the same without literals and comments; empty when it is no XML to the end, and nothing of it may be kept
     */
    public static Optional<String> redact(String xml) {
        PlanRedactor redactor = new PlanRedactor(xml);
        return redactor.run() ? Optional.of(redactor.out.toString()) : Optional.empty();
    }

    private boolean run() {
        while (at < xml.length()) {
            if (xml.charAt(at) != '<') {
                text();
            } else if (xml.startsWith("<!--", at)) {
                if (!skipTo("-->")) {
                    return false;
                }
            } else if (xml.startsWith("<![CDATA[", at)) {
                if (!skipTo("]]>")) {
                    return false;
                }
            } else if (!tag()) {
                return false;
            }
        }
        return true;
    }

    private void text() {
        int end = xml.indexOf('<', at);
        end = end < 0 ? xml.length() : end;
        String text = xml.substring(at, end);
        out.append(text.isBlank() ? text : "?");
        at = end;
    }

    private boolean skipTo(String end) {
        int found = xml.indexOf(end, at);
        at = found < 0 ? xml.length() : found + end.length();
        return found >= 0;
    }

    /** From the angle bracket to its end. */
    private boolean tag() {
        while (at < xml.length()) {
            char c = xml.charAt(at);
            if (c == '"' || c == '\'') {
                int end = xml.indexOf(c, at + 1);
                if (end < 0) {
                    return false;
                }
                String value = value(attribute(), xml.substring(at + 1, end));
                out.append(c).append(value).append(c);
                at = end + 1;
            } else {
                out.append(c);
                at++;
                if (c == '>') {
                    return true;
                }
            }
        }
        return false;
    }

    /** The name before the equals sign that was written last. */
    private String attribute() {
        int end = out.length();
        while (end > 0 && (out.charAt(end - 1) == '=' || Character.isWhitespace(out.charAt(end - 1)))) {
            end--;
        }
        int begin = end;
        while (begin > 0 && (Character.isLetterOrDigit(out.charAt(begin - 1)) || out.charAt(begin - 1) == '_')) {
            begin--;
        }
        return out.substring(begin, end);
    }

    private static String value(String attribute, String escaped) {
        if (VALUES.contains(attribute)) {
            return "?";
        }
        boolean maySayMore = SQL.contains(attribute)
                || escaped.indexOf('\'') >= 0
                || escaped.contains("&apos;")
                || escaped.contains("&#");
        return maySayMore ? XmlText.escape(SqlRedactor.redact(XmlText.unescape(escaped))) : escaped;
    }
}

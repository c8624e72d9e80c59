package io.tidegate.core.privacy;

/** XML's entities in attribute values. No state. */
final class XmlText {
    private static final int LONGEST_ENTITY = 12;

    private XmlText() {}

    static String escape(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&apos;");
                case '\r', '\n', '\t' ->
                    out.append("&#x").append(Integer.toHexString(c)).append(';');
                default -> out.append(c);
            }
        }
        return out.toString();
    }

    /** What is no entity stays as it is. */
    static String unescape(String text) {
        StringBuilder out = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            int end = text.charAt(at) == '&' ? text.indexOf(';', at) : -1;
            String one = end > at && end - at <= LONGEST_ENTITY ? entity(text.substring(at + 1, end)) : "";
            if (one.isEmpty()) {
                out.append(text.charAt(at));
                at++;
            } else {
                out.append(one);
                at = end + 1;
            }
        }
        return out.toString();
    }

    private static String entity(String name) {
        return switch (name) {
            case "amp" -> "&";
            case "lt" -> "<";
            case "gt" -> ">";
            case "quot" -> "\"";
            case "apos" -> "'";
            default -> name.startsWith("#") ? number(name.substring(1)) : "";
        };
    }

    private static String number(String digits) {
        try {
            int code = digits.startsWith("x") ? Integer.parseInt(digits.substring(1), 16) : Integer.parseInt(digits);
            return Character.isValidCodePoint(code) ? Character.toString(code) : "";
        } catch (NumberFormatException notOne) {
            return "";
        }
    }
}

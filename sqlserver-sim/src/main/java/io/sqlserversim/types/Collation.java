package io.sqlserversim.types;

/**
 * The server's collation: case-insensitive, accent-sensitive, trailing blanks count for nothing. The order among
 * different characters is that of their code points in lower case, which differs from Windows' tables for punctuation.
 */
public final class Collation {
    private Collation() {}

    /**
     * Compares two texts.
     *
     * @param left one
     * @param right other
     * @return negative, zero or positive
     */
    public static int compare(String left, String right) {
        int leftLength = lengthWithoutTrailingBlanks(left);
        int rightLength = lengthWithoutTrailingBlanks(right);
        int shorter = Math.min(leftLength, rightLength);
        for (int i = 0; i < shorter; i++) {
            char a = left.charAt(i);
            char b = right.charAt(i);
            if (a != b) {
                int order = Character.compare(fold(a), fold(b));
                if (order != 0) {
                    return order;
                }
            }
        }
        return compareRest(left, leftLength, right, rightLength, shorter);
    }

    /** The shorter text counts as filled up with blanks. */
    private static int compareRest(String left, int leftLength, String right, int rightLength, int from) {
        if (leftLength == rightLength) {
            return 0;
        }
        boolean leftLonger = leftLength > rightLength;
        String longer = leftLonger ? left : right;
        int end = Math.max(leftLength, rightLength);
        for (int i = from; i < end; i++) {
            int order = Character.compare(fold(longer.charAt(i)), ' ');
            if (order != 0) {
                return leftLonger ? order : -order;
            }
        }
        return 0;
    }

    /**
     * Whether two texts are equal.
     *
     * @param left one
     * @param right other
     * @return true when they compare as equal
     */
    public static boolean same(String left, String right) {
        return compare(left, right) == 0;
    }

    /**
     * A key: equal texts have equal keys.
     *
     * @param text a text
     * @return folded, without trailing blanks
     */
    public static String key(String text) {
        int length = lengthWithoutTrailingBlanks(text);
        char[] folded = new char[length];
        for (int i = 0; i < length; i++) {
            folded[i] = fold(text.charAt(i));
        }
        return new String(folded);
    }

    /**
     * A character in the case in which characters are compared.
     *
     * @param c any 16-bit unit
     * @return its lower case
     */
    public static char fold(char c) {
        if (c < 128) {
            return c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;
        }
        return Character.toLowerCase(Character.toUpperCase(c));
    }

    /**
     * The length that LEN reports.
     *
     * @param text a text
     * @return without trailing blanks
     */
    public static int lengthWithoutTrailingBlanks(String text) {
        int length = text.length();
        while (length > 0 && text.charAt(length - 1) == ' ') {
            length--;
        }
        return length;
    }
}

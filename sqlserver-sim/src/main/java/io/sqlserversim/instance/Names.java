package io.sqlserversim.instance;

import java.util.Locale;

/** How the server's case-insensitive collation compares identifiers, near enough for names. */
public final class Names {
    private Names() {}

    /**
     * The form under which equal names are equal strings.
     *
     * @param name an identifier
     * @return its folded form
     */
    public static String fold(String name) {
        return name.stripTrailing().toLowerCase(Locale.ROOT);
    }

    /**
     * Whether two identifiers are the same.
     *
     * @param one an identifier
     * @param other an identifier
     * @return true when they differ in case or trailing blanks at most
     */
    public static boolean same(String one, String other) {
        return fold(one).equals(fold(other));
    }
}

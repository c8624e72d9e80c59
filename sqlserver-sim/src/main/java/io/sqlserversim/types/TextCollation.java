package io.sqlserversim.types;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How texts compare: by case or not, by accent or not, or by their code units. Blanks at the end count for nothing in any of
 * them. The order among different letters is that of their code points in lower case. Immutable, thread-safe.
 *
 * @param name as sys.databases shows it
 * @param lcid Windows' locale id
 * @param version 0 for collations without a number, 1 for those of 90, 2 for those of 100
 * @param sortId the number of a SQL collation; 0 for one of Windows
 * @param binary 0 for none, 1 for BIN, 2 for BIN2
 * @param caseSensitive CS
 * @param accentSensitive AS
 * @param utf8 whether varchar is in UTF-8
 */
public record TextCollation(
        String name,
        int lcid,
        int version,
        int sortId,
        int binary,
        boolean caseSensitive,
        boolean accentSensitive,
        boolean utf8) {
    /** The server's: {@code SQL_Latin1_General_CP1_CI_AS}. */
    public static final TextCollation SERVER =
            new TextCollation("SQL_Latin1_General_CP1_CI_AS", 0x0409, 0, 0x34, 0, false, true, false);

    private static final Pattern NAME = Pattern.compile(
            "(SQL_Latin1_General_CP1|Latin1_General|Turkish)(?:_(90|100))?_(?:(BIN2?)|(C[IS])_(A[IS]))((?:_KS|_WS|_SC)*)(_UTF8)?",
            Pattern.CASE_INSENSITIVE);
    private static final int TURKISH = 0x041F;
    private static final Map<Character, Character> WITHOUT_ACCENT = new ConcurrentHashMap<>();

    /**
     * Finds a collation.
     *
     * @param name in any case
     * @return null when there is none of this name, or none that this server knows: it has those of Latin1_General, of
     *     Turkish, and of SQL_Latin1_General_CP1
     */
    public static @Nullable TextCollation find(String name) {
        if (name.equalsIgnoreCase(SERVER.name)) {
            return SERVER;
        }
        Matcher parts = NAME.matcher(name);
        if (!parts.matches()) {
            return null;
        }
        boolean sql = parts.group(1).toUpperCase(Locale.ROOT).startsWith("SQL");
        boolean turkish = parts.group(1).equalsIgnoreCase("Turkish");
        int binary = parts.group(3) == null ? 0 : parts.group(3).length() == 4 ? 2 : 1;
        boolean cs = binary == 0 && parts.group(4).equalsIgnoreCase("CS");
        boolean as = binary != 0 || parts.group(5).equalsIgnoreCase("AS");
        boolean utf8 = parts.group(7) != null;
        boolean plain = parts.group(2) == null && binary == 0 && parts.group(6).isEmpty() && !utf8;
        if ((sql && (!plain || (cs && !as))) || (utf8 && parts.group(2) == null)) {
            return null;
        }
        int version = parts.group(2) == null ? 0 : parts.group(2).equals("90") ? 1 : 2;
        int sortId = !sql ? 0 : cs ? 0x33 : as ? 0x34 : 0x36;
        return new TextCollation(
                spelled(parts, sql, turkish), turkish ? TURKISH : 0x0409, version, sortId, binary, cs, as, utf8);
    }

    private static String spelled(Matcher parts, boolean sql, boolean turkish) {
        String family = sql ? "SQL_Latin1_General_CP1" : turkish ? "Turkish" : "Latin1_General";
        return family + parts.group().substring(family.length()).toUpperCase(Locale.ROOT);
    }

    /**
     * Whether it is the server's.
     *
     * @return true for {@link #SERVER}
     */
    public boolean isServers() {
        return sortId == SERVER.sortId;
    }

    /**
     * What TDS sends for it: locale, flags and version.
     *
     * @return four bytes, as the protocol's COLLATION has them
     */
    public int wireFlags() {
        int ignored = (caseSensitive ? 0 : 1)
                | (accentSensitive ? 0 : 2)
                | (name.contains("_KS") ? 0 : 4)
                | (name.contains("_WS") ? 0 : 8);
        int flags = binary == 1 ? 0x10 : binary == 2 ? 0x20 : ignored;
        return lcid | (flags | (utf8 ? 0x40 : 0)) << 20 | version << 28;
    }

    /**
     * The name of the character set of varchar.
     *
     * @return as Java names it
     */
    public String charset() {
        return utf8 ? "UTF-8" : lcid == TURKISH ? "windows-1254" : "windows-1252";
    }

    /**
     * By whose rules UPPER and LOWER go.
     *
     * @return Turkish, or the root
     */
    public Locale locale() {
        return lcid == TURKISH ? Locale.of("tr", "TR") : Locale.ROOT;
    }

    /**
     * Compares two texts.
     *
     * @param left one
     * @param right other
     * @return negative, zero or positive
     */
    public int compare(String left, String right) {
        int order = comparePadded(left, right, true);
        return order == 0 && binary == 0 && caseSensitive ? -comparePadded(left, right, false) : order;
    }

    private int comparePadded(String left, String right, boolean folded) {
        int length =
                Math.max(Collation.lengthWithoutTrailingBlanks(left), Collation.lengthWithoutTrailingBlanks(right));
        for (int i = 0; i < length; i++) {
            char a = i < left.length() ? left.charAt(i) : ' ';
            char b = i < right.length() ? right.charAt(i) : ' ';
            if (a != b) {
                int order = folded ? Character.compare(base(a), base(b)) : Character.compare(accent(a), accent(b));
                if (order != 0) {
                    return order;
                }
            }
        }
        return 0;
    }

    /** What decides first: the letter without its case. */
    private char base(char c) {
        return binary != 0 ? c : accent(lower(c));
    }

    private char accent(char c) {
        return accentSensitive || c < 128 ? c : WITHOUT_ACCENT.computeIfAbsent(c, TextCollation::withoutAccent);
    }

    private static char withoutAccent(char c) {
        return Normalizer.normalize(String.valueOf(c), Normalizer.Form.NFD).charAt(0);
    }

    private char lower(char c) {
        if (lcid == TURKISH && (c == 'I' || c == '\u0130')) {
            return c == 'I' ? '\u0131' : 'i';
        }
        return lcid == TURKISH && c == '\u0131' ? c : Collation.fold(c);
    }

    /**
     * Whether two texts are equal.
     *
     * @param left one
     * @param right other
     * @return true when they compare as equal
     */
    public boolean same(String left, String right) {
        return compare(left, right) == 0;
    }

    /**
     * A key: equal texts have equal keys.
     *
     * @param text a text
     * @return without what does not count, and without trailing blanks
     */
    public String key(String text) {
        return fold(text.substring(0, Collation.lengthWithoutTrailingBlanks(text)));
    }

    /**
     * A text in which equal characters are the same, so that it can be searched.
     *
     * @param text a text
     * @return of the same length
     */
    public String fold(String text) {
        if (binary != 0) {
            return text;
        }
        char[] folded = text.toCharArray();
        for (int i = 0; i < folded.length; i++) {
            folded[i] = caseSensitive ? accent(folded[i]) : base(folded[i]);
        }
        return new String(folded);
    }
}

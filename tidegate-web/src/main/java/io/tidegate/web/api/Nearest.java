package io.tidegate.web.api;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the known name that somebody probably meant. Thread-safe, no state. */
public final class Nearest {
    private Nearest() {}

    /**
     * The nearest name.
     *
     * @param written what was written
     * @param known the names that exist
     * @return empty when none is near: more than a third of the letters differ
     */
    public static Optional<String> to(String written, Collection<String> known) {
        return known.stream()
                .filter(k -> distance(written, k) <= Math.max(1, Math.max(k.length(), written.length()) / 3))
                .min(Comparator.comparingInt((String k) -> distance(written, k)).thenComparing(k -> k));
    }

    /**
     * A sentence for an unknown name.
     *
     * @param written what was written
     * @param known the names that exist
     * @return with the nearest name, or with all of them
     */
    public static String hint(String written, Collection<String> known) {
        return to(written, known)
                .map(k -> "did you mean '" + k + "'?")
                .orElse(known.isEmpty() ? "none are known" : "known are: " + String.join(", ", known));
    }

    /** Letters to insert, delete, replace or swap. */
    private static int distance(String a, String b) {
        String x = a.toLowerCase(Locale.ROOT);
        String y = b.toLowerCase(Locale.ROOT);
        int[][] d = new int[x.length() + 1][y.length() + 1];
        for (int i = 0; i <= x.length(); i++) {
            for (int j = 0; j <= y.length(); j++) {
                d[i][j] = i == 0 ? j : j == 0 ? i : step(d, x, y, i, j);
            }
        }
        return d[x.length()][y.length()];
    }

    private static int step(int[][] d, String x, String y, int i, int j) {
        int cost = x.charAt(i - 1) == y.charAt(j - 1) ? 0 : 1;
        int best = Math.min(Math.min(d[i - 1][j] + 1, d[i][j - 1] + 1), d[i - 1][j - 1] + cost);
        boolean swapped = i > 1 && j > 1 && x.charAt(i - 1) == y.charAt(j - 2) && x.charAt(i - 2) == y.charAt(j - 1);
        return swapped ? Math.min(best, d[i - 2][j - 2] + 1) : best;
    }
}

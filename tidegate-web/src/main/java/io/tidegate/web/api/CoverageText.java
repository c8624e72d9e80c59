package io.tidegate.web.api;

import io.tidegate.web.api.Answers.Covered;
import io.tidegate.web.api.Answers.Seconds;
import io.tidegate.web.api.Answers.Watched;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** How time is covered, in words for people, e.g. {@code held 20 h, unreachable 3 h, unobserved 29 d}. No state. */
public final class CoverageText {
    private static final long MINUTE = 60;
    private static final long HOUR = 3_600;
    private static final long DAY = 86_400;

    /** Words of time of which nothing is missing, or is late only as it must be. */
    private static final Set<String> WHOLE = Set.of("held", "open", "unsettled", "idle");

    private CoverageText() {}

    /**
     * Words with their time, and what qualifies the held part.
     *
     * @param words seconds under each word
     * @param flags seconds of what is held under each flag
     * @return e.g. {@code held 20 h (verified 18 h), idle 30 min}; {@code no time} where there is none
     */
    public static String of(List<Seconds> words, List<Seconds> flags) {
        String qualified = flags.isEmpty() ? "" : " (" + list(flags) + ")";
        return words.isEmpty()
                ? "no time"
                : words.stream()
                        .map(word -> text(word) + (word.word().equals("held") ? qualified : ""))
                        .collect(Collectors.joining(", "));
    }

    /**
     * A sentence on several databases.
     *
     * @param covered their time
     * @return e.g. {@code 4 databases, 2026-11-01T00:00:00Z to 2026-11-02T00:00:00Z: held 80 h, idle 16 h.}
     */
    public static String of(Covered covered) {
        if (covered.from() == null) {
            return "no database was ever watched.";
        }
        return (covered.databases() == 1 ? "1 database, " : covered.databases() + " databases, ") + covered.from()
                + " to " + covered.to() + ": " + of(covered.words(), covered.flags()) + ".";
    }

    /**
     * Lines on those databases of which something is not there, and why.
     *
     * @param watched by server and database
     * @param most lines at most; one more says how many there are beside
     * @return empty where all is there, or late only as it must be
     */
    public static List<String> gaps(List<Watched> watched, int most) {
        List<Watched> lacking = watched.stream()
                .filter(one -> one.words().stream().anyMatch(word -> !WHOLE.contains(word.word())))
                .toList();
        List<String> lines = new ArrayList<>(
                lacking.stream().limit(most).map(CoverageText::line).toList());
        if (lacking.size() > most) {
            lines.add("and " + (lacking.size() - most) + " more databases with gaps");
        }
        return lines;
    }

    /**
     * A line on one database.
     *
     * @param one how it was watched
     * @return with its name, its span, its words, until when the source has what is pending, and the reasons
     */
    public static String line(Watched one) {
        String until = one.pendingUntil() == null
                ? one.mayExpireEarlier() ? "; the source may remove what is pending at any time" : ""
                : "; the source removes what is pending from " + one.pendingUntil() + " on"
                        + (one.mayExpireEarlier() ? ", or earlier" : "");
        String where = one.database().isEmpty() ? ", no database seen yet, " : ", database " + one.database() + ", ";
        return one.server() + where + one.from() + " to " + one.to() + ": "
                + of(one.words(), one.flags()) + until
                + one.reasons().stream().map(reason -> "; " + reason).collect(Collectors.joining());
    }

    private static String list(List<Seconds> some) {
        return some.stream().map(CoverageText::text).collect(Collectors.joining(", "));
    }

    private static String text(Seconds one) {
        return one.word() + " " + amount(one.seconds());
    }

    /**
     * An amount of time, rounded to a tenth of its unit.
     *
     * @param seconds not negative
     * @return in seconds below two minutes, in minutes below two hours, in hours below two days, else in days
     */
    public static String amount(long seconds) {
        if (seconds < 2 * MINUTE) {
            return seconds + " s";
        }
        if (seconds < 2 * HOUR) {
            return amount(seconds, MINUTE, "min");
        }
        return seconds < 2 * DAY ? amount(seconds, HOUR, "h") : amount(seconds, DAY, "d");
    }

    private static String amount(long seconds, long unit, String name) {
        String tenths = String.format(Locale.ROOT, "%.1f", (double) seconds / unit);
        return (tenths.endsWith(".0") ? tenths.substring(0, tenths.length() - 2) : tenths) + " " + name;
    }
}

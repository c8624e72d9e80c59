package io.tidegate.sqlserver;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Which databases of a server are collected. Immutable. A pattern is a name in which {@code *} stands for any characters;
 * case does not count.
 *
 * @param include patterns of which one must fit; empty means all
 * @param exclude patterns of which none may fit
 */
public record DatabaseFilter(List<String> include, List<String> exclude) {
    /** Every user database. */
    public static final DatabaseFilter ALL = new DatabaseFilter(List.of(), List.of());

    /** Copies the lists. */
    public DatabaseFilter {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
    }

    /**
     * Whether a database is wanted.
     *
     * @param database its name
     * @return true when it is to be collected
     */
    public boolean accepts(String database) {
        return (include.isEmpty() || fits(include, database)) && !fits(exclude, database);
    }

    private static boolean fits(List<String> patterns, String database) {
        return patterns.stream().anyMatch(p -> fits(p, database));
    }

    private static boolean fits(String pattern, String database) {
        String regex = Pattern.quote(pattern).replace("*", "\\E.*\\Q");
        return Pattern.compile(regex, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.DOTALL)
                .matcher(database)
                .matches();
    }
}

package io.tidegate.core.store;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What names a database that has copies on other servers, in one text: the {@code group_database_id} of its availability group,
 * or the ids of its links, where it is geo-replicated. A link is the same at both of its ends, and a failover turns it round; but a database has several,
 * and they come and go while it stays what it is. No state.
 */
public final class SeriesGroups {
    private static final String LINK = "link:";

    private SeriesGroups() {}

    /**
     * The text for links.
     *
     * @param ids in any order
     * @return in their order; empty for none
     */
    public static String ofLinks(Collection<String> ids) {
        return ids.stream()
                .filter(id -> !id.isEmpty())
                .sorted()
                .map(id -> LINK + id)
                .collect(Collectors.joining(" "));
    }

    /**
     * What a series is looked for by: any one of these will do.
     *
     * @param group as it was given
     * @return empty outside of a group
     */
    public static List<String> ids(String group) {
        return group.isEmpty() ? List.of() : List.of(group.split(" "));
    }

    /**
     * Whether two texts name one database.
     *
     * @param known of a series
     * @param asked of a database
     * @return false where one of them is empty
     */
    public static boolean isOne(String known, String asked) {
        return ids(asked).stream().anyMatch(ids(known)::contains);
    }

    /**
     * Whether the series of that name at that server is the one where none is known by the text, although it bears another
     * one: not in an availability group, where that is another database.
     *
     * @param group of a database
     * @return true for links, and outside of a group
     */
    public static boolean goesByName(String group) {
        return group.isEmpty() || group.startsWith(LINK);
    }
}

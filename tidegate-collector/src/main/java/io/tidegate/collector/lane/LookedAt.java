package io.tidegate.collector.lane;

import io.tidegate.core.model.SeriesKey;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How far a comparison looked at a server: what it says nothing of is gone only where the server was asked and does not list
 * it. Immutable.
 *
 * @param series those that have their findings
 * @param unread why other databases were not looked at, by name, for a user
 * @param why why nothing of the server was, for a user; empty when it was asked
 * @param isFault whether that is for a fault, so that it is no answer even where nothing is held
 */
public record LookedAt(Set<SeriesKey> series, Map<String, String> unread, String why, boolean isFault) {
    /** Copies. */
    public LookedAt {
        series = Set.copyOf(series);
        unread = Map.copyOf(unread);
    }

    /** Left alone. */
    static LookedAt not(String why) {
        return new LookedAt(Set.of(), Map.of(), why, false);
    }

    /** It could not be asked. */
    static LookedAt failed(String why) {
        return new LookedAt(Set.of(), Map.of(), why, true);
    }

    /**
     * Why a database that has no findings was not looked at.
     *
     * @param database its name
     * @return for a user; empty when the server was asked, and does not list it
     */
    public Optional<String> whyNot(String database) {
        return why.isEmpty() ? Optional.ofNullable(unread.get(database)) : Optional.of(why);
    }
}

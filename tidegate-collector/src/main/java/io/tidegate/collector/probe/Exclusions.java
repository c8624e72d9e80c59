package io.tidegate.collector.probe;

import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.Stretch;
import io.tidegate.sqlserver.DatabaseFilter;
import io.tidegate.sqlserver.read.DatabaseState;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** Databases that were collected and are excluded now say so in the coverage, by our clock. Thread-safe. */
final class Exclusions {
    private final Map<String, Instant> since = new ConcurrentHashMap<>();
    private final CollectorStore store;
    private final InstantSource clock;
    private final int serverId;

    Exclusions(CollectorStore store, InstantSource clock, int serverId) {
        this.store = store;
        this.clock = clock;
        this.serverId = serverId;
    }

    /** Goes on with what was excluded before, and begins with what was known until now. Blocks for the store. */
    void note(List<DatabaseState> all, DatabaseFilter filter, Predicate<String> isKnown) {
        Instant now = clock.instant();
        List<Stretch> stretches = new ArrayList<>();
        for (DatabaseState state : all) {
            boolean excluded = !filter.accepts(state.name());
            if (excluded && isKnown.test(state.name())) {
                since.putIfAbsent(state.name(), now.minusSeconds(1));
            }
            Instant from = excluded ? since.get(state.name()) : since.remove(state.name());
            if (excluded && from != null && from.isBefore(now)) {
                stretches.add(
                        new Stretch(serverId, state.name(), Stretch.Word.EXCLUDED, from, now, "by configuration"));
                since.put(state.name(), now);
            }
        }
        if (!stretches.isEmpty()) {
            store.recordStretches(stretches);
        }
    }
}

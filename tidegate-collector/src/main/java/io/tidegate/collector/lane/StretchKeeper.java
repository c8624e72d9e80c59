package io.tidegate.collector.lane;

import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.Stretch;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Has the store keep stretches that grow from pass to pass, each from where it was left. Thread-safe. */
final class StretchKeeper {
    private final Map<Of, Instant> recordedTo = new ConcurrentHashMap<>();
    private final CollectorStore store;
    private final int serverId;

    private record Of(Stretch.Word word, String database) {}

    StretchKeeper(CollectorStore store, int serverId) {
        this.store = store;
        this.serverId = serverId;
    }

    /** Goes on until an instant, or begins just before it. Blocks for the store. */
    void until(String database, Stretch.Word word, Instant to, String detail) {
        until(Map.of(database, to), word, detail);
    }

    /** As the other one, for several databases at once. */
    void until(Map<String, Instant> toByDatabase, Stretch.Word word, String detail) {
        List<Stretch> stretches = toByDatabase.entrySet().stream()
                .map(one -> stretch(one.getKey(), word, one.getValue(), detail))
                .filter(stretch -> stretch.from().isBefore(stretch.to()))
                .toList();
        if (!stretches.isEmpty()) {
            store.recordStretches(stretches);
        }
    }

    private Stretch stretch(String database, Stretch.Word word, Instant to, String detail) {
        Instant last = recordedTo.put(new Of(word, database), to);
        Instant from = last == null || last.isAfter(to) ? to.minusSeconds(1) : last;
        return new Stretch(serverId, database, word, from, to, detail);
    }

    /** A word goes on with these databases alone. */
    void endOthers(Set<String> databases, Stretch.Word word) {
        recordedTo.keySet().removeIf(of -> of.word() == word && !databases.contains(of.database()));
    }

    /** It does not go on. */
    void end(String database, Stretch.Word word) {
        recordedTo.remove(new Of(word, database));
    }
}

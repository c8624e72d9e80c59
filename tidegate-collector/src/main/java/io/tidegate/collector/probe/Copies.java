package io.tidegate.collector.probe;

import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.Stretch;
import io.tidegate.sqlserver.read.DatabaseState;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which copy of a database is collected: the writable one, or a readable secondary where no registered server has that; outside
 * of a group each one, also when it is read-only or a standby. What is left to another server is named, in the status and in the coverage. Thread-safe.
 */
final class Copies {
    private final Registrations registrations;
    private final CollectorStore store;
    private final InstantSource clock;
    private final boolean isDatabase;
    private final Map<String, String> left = new ConcurrentHashMap<>();
    private final Map<String, Instant> leftTo = new ConcurrentHashMap<>();

    Copies(Registrations registrations, CollectorStore store, InstantSource clock, boolean isDatabase) {
        this.registrations = registrations;
        this.store = store;
        this.clock = clock;
        this.isDatabase = isDatabase;
    }

    /** Whether this copy is the one to read. Blocks for the store where it is not. */
    boolean isRead(DatabaseState state, Registrations.Seen here) {
        if (state.isWritable()) {
            if (!state.groupDatabaseId().isEmpty()) {
                registrations.primary(state.groupDatabaseId(), here);
            }
            return taken(state.name());
        }
        if (!state.isSecondary()) {
            return taken(state.name()); // read-only or a standby, outside of a group: the only copy that we know of
        }
        Optional<String> primary = registrations.primaryElsewhere(state.groupDatabaseId(), here.serverId());
        Optional<String> why = primary.isPresent()
                ? primary.map(name -> "readable secondary, collected from " + name)
                : isDatabase ? registrations.maySeePrimaryYet() : Optional.empty();
        if (why.isEmpty()) {
            return taken(state.name());
        }
        leave(here.serverId(), state.name(), why.get());
        return false;
    }

    private boolean taken(String database) {
        left.remove(database);
        leftTo.remove(database);
        return true;
    }

    private void leave(int serverId, String database, String words) {
        Instant now = clock.instant();
        left.put(database, words);
        Instant last = leftTo.put(database, now);
        Instant from = last == null || last.isAfter(now) ? now.minusSeconds(1) : last;
        if (from.isBefore(now)) {
            store.recordStretch(new Stretch(serverId, database, Stretch.Word.EXCLUDED, from, now, words));
        }
    }

    /** Why a copy is left to another server, for a user; empty when it is not. */
    Optional<String> whyLeft(String database) {
        return Optional.ofNullable(left.get(database));
    }

    /** What is left to other servers, in words for a user. */
    List<String> words() {
        return left.entrySet().stream()
                .map(entry -> entry.getKey() + ": " + entry.getValue())
                .sorted()
                .toList();
    }

    void retain(List<String> databases) {
        left.keySet().retainAll(databases);
        leftTo.keySet().retainAll(databases);
    }
}

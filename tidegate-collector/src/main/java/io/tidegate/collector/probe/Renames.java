package io.tidegate.collector.probe;

import io.tidegate.core.ledger.ListProbe;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.sqlserver.read.DatabaseProbe;
import io.tidegate.sqlserver.read.DatabaseState;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * New names that bear the {@code database_id} of a known database whose own name is gone: that one renamed, or another one,
 * since a server gives the ids of dropped databases again. Which of them it is a lease asks; until then nothing of it is observed, and who has
 * taken the old name meanwhile waits too. A database of an availability group is known by the group's id. Thread-safe.
 */
public final class Renames {
    private static final Logger LOG = LoggerFactory.getLogger(Renames.class);

    private final CollectorStore store;
    private final String server;
    private final int serverId;
    private final Map<String, Open> open = new ConcurrentHashMap<>();
    private final Map<String, Integer> settled = new ConcurrentHashMap<>();

    Renames(CollectorStore store, String server, int serverId) {
        this.store = store;
        this.server = server;
        this.serverId = serverId;
    }

    /**
     * One that a lease is to tell apart. Immutable.
     *
     * @param known the series as the registry has it, under the old name
     * @param state as it would be known under the new one
     * @param list what the source lists
     */
    public record Open(SeriesRecord known, SeriesState state, ListProbe list) {}

    /**
     * The new names that one probe has found, each with the known series that it may be of. Immutable, and that probe's own:
     * another one of the same server at the same time, which may have asked earlier or later, takes nothing out of it.
     */
    record Candidates(Map<String, SeriesRecord> byName) {
        /** Copies. */
        Candidates {
            byName = Map.copyOf(byName);
        }

        /** Whether a name stands for the old one of a database that is to be told apart: whose it is shows then. */
        boolean isClaimed(String name) {
            return byName.values().stream().anyMatch(record -> record.database().equals(name));
        }

        /** The known series that a new name may be of; empty for any other one. */
        Optional<SeriesRecord> of(String name) {
            return Optional.ofNullable(byName.get(name));
        }
    }

    /**
     * Those that are to be told apart.
     *
     * @return a snapshot, as the last probe saw them
     */
    public Collection<Open> open() {
        return List.copyOf(open.values());
    }

    /**
     * What a lease found. Blocks for the store where it is the known one.
     *
     * @param one which
     * @param isSame whether it is the known one under another name
     */
    public void settle(Open one, boolean isSame) {
        String name = one.state().series().database();
        String before = one.known().database();
        if (isSame) {
            store.rename(one.known().key(), name, one.state().situation().sourceNow());
            LOG.info(
                    "server={} database={} was {} before: its history goes on under the new name",
                    server,
                    name,
                    before);
        } else {
            LOG.info(
                    "server={} database={} has the number of {}, which is gone, but is another one: its history begins",
                    server,
                    name,
                    before);
        }
        settled.put(name, one.known().sourceDatabaseId());
        open.remove(name);
    }

    /** Looks at what a server lists; asks the registry only about names not met before. Blocks for the store. */
    Candidates look(List<DatabaseState> all, List<DatabaseState> eligible, Map<String, SeriesState> states) {
        settled.keySet().retainAll(all.stream().map(DatabaseState::name).toList());
        List<DatabaseState> fresh =
                eligible.stream().filter(one -> isFresh(one, states)).toList();
        Map<String, SeriesRecord> found = new HashMap<>();
        if (!fresh.isEmpty()) {
            List<SeriesRecord> registry = store.series(serverId);
            fresh.forEach(one -> look(one, all, registry).ifPresent(known -> found.put(one.name(), known)));
        }
        open.keySet().retainAll(found.keySet());
        return new Candidates(found);
    }

    private boolean isFresh(DatabaseState one, Map<String, SeriesState> states) {
        SeriesState known = states.get(one.name());
        boolean isKnown = known != null && known.series().sourceDatabaseId() == one.databaseId();
        return !isKnown && one.groupDatabaseId().isEmpty() && !isSettled(one.name(), one.databaseId());
    }

    private Optional<SeriesRecord> look(DatabaseState one, List<DatabaseState> all, List<SeriesRecord> registry) {
        boolean isTaken = registry.stream().anyMatch(record -> record.database().equals(one.name()));
        if (isTaken) {
            return Optional.empty();
        }
        Optional<SeriesRecord> gone = registry.stream()
                .filter(record -> record.sourceDatabaseId() == one.databaseId())
                .filter(record -> all.stream().noneMatch(listed -> isOf(record, listed)))
                .findFirst();
        if (gone.isEmpty()) {
            settled.put(one.name(), one.databaseId());
        }
        return gone;
    }

    private static boolean isOf(SeriesRecord record, DatabaseState listed) {
        return listed.databaseId() == record.sourceDatabaseId() && listed.name().equals(record.database());
    }

    /** It was entered, and a lease may ask; unless one has told it apart since the probe looked. */
    void saw(SeriesRecord known, DatabaseProbe.Seen seen, Function<SeriesRecord, SeriesState> asState) {
        String name = seen.database();
        SeriesRecord renamed = new SeriesRecord(
                known.key(), serverId, name, known.sourceDatabaseId(), known.firstContact(), known.sourceNow());
        ListProbe list = new ListProbe(seen.above(), seen.lowestId(), seen.highestId(), seen.count());
        Open found = new Open(known, asState.apply(renamed), list);
        open.compute(name, (key, before) -> isSettled(name, known.sourceDatabaseId()) ? null : found);
    }

    private boolean isSettled(String name, int databaseId) {
        return Integer.valueOf(databaseId).equals(settled.get(name));
    }

    /** What is not told apart yet, in words for a user. */
    List<String> words() {
        return open.values().stream()
                .map(one -> one.state().series().database() + ": has the number of "
                        + one.known().database()
                        + ", which is gone; the next lease tells whether it is that one under another name")
                .sorted()
                .toList();
    }
}

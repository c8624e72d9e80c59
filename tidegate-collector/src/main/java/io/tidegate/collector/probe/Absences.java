package io.tidegate.collector.probe;

import io.tidegate.sqlserver.DatabaseFilter;
import io.tidegate.sqlserver.read.DatabaseState;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Databases that were collected and are not any more: the log has one line when that begins and one when they are back, and the
 * status names those that the server still lists. Thread-safe.
 */
final class Absences {
    private static final Logger LOG = LoggerFactory.getLogger(Absences.class);

    /** Of a server whose databases come and go under ever new names, no more are remembered. */
    private static final int MOST = 1_000;

    private final String server;
    private final Map<String, String> why = new ConcurrentHashMap<>();
    private volatile List<String> words = List.of();

    Absences(String server) {
        this.server = server;
    }

    /**
     * After a probe. Does not block.
     *
     * @param all what the server lists
     * @param filter what is configured
     * @param known names that were collected until now
     * @param entered names that still are
     * @param isToldElsewhere whether a name's going has a line of its own
     */
    void note(
            List<DatabaseState> all,
            DatabaseFilter filter,
            Collection<String> known,
            Collection<String> entered,
            Predicate<String> isToldElsewhere) {
        Map<String, DatabaseState> listed =
                all.stream().collect(Collectors.toMap(DatabaseState::name, Function.identity(), (one, other) -> one));
        for (String name : known) {
            if (!entered.contains(name) && !isToldElsewhere.test(name)) {
                left(name, reason(listed.get(name), filter));
            }
        }
        for (String name : List.copyOf(why.keySet())) {
            DatabaseState state = listed.get(name);
            if (entered.contains(name)) {
                why.remove(name);
                LOG.info("server={} database={} is collected again", server, name);
            } else if (state != null) {
                why.replace(name, reason(state, filter));
            }
        }
        words = why.entrySet().stream()
                .filter(one -> listed.containsKey(one.getKey()))
                .map(one -> one.getKey() + ": not collected, " + one.getValue())
                .sorted()
                .toList();
    }

    private void left(String name, String reason) {
        if (why.size() < MOST) {
            why.put(name, reason);
        }
        LOG.info("server={} database={} is not collected any more: {}; what is held of it stays", server, name, reason);
    }

    private static String reason(@Nullable DatabaseState state, DatabaseFilter filter) {
        return state == null
                ? "the server lists it no more (dropped, detached, or not to be seen by our login)"
                : ineligible(state, filter).orElse("it is left to another server");
    }

    /** Why a database is not entered, for a user; empty where it may be. */
    static Optional<String> ineligible(DatabaseState state, DatabaseFilter filter) {
        return state.ineligible(filter).map(why -> switch (why) {
            case EXCLUDED -> "it is excluded by configuration";
            case SNAPSHOT -> "it is a database snapshot";
            case NOT_ONLINE -> "it is " + state.stateWord();
            case NOT_MULTI_USER -> "it is in single-user or restricted mode";
            case CLOSED -> "it is closed (AUTO_CLOSE), and we do not open it";
            case NO_ACCESS -> "our login may not enter it";
        });
    }

    /** Those that the server still lists, with the reason, for a user. */
    List<String> words() {
        return words;
    }
}

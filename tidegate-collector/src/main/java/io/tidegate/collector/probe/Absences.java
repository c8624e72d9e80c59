package io.tidegate.collector.probe;

import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.core.store.Stretch;
import io.tidegate.core.store.Stretch.Word;
import io.tidegate.sqlserver.DatabaseFilter;
import io.tidegate.sqlserver.catalog.QuotedName;
import io.tidegate.sqlserver.read.DatabaseProbe;
import io.tidegate.sqlserver.read.DatabaseState;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Databases that were collected and are not any more, in this process or before it, and those whose Query Store was never on:
 * the log has one line when one goes and one when it is back, the status names those that the server still lists, and the
 * coverage has their time with the reason, by our clock. Thread-safe.
 */
final class Absences {
    private static final Logger LOG = LoggerFactory.getLogger(Absences.class);

    /** Of a server whose databases come and go under ever new names, no more are remembered. */
    private static final int MOST = 1_000;

    /** So many databases whose Query Store was never on are named in the status. */
    private static final int NAMED = 5;

    private final CollectorStore store;
    private final InstantSource clock;
    private final String server;
    private final int serverId;
    private final Duration near;
    private final Map<String, String> why = new ConcurrentHashMap<>();
    private final Map<String, Instant> toldTo = new ConcurrentHashMap<>();
    private volatile @Nullable Set<String> registered;
    private volatile @Nullable Instant lastLook;
    private volatile Set<String> neverOn = Set.of();
    private volatile List<String> words = List.of();

    /** Looks that lie further apart than {@code near} tell nothing of the time between them. */
    Absences(CollectorStore store, InstantSource clock, String server, int serverId, Duration near) {
        this.store = store;
        this.clock = clock;
        this.server = server;
        this.serverId = serverId;
        this.near = near;
    }

    /**
     * What a probe found.
     *
     * @param all what the server lists
     * @param filter what is configured
     * @param known names that were collected until now
     * @param entered names that still are
     * @param isToldElsewhere whether a name's going has a line of its own
     * @param probes what each of those that were asked said
     * @param resting names of those entered that were not asked this time
     */
    record Look(
            List<DatabaseState> all,
            DatabaseFilter filter,
            Collection<String> known,
            Collection<String> entered,
            Predicate<String> isToldElsewhere,
            List<DatabaseProbe> probes,
            Set<String> resting) {
        boolean isGone(String name) {
            return !entered.contains(name) && !isToldElsewhere.test(name);
        }

        List<String> neverOn() {
            return probes.stream()
                    .filter(DatabaseProbe.NeverOn.class::isInstance)
                    .map(DatabaseProbe::database)
                    .toList();
        }
    }

    /** After a probe. Blocks for the store. */
    void note(Look look) {
        Map<String, DatabaseState> listed = look.all().stream()
                .collect(Collectors.toMap(DatabaseState::name, Function.identity(), (one, other) -> one));
        look.known().stream().filter(look::isGone).forEach(name -> left(name, reason(listed.get(name), look.filter())));
        registered().stream()
                .filter(listed::containsKey)
                .filter(look::isGone)
                .forEach(name -> remember(name, reason(listed.get(name), look.filter())));
        for (String name : List.copyOf(why.keySet())) {
            DatabaseState state = listed.get(name);
            if (look.entered().contains(name)) {
                why.remove(name);
                LOG.info("server={} database={} is collected again", server, name);
            } else if (state != null) {
                why.replace(name, reason(state, look.filter()));
            }
        }
        neverOn = Stream.concat(neverOn.stream().filter(look.resting()::contains), look.neverOn().stream())
                .collect(Collectors.toSet());
        words = Stream.concat(
                        why.entrySet().stream()
                                .filter(one -> listed.containsKey(one.getKey()))
                                .map(one -> one.getKey() + ": not collected, " + one.getValue())
                                .sorted(),
                        neverOn(List.copyOf(neverOn)).stream())
                .toList();
        record(look, listed);
    }

    /** Those that this server had when the process began: what it left out from then on it does not know otherwise. */
    private Set<String> registered() {
        Set<String> names = registered;
        if (names == null) {
            names = store.series(serverId).stream().map(SeriesRecord::database).collect(Collectors.toSet());
            registered = names;
        }
        return names;
    }

    private void left(String name, String reason) {
        remember(name, reason);
        LOG.info("server={} database={} is not collected any more: {}; what is held of it stays", server, name, reason);
    }

    private void remember(String name, String reason) {
        if (why.size() < MOST) {
            why.putIfAbsent(name, reason);
        }
    }

    private void record(Look look, Map<String, DatabaseState> listed) {
        Instant now = clock.instant();
        List<Stretch> stretches = new ArrayList<>();
        why.forEach((name, reason) -> word(listed.get(name), look.filter())
                .ifPresent(word -> stretches.add(stretch(name, word, now, reason))));
        look.neverOn().forEach(name -> stretches.add(stretch(name, Word.OFF, now, never(name))));
        stretches.removeIf(stretch -> !stretch.from().isBefore(now));
        if (!stretches.isEmpty()) {
            store.recordStretches(stretches);
        }
        Set<String> told = stretches.stream().map(Stretch::database).collect(Collectors.toSet());
        toldTo.keySet().removeIf(name -> !told.contains(name) && !look.resting().contains(name));
        stretches.forEach(stretch -> toldTo.put(stretch.database(), now));
        lastLook = now;
    }

    private Stretch stretch(String name, Word word, Instant now, String reason) {
        @Nullable Instant told = toldTo.get(name);
        @Nullable Instant last = told == null ? lastLook : told;
        Instant from = last != null
                        && !last.isAfter(now)
                        && Duration.between(last, now).compareTo(near) <= 0
                ? last
                : now.minusSeconds(1);
        return new Stretch(serverId, name, word, from, now, reason);
    }

    /** Empty where another part tells: a right that is missing is a fault, and a copy is left to another server. */
    private static Optional<Word> word(@Nullable DatabaseState state, DatabaseFilter filter) {
        if (state == null) {
            return Optional.of(Word.UNOBSERVED);
        }
        return state.ineligible(filter).flatMap(why -> switch (why) {
            case EXCLUDED -> Optional.of(Word.EXCLUDED);
            case NOT_ONLINE -> Optional.of(Word.UNREACHABLE);
            case NOT_MULTI_USER, CLOSED -> Optional.of(Word.UNOBSERVED);
            case SNAPSHOT, NO_ACCESS -> Optional.empty();
        });
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

    private static String never(String database) {
        return "Query Store was never on. Next: ALTER DATABASE " + QuotedName.of(database) + " SET QUERY_STORE = ON";
    }

    private static Optional<String> neverOn(List<String> databases) {
        if (databases.size() <= 1) {
            return databases.stream().findFirst().map(one -> one + ": not collected, " + never(one));
        }
        String more = databases.size() > NAMED ? " and " + (databases.size() - NAMED) + " more" : "";
        return Optional.of(databases.stream().sorted().limit(NAMED).collect(Collectors.joining(", ")) + more
                + ": not collected, Query Store was never on. Next: SET QUERY_STORE = ON where it is wanted");
    }

    /** Those that the server still lists, with the reason, for a user. */
    List<String> words() {
        return words;
    }
}

package io.tidegate.collector.probe;

import io.tidegate.core.ledger.BudgetLadder;
import io.tidegate.core.ledger.IntervalClock;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.time.Ticker;
import io.tidegate.sqlserver.read.DatabaseProbe;
import io.tidegate.sqlserver.read.DatabaseState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which databases a probe asks: each one in which something may be new, and of the quiet ones a part, in turn, so that one with
 * hundreds of databases in which nothing runs is not asked for all of them each minute. Quiet ones are always asked again while
 * the second look still tells of the time since the first. Thread-safe.
 */
final class ProbeTurns {
    /** Where no more are there, each is asked each time. */
    static final int FEW = 8;

    /** Into so many parts quiet ones are divided at most; what is new in one is found so many probes later at most. */
    static final int MOST_PARTS = 4;

    private final Ticker ticker;
    private final long cadenceNanos;
    private final long nearNanos;
    private final int parts;
    private final Map<String, Look> looks = new ConcurrentHashMap<>();
    private final AtomicLong turn = new AtomicLong();
    private final AtomicLong lastNanos;

    /** A probe each {@code cadence}; two looks further apart than {@code near} tell nothing of the time between them. */
    ProbeTurns(Ticker ticker, Duration cadence, Duration near) {
        this.ticker = ticker;
        this.cadenceNanos = Math.max(1, cadence.toNanos());
        this.nearNanos = near.toNanos();
        this.parts = Math.clamp(nearNanos / cadenceNanos - 2, 1, MOST_PARTS);
        this.lastNanos = new AtomicLong(ticker.readNanos());
    }

    /** What the last probe of a database found: its row in the server's list, whether it is read, and whether it was quiet. */
    private record Look(DatabaseState state, boolean isRead, boolean isQuiet, long mark, long atNanos) {
        Look awake() {
            return new Look(state, isRead, false, mark, atNanos);
        }
    }

    /** Of those that may be entered, those to ask now, in the same order. */
    List<DatabaseState> choose(List<DatabaseState> eligible, Map<String, SeriesState> states) {
        long now = ticker.readNanos();
        long gap = Math.max(cadenceNanos, now - lastNanos.getAndSet(now));
        long part = turn.getAndIncrement() % parts;
        looks.keySet().retainAll(eligible.stream().map(DatabaseState::name).collect(Collectors.toSet()));
        if (eligible.size() <= FEW || parts == 1) {
            return eligible;
        }
        List<DatabaseState> chosen = new ArrayList<>();
        for (DatabaseState one : eligible) {
            Look look = looks.get(one.name());
            boolean mayWait = look != null
                    && isQuiet(look, one, states.get(one.name()))
                    && now - look.atNanos() + gap + cadenceNanos <= nearNanos;
            if (!mayWait || Math.floorMod(one.name().hashCode(), parts) == part) {
                chosen.add(one);
            }
        }
        return chosen.isEmpty() ? List.of(oldest(eligible)) : chosen;
    }

    private static boolean isQuiet(Look look, DatabaseState now, @Nullable SeriesState state) {
        if (!look.isQuiet() || !look.state().equals(now)) {
            return false;
        }
        boolean isAsItShouldBe =
                state != null && !state.isEpochSuspect() && state.ladder().equals(BudgetLadder.FULL);
        return isAsItShouldBe || !look.isRead();
    }

    private DatabaseState oldest(List<DatabaseState> eligible) {
        return eligible.stream()
                .min(Comparator.comparingLong(one -> Optional.ofNullable(looks.get(one.name()))
                        .map(Look::atNanos)
                        .orElse(Long.MIN_VALUE)))
                .orElseThrow();
    }

    /** What one of them said, and whether it may be read. */
    void asked(DatabaseState state, DatabaseProbe probe, boolean isRead) {
        Look before = looks.get(state.name());
        long mark = probe instanceof DatabaseProbe.Seen seen
                ? 31 * seen.optionsMark() + seen.options().hashCode()
                : 0;
        boolean isSame = before != null && before.state().equals(state) && before.mark() == mark;
        boolean isQuiet = switch (probe) {
            case DatabaseProbe.Seen seen -> isRead && isSame && isQuiet(seen);
            case DatabaseProbe.NeverOn off -> isSame;
            case DatabaseProbe.Failed failed -> false;
        };
        looks.put(state.name(), new Look(state, isRead, isQuiet, mark, ticker.readNanos()));
    }

    /** Nothing new for two intervals, and the newest one settled. The newest is always asked for again. */
    private static boolean isQuiet(DatabaseProbe.Seen seen) {
        if (seen.count() == 0) {
            return true;
        }
        if (seen.above().isEmpty() || seen.above().getLast().id() != seen.highestId()) {
            return false;
        }
        RuntimeStatsInterval newest = seen.above().getLast();
        Duration two = Duration.ofMinutes(Math.max(1, seen.options().intervalLengthMinutes()))
                .multipliedBy(2);
        Instant settled = IntervalClock.of(seen.options()).settlesAfter(newest);
        return seen.sourceNow().isAfter(settled)
                && seen.sourceNow().isAfter(newest.end().plus(two));
    }

    /** All are to be asked the next time. */
    void wake() {
        looks.replaceAll((name, look) -> look.awake());
    }

    /** Those that may be read as far as each one's last probe tells, in the same order. */
    List<String> read(List<DatabaseState> eligible) {
        return eligible.stream()
                .map(DatabaseState::name)
                .filter(name ->
                        Optional.ofNullable(looks.get(name)).map(Look::isRead).orElse(false))
                .toList();
    }

    /** Those that were not asked this time. */
    static Set<String> resting(List<DatabaseState> eligible, Collection<DatabaseState> asked) {
        return eligible.stream()
                .filter(one -> !asked.contains(one))
                .map(DatabaseState::name)
                .collect(Collectors.toSet());
    }
}

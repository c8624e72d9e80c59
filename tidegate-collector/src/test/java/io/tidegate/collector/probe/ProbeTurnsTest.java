package io.tidegate.collector.probe;

import static io.tidegate.core.store.StoreFixture.hour;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.ledger.BudgetLadder;
import io.tidegate.core.ledger.HourlyDuties;
import io.tidegate.core.ledger.IntervalClock;
import io.tidegate.core.ledger.Layout;
import io.tidegate.core.ledger.Situation;
import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.store.InMemoryStore;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.core.store.StoreFixture;
import io.tidegate.core.time.ManualTicker;
import io.tidegate.sqlserver.read.DatabaseProbe;
import io.tidegate.sqlserver.read.DatabaseState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Forty databases in which nothing runs beside two in which something does; a probe a minute, five minutes near. */
class ProbeTurnsTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration NEAR = OptionStretches.near(MINUTE);
    private static final int QUIET = 40;
    private static final int PARTS = 3;

    private final ManualTicker ticker = new ManualTicker();
    private final InMemoryStore store = new InMemoryStore();
    private final Map<String, SeriesState> states = new HashMap<>();
    private final Map<String, Long> askedNanos = new HashMap<>();
    private ProbeTurns turns = new ProbeTurns(ticker, MINUTE, NEAR);
    private Instant now = hour(100);
    private QueryStoreOptions options = StoreFixture.options();
    private Instant newest = hour(50);
    private long more;
    private Duration longestWait = Duration.ZERO;

    /**
     * Mutations seen to break it: each part is asked each time; the same part is asked each time; what is active is asked in turn too;
     * the first look at a database is taken for quiet.
     */
    @Test
    void givenManyQuietDatabases_whenProbed_thenAPartIsAskedEachTimeAndEachOneWhileTwoLooksAreNear() {
        List<DatabaseState> all = databases(QUIET, 2);
        assertThat(pass(all)).as("never seen").hasSize(QUIET + 2);
        assertThat(pass(all)).as("seen once").hasSize(QUIET + 2);

        int asked = 0;
        for (int i = 0; i < 30; i++) {
            List<String> some = pass(all);
            assertThat(some).contains("busy-0", "busy-1");
            asked += some.size();
        }
        assertThat(longestWait).isEqualTo(MINUTE.multipliedBy(PARTS));
        assertThat(asked).isEqualTo(30 * 2 + 30 / PARTS * QUIET);
        assertThat(turns.read(all)).as("all of them are known").hasSize(QUIET + 2);
    }

    /** Mutation seen to break it: a database may wait as long as the last pass was not too late for it. */
    @Test
    void givenPassesThatComeLate_whenProbed_thenNoneIsLeftForWhichTheNextMayBeTooLate() {
        List<DatabaseState> all = databases(QUIET, 2);
        pass(all);
        pass(all);
        for (int i = 0; i < 60; i++) {
            ticker.advance(Duration.ofSeconds(i * 37 % 60));
            pass(all);
        }
        assertThat(longestWait).isBetween(MINUTE.multipliedBy(2), NEAR);
    }

    /** Mutations seen to break it: few are asked in turn; rare passes ask in turn. */
    @Test
    void givenFewDatabasesOrRarePasses_whenProbed_thenAllAreAskedEachTime() {
        List<DatabaseState> few = databases(ProbeTurns.FEW, 0);
        List<DatabaseState> all = databases(QUIET, 2);
        for (int i = 0; i < 6; i++) {
            assertThat(pass(few)).hasSize(ProbeTurns.FEW);
        }
        pass(all);
        for (int i = 0; i < 6; i++) {
            ticker.advance(Duration.ofMinutes(2)); // three in all: nothing is left for a part
            assertThat(pass(all)).hasSize(QUIET + 2);
        }
        turns = new ProbeTurns(ticker, Duration.ofMinutes(5), OptionStretches.near(Duration.ofMinutes(5)));
        for (int i = 0; i < 6; i++) {
            assertThat(pass(all)).hasSize(QUIET + 2);
        }
    }

    /**
     * Mutations seen to break it, one for each: the row in the server's list is not compared; nor are the options; a suspect epoch
     * waits; a failure waits; what somebody wants to know now waits.
     */
    @Test
    void givenAQuietDatabase_whenAnythingIsOtherThanBefore_thenItIsAskedEachTimeUntilItIsQuietAgain() {
        List<DatabaseState> all = databases(QUIET, 0);
        rest(all);
        DatabaseState before = all.get(7);
        all.set(7, state(7 + 1_000, before.name()));
        assertAskedEachTime("another database of that name", all, before.name(), 2);

        rest(all);
        states.computeIfPresent("quiet-3", (name, state) -> state.probed(state.series(), state.situation(), true));
        assertAskedEachTime("suspect", all, "quiet-3", 9);
        states.computeIfPresent("quiet-3", (name, state) -> state(name));

        rest(all);
        states.computeIfPresent("quiet-4", (name, state) -> state.served(BudgetLadder.FULL.afterFailure(hour(1)), 0));
        assertAskedEachTime("failing", all, "quiet-4", 9);
        states.computeIfPresent("quiet-4", (name, state) -> state(name));

        rest(all);
        turns.wake();
        assertThat(pass(all)).hasSize(QUIET);

        rest(all);
        options = new QueryStoreOptions(1, 0, 900, 60, 30, 100, 1000, true);
        Set<String> seenSo = new HashSet<>();
        List<String> fresh = List.of();
        for (int i = 0; i < PARTS; i++) {
            List<String> asked = pass(all);
            assertThat(asked).as("options have changed").containsAll(fresh);
            fresh = asked.stream().filter(seenSo::add).toList();
        }
        assertThat(seenSo).hasSize(QUIET);
    }

    /** Mutations seen to break it, one for each: two intervals are not waited for; nor is settling; a list that is not read to its end is quiet. */
    @Test
    void givenTheNewestInterval_whenItIsNotLongAgo_thenItsDatabaseIsAskedEachTime() {
        List<DatabaseState> all = databases(QUIET, 0);
        newest = now.minus(Duration.ofMinutes(110));
        rest(all);
        assertThat(pass(all)).as("two hours are not over").hasSize(QUIET);
        newest = now.minus(Duration.ofMinutes(121));
        rest(all);
        assertThat(pass(all)).as("they are").hasSizeLessThan(QUIET);
        options = new QueryStoreOptions(2, 0, 900, 1, 30, 100, 1000, true);
        newest = now.minusSeconds(300);
        rest(all);
        assertThat(pass(all))
                .as("more than two minutes are over, but it has not settled")
                .hasSize(QUIET);
        newest = now.minusSeconds(1_200);
        more = 1;
        rest(all);
        assertThat(pass(all)).as("its list was not read to the end").hasSize(QUIET);
        more = 0;
        rest(all);
        assertThat(pass(all)).hasSizeLessThan(QUIET);
    }

    /** A minute later: what is asked, and how long ago each of it was asked before. */
    private List<String> pass(List<DatabaseState> all) {
        ticker.advance(MINUTE);
        now = now.plus(MINUTE);
        List<DatabaseState> asked = turns.choose(all, states);
        for (DatabaseState one : asked) {
            boolean isBusy = one.name().startsWith("busy");
            turns.asked(one, seen(one.name(), isBusy ? now : newest), true);
            Long before = askedNanos.put(one.name(), ticker.readNanos());
            Duration waited = before == null ? Duration.ZERO : Duration.ofNanos(ticker.readNanos() - before);
            longestWait = waited.compareTo(longestWait) > 0 ? waited : longestWait;
        }
        return asked.stream().map(DatabaseState::name).toList();
    }

    /** So many passes that each is quiet, where it can be, and was asked since what came before. */
    private void rest(List<DatabaseState> all) {
        for (int i = 0; i < 2 * PARTS; i++) {
            pass(all);
        }
    }

    private void assertAskedEachTime(String why, List<DatabaseState> all, String name, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(pass(all)).as("%s, %d", why, i).contains(name);
        }
    }

    private DatabaseProbe.Seen seen(String name, Instant end) {
        Duration length = Duration.ofMinutes(options.intervalLengthMinutes());
        RuntimeStatsInterval last = new RuntimeStatsInterval(9, end.minus(length), end);
        return new DatabaseProbe.Seen(name, now, options, 0, 1, 9 + more, 9 + more, List.of(last));
    }

    private List<DatabaseState> databases(int quiet, int busy) {
        List<DatabaseState> all = new ArrayList<>();
        IntStream.range(0, quiet).forEach(i -> all.add(state(10 + i, "quiet-" + i)));
        IntStream.range(0, busy).forEach(i -> all.add(state(100 + i, "busy-" + i)));
        all.forEach(one -> states.put(one.name(), state(one.name())));
        return all;
    }

    private static DatabaseState state(int id, String name) {
        return new DatabaseState(id, name, 0, 0, true, false, "", true, true);
    }

    private SeriesState state(String name) {
        SeriesRecord series = store.openSeries(store.registerServer("sim-1"), name, 5, hour(1), now);
        Situation situation = new Situation(
                now, hour(1), options, IntervalClock.of(options), Layout.BY_INTERVAL, Situation.DEFAULT_HORIZON);
        return SeriesState.fresh(series, situation, false, 0, HourlyDuties.of("sim-1"));
    }
}

package io.tidegate.store.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.HistoryReader.StoredInterval;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.LedgerEntry.State;
import io.tidegate.core.store.Rows;
import io.tidegate.core.store.SeriesRecord;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The closing of intervals from their last peeks under kill -9: an interval is closed whole, with its figures and without its
 * peek, or it is not closed and its peek is there.
 *
 * <p>Mutation seen to break it: a commit between the ledger's change and the move of the rows.
 */
class ClosingKillTest {
    private static final long SEED = 20_261_130;
    private static final int KILLS = 5;
    private static final int MOST_ANSWERS = 60;

    private static final String STANDING = "SELECT i.epoch, i.interval_id, i.state,"
            + " (SELECT count(*) FROM runtime_stats r WHERE r.epoch = i.epoch AND r.interval_id = i.interval_id),"
            + " (SELECT count(*) FROM peek p WHERE p.epoch = i.epoch AND p.interval_id = i.interval_id AND is_current),"
            + " (SELECT count(*) FROM peek p WHERE p.epoch = i.epoch AND p.interval_id = i.interval_id AND NOT is_current)"
            + " FROM ledger_interval i WHERE i.kind = 'RUNTIME'";

    @TempDir
    Path directory;

    @Test
    void givenKillsBetweenClosings_whenReopened_thenEachIntervalIsClosedWholeOrPeekedAt() throws Exception {
        Random random = new Random(SEED);
        Map<Long, String> told = new HashMap<>();
        for (int round = 0; round < KILLS; round++) {
            List<String> answers = KillTest.run(
                    KillTest.command(ClosingVictim.class, directory),
                    10 + random.nextInt(MOST_ANSWERS),
                    random.nextDouble());
            for (String answer : answers) {
                String[] word = answer.split(" ", -1);
                if (word.length > 1) {
                    told.put(Long.parseLong(word[1]), word[0]);
                }
            }
            check("seed " + SEED + ", round " + round, told);
        }
        assertThat(told.values()).contains("closed");
    }

    private void check(String when, Map<Long, String> told) {
        try (DuckDbStore store = TestStores.open(directory)) {
            Set<Long> closed = new HashSet<>();
            for (List<Object> row : store.query(STANDING, 1_000_000).rows()) {
                long id = number(row.get(1));
                String as = when + ": " + row;
                if (State.valueOf(row.get(2).toString()) == State.HELD) {
                    closed.add(id);
                    assertThat(number(row.get(3))).as(as).isEqualTo(ClosingVictim.ROWS);
                    assertThat(number(row.get(4)) + number(row.get(5))).as(as).isZero();
                } else {
                    assertThat(row.get(2)).as(as).hasToString(State.LISTED.name());
                    assertThat(number(row.get(3))).as(as).isZero();
                    boolean isPeeked = Set.of("peeked", "closed", "reopened").contains(told.getOrDefault(id, ""));
                    assertThat(number(row.get(4)))
                            .as(as)
                            .isIn(isPeeked ? Set.of((long) ClosingVictim.ROWS) : Set.of(0L, (long) ClosingVictim.ROWS));
                }
            }
            long last = told.keySet().stream().mapToLong(Long::longValue).max().orElse(0);
            told.forEach((id, word) -> assertThat(closed.contains(id)
                            || !word.equals("closed")
                            || (id == last && ClosingVictim.isReopened(id)))
                    .as("%s: %d was %s", when, id, word)
                    .isTrue());
            store.allSeries().stream().map(SeriesRecord::key).forEach(k -> checkFigures(store, k, when));
            KillTest.checkNoneIsUnvouched(store, when);
        }
    }

    private static void checkFigures(DuckDbStore store, SeriesKey k, String when) {
        Map<Long, StoredInterval> stored = new HashMap<>();
        store.storedIntervals(k).forEach(one -> stored.put(one.intervalId(), one));
        for (LedgerEntry entry : store.ledger(k)) {
            if (entry.state() == State.HELD) {
                long id = entry.interval().id();
                long executions = LongStream.rangeClosed(1, ClosingVictim.ROWS)
                        .map(plan -> Rows.executions(id, plan))
                        .sum();
                String as = when + ": " + entry;
                assertThat(entry.isFromLastPeek()).as(as).isTrue();
                assertThat(entry.flags()).as(as).contains(Flag.LOST_AT_SOURCE);
                assertThat(entry.figures().rows()).as(as).isEqualTo(ClosingVictim.ROWS);
                assertThat(entry.figures().executions()).as(as).isEqualTo(executions);
                assertThat(stored.get(id).distinctKeys()).as(as).isEqualTo(ClosingVictim.ROWS);
                assertThat(stored.get(id).executions()).as(as).isEqualTo(executions);
            }
        }
    }

    private static long number(Object cell) {
        return ((Number) cell).longValue();
    }
}

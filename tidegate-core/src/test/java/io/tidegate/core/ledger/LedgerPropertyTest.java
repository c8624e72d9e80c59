package io.tidegate.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeKey;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.StatsKey;
import io.tidegate.core.model.WaitKey;
import io.tidegate.core.store.HistoryReader.StoredInterval;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.StageBatch;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * For any catalogue, any budgets and any failures between any two steps, the union of what is stored equals the source,
 * each row once. Seen to fail with these mutations: a cut as soon as the budget is used up, inside a split key ({@code
 * BandReader.readRows} asks the meter before {@code RowIntake.accept}, and finishes the open key); a cursor that moves
 * without its rows; a stage that does not compare the revision; a claim over a held interval. The first was made by
 * hand, the others are tests below or of the store's contract.
 */
class LedgerPropertyTest {

    @Test
    @Incident(14)
    void givenAnyCatalogueBudgetsAndFailures_whenAllIsDone_thenWhatIsStoredEqualsTheSourceEachRowOnce() {
        Seen seen = new Seen();
        LongStream.rangeClosed(1, 400).forEach(seed -> seen.add(check(seed, driver -> UnaryOperator.identity())));
        seen.hadEverything();
    }

    /** Which draws a thread makes is chance here, so that a seed names the catalogue only. */
    @Test
    void givenStoreCallsOnThreadsOfTheirOwn_whenAllIsDone_thenWhatIsStoredEqualsTheSourceEachRowOnce() {
        Executor threads = call -> Thread.ofVirtual().start(call);
        LongStream.rangeClosed(1, 200).forEach(seed -> check(seed, driver -> UnaryOperator.identity(), threads));
    }

    @Test
    @Tag("proof")
    void givenManyMoreSeeds_whenAllIsDone_thenWhatIsStoredEqualsTheSourceEachRowOnce() {
        long base = Long.getLong("tidegate.seed", System.currentTimeMillis());
        Seen seen = new Seen();
        LongStream.range(base, base + 20_000)
                .forEach(seed -> seen.add(check(seed, driver -> UnaryOperator.identity())));
        seen.hadEverything();
    }

    @Test
    @Incident(19)
    void givenTheMutantThatMovesTheCursorWithoutRows_whenAllIsDone_thenRowsAreFoundMissing() {
        failsWithin(driver -> batch -> FaultyStore.withoutRows(batch, driver.random()));
    }

    @Test
    void givenTheMutantThatDoesNotCompareRevisions_whenAllIsDone_thenRowsAreFoundTwice() {
        failsWithin(driver -> batch -> FaultyStore.withoutCompare(batch, driver.store));
    }

    private static void failsWithin(Function<LedgerDriver, UnaryOperator<StageBatch>> mutant) {
        assertThatThrownBy(() -> LongStream.rangeClosed(1, 400).forEach(seed -> check(seed, mutant)))
                .isInstanceOf(AssertionError.class);
    }

    private static LedgerDriver check(long seed, Function<LedgerDriver, UnaryOperator<StageBatch>> mutant) {
        return check(seed, mutant, Runnable::run);
    }

    private static LedgerDriver check(
            long seed, Function<LedgerDriver, UnaryOperator<StageBatch>> mutant, Executor executor) {
        CatalogModel model = new CatalogModel(seed);
        LedgerDriver driver = new LedgerDriver(model, seed * 31 + 7, mutant, executor);
        String what = "seed " + seed + ": " + model;
        assertThat(driver.run()).as("%s: everything ends up held", what).isTrue();
        for (Kind kind : Kind.values()) {
            for (LedgerEntry entry : driver.store.reader().ledger(driver.series, kind)) {
                check(
                        what + ", " + kind,
                        driver,
                        entry,
                        model.truth(kind, entry.interval().id()));
            }
        }
        return driver;
    }

    private static void check(String what, LedgerDriver driver, LedgerEntry entry, Map<StatsKey, Long> truth) {
        long id = entry.interval().id();
        assertThat(entry.figures().rows()).as("%s: rows of %d", what, id).isEqualTo(truth.size());
        assertThat(entry.figures().checksum())
                .as("%s: checksum of %d", what, id)
                .isEqualTo(checksum(truth));
        StoredInterval stored = driver.store.reader().storedIntervals(driver.series, entry.kind()).stream()
                .filter(s -> s.intervalId() == id)
                .findFirst()
                .orElse(new StoredInterval(id, entry.interval().start(), 0, 0, 0, 0));
        assertThat(stored.distinctKeys()).as("%s: keys of %d", what, id).isEqualTo(truth.size());
        assertThat(stored.rows()).as("%s: each row once in %d", what, id).isEqualTo(truth.size());
        assertThat(entry.kind() == Kind.RUNTIME ? stored.executions() : stored.waitMillis())
                .as("%s: executions, or time waited, of %d", what, id)
                .isEqualTo(truth.values().stream().mapToLong(n -> n).sum());
    }

    private static long checksum(Map<StatsKey, Long> truth) {
        return truth.entrySet().stream()
                .mapToLong(e -> checksum(e.getKey(), e.getValue()))
                .sum();
    }

    private static long checksum(StatsKey key, long amount) {
        return switch (key) {
            case RuntimeKey row -> RuntimeRow.checksumOf(row.planId(), amount, row.executionType());
            case WaitKey row ->
                row.planId() % 1_000_003 * (amount % 100_003) * (row.executionType() * 32 + row.waitCategory() + 1);
        };
    }

    /** What the runs went through: a property that was never put to the test proves nothing. */
    private static final class Seen {
        private long faults;
        private long cuts;
        private long fenced;
        private long torn;

        void add(LedgerDriver driver) {
            faults += driver.faults;
            cuts += driver.cuts;
            fenced += driver.fenced;
            torn += driver.torn;
        }

        void hadEverything() {
            assertThat(faults).as("faults").isGreaterThan(100);
            assertThat(cuts).as("cuts").isGreaterThan(100);
            assertThat(fenced).as("fenced").isGreaterThan(20);
            assertThat(torn).as("torn").isGreaterThan(100);
        }
    }
}

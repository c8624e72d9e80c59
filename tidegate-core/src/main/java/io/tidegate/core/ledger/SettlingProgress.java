package io.tidegate.core.ledger;

import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.IntervalFigures;
import io.tidegate.core.store.LedgerEntry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What has been learnt at the source about a suspect epoch, so that slices that are too small for it settle it together:
 * each goes on where the one before was cut. Where several in a row learn nothing, comparing is given up. Thread-safe.
 */
public final class SettlingProgress {
    /** So many slices in a row that learn nothing are enough. */
    public static final int FRUITLESS_SLICES = 3;

    private final Map<Fact, IntervalFigures> counts = new HashMap<>();
    private final Map<Fact, Boolean> sameness = new HashMap<>();
    private Map<Long, RuntimeStatsInterval> listed = Map.of();
    private long highestId;
    private String fork = "";
    private boolean hasLearnt;
    private int fruitless;

    /** Nothing is learnt yet. */
    public SettlingProgress() {}

    private record Fact(SeriesKey epoch, RuntimeStatsInterval interval) {}

    /**
     * A slice begins. What was learnt is dropped when the source has gone to another history since.
     *
     * @param list the source's whole list, ascending by id
     * @param recoveryFork its recovery fork; empty where it is not seen
     */
    public synchronized void begin(List<RuntimeStatsInterval> list, String recoveryFork) {
        long highest = list.isEmpty() ? 0 : list.getLast().id();
        boolean goesOn = recoveryFork.equals(fork)
                && highest >= highestId
                && list.stream().allMatch(one -> one.equals(listed.getOrDefault(one.id(), one)));
        if (!goesOn) {
            counts.clear();
            sameness.clear();
            fruitless = 0;
        }
        Map<Long, RuntimeStatsInterval> byId = new HashMap<>();
        list.forEach(one -> byId.put(one.id(), one));
        listed = byId;
        highestId = highest;
        fork = recoveryFork;
        hasLearnt = false;
    }

    /** A slice was cut before all was known. */
    public synchronized void cut() {
        fruitless = hasLearnt ? 0 : fruitless + 1;
    }

    /**
     * Whether more slices would be of no use.
     *
     * @return true after {@value #FRUITLESS_SLICES} slices in a row that learnt nothing
     */
    public synchronized boolean isGivenUp() {
        return fruitless >= FRUITLESS_SLICES;
    }

    /**
     * What was counted of an interval.
     *
     * @param epoch whose ledger has it
     * @param entry the interval
     * @return empty while it was not counted
     */
    public synchronized Optional<IntervalFigures> counted(SeriesKey epoch, LedgerEntry entry) {
        return Optional.ofNullable(counts.get(new Fact(epoch, entry.interval())));
    }

    /**
     * It was counted.
     *
     * @param epoch whose ledger has it
     * @param entry the interval
     * @param figures what the source has
     */
    public synchronized void learn(SeriesKey epoch, LedgerEntry entry, IntervalFigures figures) {
        hasLearnt |= counts.put(new Fact(epoch, entry.interval()), figures) == null;
    }

    /**
     * Whether an interval that counts otherwise is the same for all that.
     *
     * @param epoch whose ledger has it
     * @param entry the interval
     * @return empty while its rows were not compared
     */
    public synchronized Optional<Boolean> isSame(SeriesKey epoch, LedgerEntry entry) {
        return Optional.ofNullable(sameness.get(new Fact(epoch, entry.interval())));
    }

    /**
     * Its rows were compared.
     *
     * @param epoch whose ledger has it
     * @param entry the interval
     * @param isSame what came of it
     */
    public synchronized void learn(SeriesKey epoch, LedgerEntry entry, boolean isSame) {
        hasLearnt |= sameness.put(new Fact(epoch, entry.interval()), isSame) == null;
    }
}

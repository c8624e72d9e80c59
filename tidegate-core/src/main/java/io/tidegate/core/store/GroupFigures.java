package io.tidegate.core.store;

import io.tidegate.core.model.RuntimeKey;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.StatsKey;
import io.tidegate.core.model.WaitKey;
import io.tidegate.core.model.WaitRow;
import java.util.HashMap;
import java.util.Map;

/**
 * What there is of an interval, replica group by replica group: late rows of one may be as many as another one lost.
 * Immutable.
 *
 * @param byGroup figures without CPU and duration by {@code replica_group_id}; a group without rows is absent
 */
public record GroupFigures(Map<Long, IntervalFigures> byGroup) {
    /** The group of the server that is read. */
    public static final long LOCAL = 1;

    /** No rows. */
    public static final GroupFigures NONE = new GroupFigures(Map.of());

    /** Copies. */
    public GroupFigures {
        byGroup = Map.copyOf(byGroup);
    }

    /**
     * With figures of one more group, or of other rows of one.
     *
     * @param group its {@code replica_group_id}
     * @param figures of its rows
     * @return added to what there is of it
     */
    public GroupFigures with(long group, IntervalFigures figures) {
        Map<Long, IntervalFigures> more = new HashMap<>(byGroup);
        more.merge(group, figures, GroupFigures::sum);
        return new GroupFigures(more);
    }

    /**
     * Of rows that are held.
     *
     * @param amounts {@link io.tidegate.core.model.StatsRow#amount} by key, of one interval
     * @return their figures
     */
    public static GroupFigures of(Map<StatsKey, Long> amounts) {
        Map<Long, IntervalFigures> groups = new HashMap<>();
        amounts.forEach((key, amount) -> groups.merge(key.replicaGroup(), ofRow(key, amount), GroupFigures::sum));
        return new GroupFigures(groups);
    }

    private static IntervalFigures ofRow(StatsKey key, long amount) {
        return switch (key) {
            case RuntimeKey runtime ->
                new IntervalFigures(
                        1, amount, 0, 0, RuntimeRow.checksumOf(runtime.planId(), amount, runtime.executionType()));
            case WaitKey waits ->
                new IntervalFigures(
                        1,
                        0,
                        0,
                        0,
                        WaitRow.checksumOf(waits.planId(), amount, waits.executionType(), waits.waitCategory()),
                        amount);
        };
    }

    /**
     * One group's.
     *
     * @param group its {@code replica_group_id}
     * @return {@link IntervalFigures#NONE} where it has no rows
     */
    public IntervalFigures of(long group) {
        return byGroup.getOrDefault(group, IntervalFigures.NONE);
    }

    /**
     * Whether rows of another group than the local one are among them.
     *
     * @return true where there are
     */
    public boolean hasOthers() {
        return byGroup.keySet().stream().anyMatch(group -> group != LOCAL);
    }

    /**
     * All groups together.
     *
     * @return their sum
     */
    public IntervalFigures total() {
        return byGroup.values().stream().reduce(IntervalFigures.NONE, GroupFigures::sum);
    }

    private static IntervalFigures sum(IntervalFigures one, IntervalFigures other) {
        return new IntervalFigures(
                one.rows() + other.rows(),
                one.executions() + other.executions(),
                one.cpuMicros() + other.cpuMicros(),
                one.durationMicros() + other.durationMicros(),
                one.checksum() + other.checksum(),
                one.waitMillis() + other.waitMillis());
    }
}

package io.tidegate.core.ledger;

import io.tidegate.core.model.WaitRow;

/**
 * The sum of the parts of one key of wait stats. The view shows no count of executions, so a part has {@code rint(total /
 * avg)} of them; a NULL deviation is one that came out negative after rounding: zero. It shows no times of execution
 * either, so the last wait is that of the part that came last. Deviations are added up as {@link RuntimeSum} does. Confined to one thread.
 */
final class WaitSum implements PartSum<WaitRow> {
    private final WaitRow first;
    private WaitRow newest;
    private int parts;
    private long executions;
    private long total;

    /** Sum of squared distances from the mean so far, {@code total / executions}. */
    private double spread;

    private long min = Long.MAX_VALUE;
    private long max = Long.MIN_VALUE;

    WaitSum(WaitRow first) {
        this.first = first;
        this.newest = first;
        add(first);
    }

    @Override
    public void add(WaitRow part) {
        parts++;
        newest = part;
        if (part.executions() > 0) {
            addSpread(part, part.executions());
        }
        executions += part.executions();
        total += part.totalMillis();
        min = Math.min(min, part.minMillis());
        max = Math.max(max, part.maxMillis());
    }

    private void addSpread(WaitRow part, long count) {
        double stdev = Double.isNaN(part.stdevMillis()) ? 0 : part.stdevMillis();
        spread += count * stdev * stdev;
        if (executions > 0) {
            double distance = part.avgMillis() - (double) total / executions;
            spread += distance * distance * executions * count / (executions + count);
        }
    }

    @Override
    public WaitRow row() {
        if (parts == 1) {
            return first;
        }
        if (executions == 0) {
            return new WaitRow(
                    first.key(), total, first.avgMillis(), newest.lastMillis(), min, max, first.stdevMillis());
        }
        double avg = (double) total / executions;
        return new WaitRow(first.key(), total, avg, newest.lastMillis(), min, max, Math.sqrt(spread / executions));
    }
}

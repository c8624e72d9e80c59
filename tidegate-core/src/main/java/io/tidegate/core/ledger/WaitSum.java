package io.tidegate.core.ledger;

import io.tidegate.core.model.WaitRow;

/**
 * The sum of the parts of one key of wait stats. The view shows no count of executions, so a part has {@code rint(total /
 * avg)} of them; a NULL deviation is one that came out negative after rounding: zero. It shows no times of execution
 * either, so the last wait is that of the part that came last. Confined to one thread.
 */
final class WaitSum implements PartSum<WaitRow> {
    private final WaitRow first;
    private WaitRow newest;
    private int parts;
    private long executions;
    private long total;
    private double squares;
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
        long count = part.executions();
        executions += count;
        total += part.totalMillis();
        if (count > 0) {
            double stdev = Double.isNaN(part.stdevMillis()) ? 0 : part.stdevMillis();
            squares += count * (stdev * stdev + part.avgMillis() * part.avgMillis());
        }
        min = Math.min(min, part.minMillis());
        max = Math.max(max, part.maxMillis());
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
        double stdev = Math.sqrt(Math.max(0, squares / executions - avg * avg));
        return new WaitRow(first.key(), total, avg, newest.lastMillis(), min, max, stdev);
    }
}

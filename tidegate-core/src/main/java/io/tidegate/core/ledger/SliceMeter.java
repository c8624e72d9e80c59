package io.tidegate.core.ledger;

import io.tidegate.core.time.Ticker;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * What one slice has used of its budget, over all bands that it reads. The time counts from its making. Confined to one
 * thread.
 */
public final class SliceMeter {
    private final ReadBudget budget;
    private final Ticker ticker;
    private final BooleanSupplier isLate;
    private final long startNanos;
    private long bytes;
    private long rows;

    /**
     * A meter that has counted nothing.
     *
     * @param budget the limits
     * @param ticker the monotonic clock
     * @param isLate whether the step's deadline has come; asked on every row
     */
    public SliceMeter(ReadBudget budget, Ticker ticker, BooleanSupplier isLate) {
        this.budget = budget;
        this.ticker = ticker;
        this.isLate = isLate;
        this.startNanos = ticker.readNanos();
    }

    /**
     * Counts what was read.
     *
     * @param moreRows rows as the source sent them
     * @param moreBytes UTF-16 bytes of text plus fixed widths
     */
    public void count(long moreRows, long moreBytes) {
        rows += moreRows;
        bytes += moreBytes;
    }

    /**
     * Whether the slice has to end at the next place between two keys.
     *
     * @return what is used up, or {@link ReadBudget.Limit#NONE}
     */
    public ReadBudget.Limit spent() {
        if (isLate.getAsBoolean()) {
            return ReadBudget.Limit.DEADLINE;
        }
        return budget.spent(bytes, rows, Duration.ofNanos(ticker.readNanos() - startNanos));
    }

    /**
     * Rows so far.
     *
     * @return as the source sent them
     */
    public long rows() {
        return rows;
    }

    /**
     * Bytes so far.
     *
     * @return as budgets count them
     */
    public long bytes() {
        return bytes;
    }
}

package io.tidegate.collector.work;

import io.tidegate.core.ledger.ReadBudget;
import io.tidegate.core.ledger.SliceMeter;
import io.tidegate.core.ledger.SpareBatches;
import io.tidegate.core.step.StepContext;
import io.tidegate.core.time.Ticker;
import io.tidegate.sqlserver.session.ReadLimits;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** The budget of one lease: what is left of it, and whether the step is late. Confined to one thread. */
public final class Slice {
    private static final Duration LEAST = Duration.ofMillis(50);

    private final ReadBudget budget;
    private final Duration read;
    private final StepContext context;
    private final Ticker ticker;
    private final long startNanos;
    private final SliceMeter meter;
    private final SpareBatches spare;

    /**
     * A slice that begins now.
     *
     * @param budget what it may read
     * @param read how long one statement of it may take
     * @param context its step
     * @param ticker for durations
     * @param spare batches that may wait for the store beyond one, shared with other slices
     */
    public Slice(ReadBudget budget, Duration read, StepContext context, Ticker ticker, SpareBatches spare) {
        this(budget, read, context, ticker, spare, () -> false);
    }

    /**
     * A slice that somebody may end.
     *
     * @param budget what it may read
     * @param read how long one statement of it may take
     * @param context its step
     * @param ticker for durations
     * @param spare batches that may wait for the store beyond one
     * @param isToStop whether it is to read nothing more; asked often, does not block
     */
    public Slice(
            ReadBudget budget,
            Duration read,
            StepContext context,
            Ticker ticker,
            SpareBatches spare,
            BooleanSupplier isToStop) {
        this.spare = spare;
        this.budget = budget;
        this.read = read;
        this.context = context;
        this.ticker = ticker;
        this.startNanos = ticker.readNanos();
        this.meter = new SliceMeter(
                budget, ticker, () -> context.isPastDeadline() || context.isCancelled() || isToStop.getAsBoolean());
    }

    private Slice(Slice of, Duration most) {
        this.spare = of.spare;
        this.read = of.read;
        this.context = of.context;
        this.ticker = of.ticker;
        this.startNanos = ticker.readNanos();
        this.meter = of.meter;
        Duration used = Duration.ofNanos(startNanos - of.startNanos);
        Duration rest = of.budget.time().minus(used);
        this.budget = of.budget.atMost(rest.isPositive() ? rest : LEAST).atMost(most);
    }

    /**
     * What is left of this slice, but not longer than a time from now on.
     *
     * @param most above zero
     * @return a slice whose reads count for this one too
     */
    public Slice atMost(Duration most) {
        return new Slice(this, most);
    }

    /**
     * The meter that all reads of the slice share.
     *
     * @return the same one each time
     */
    public SliceMeter meter() {
        return meter;
    }

    /**
     * Batches that may wait for the store beyond one.
     *
     * @return shared with other slices
     */
    public SpareBatches spare() {
        return spare;
    }

    /**
     * Whether the slice is over.
     *
     * @return true when any limit is used up, the deadline has passed or somebody asked to stop
     */
    public boolean isSpent() {
        return meter.spent() != ReadBudget.Limit.NONE
                || ticker.readNanos() - startNanos >= budget.time().toNanos();
    }

    /**
     * What one statement may still take.
     *
     * @return what is left of rows, bytes and time; each at least a little, so that a read always moves on
     */
    public ReadLimits limits() {
        Duration used = Duration.ofNanos(ticker.readNanos() - startNanos);
        Duration rest = budget.time().minus(used);
        Duration left = rest.compareTo(read) < 0 ? rest : read;
        return new ReadLimits(
                Math.max(1, budget.rows() - meter.rows()),
                Math.max(1, budget.bytes() - meter.bytes()),
                left.compareTo(LEAST) < 0 ? LEAST : left);
    }

    /**
     * The step.
     *
     * @return deadline and stop
     */
    public StepContext context() {
        return context;
    }
}

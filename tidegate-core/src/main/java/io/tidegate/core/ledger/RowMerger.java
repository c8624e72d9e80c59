package io.tidegate.core.ledger;

import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.model.WaitRow;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the parts of split rows while they stream by in an order in which the parts of one key are neighbours. A key
 * is finished only when another one follows, or at {@link #finish}: until then a second part may come. Confined to one
 * thread.
 *
 * @param <R> what rows
 */
public final class RowMerger<R extends StatsRow> {
    private final Function<R, PartSum<R>> sums;
    private @Nullable R first;

    /** Of the open key, once it has a second part. */
    private @Nullable PartSum<R> sum;

    private long splitKeys;

    private RowMerger(Function<R, PartSum<R>> sums) {
        this.sums = sums;
    }

    /**
     * A merger that has seen nothing.
     *
     * @return for runtime rows
     */
    public static RowMerger<RuntimeRow> runtime() {
        return new RowMerger<>(RuntimeSum::new);
    }

    /**
     * A merger that has seen nothing.
     *
     * @return for rows of wait stats
     */
    public static RowMerger<WaitRow> waits() {
        return new RowMerger<>(WaitSum::new);
    }

    /**
     * A merger that has seen nothing.
     *
     * @return for rows of both kinds; parts of one key are of one kind
     */
    public static RowMerger<StatsRow> any() {
        return new RowMerger<>(AnySum::of);
    }

    /**
     * Takes a row as the source sent it.
     *
     * @param part one of perhaps several parts of its key
     * @return the key before it, now finished; null when there is none, or when the part belongs to the same key
     */
    public @Nullable R accept(R part) {
        R one = first;
        if (one != null && one.key().equals(part.key())) {
            if (sum == null) {
                splitKeys++;
                sum = sums.apply(one);
            }
            sum.add(part);
            return null;
        }
        R finished = finish();
        first = part;
        return finished;
    }

    /**
     * Ends the stream: what is open is finished, since nothing follows.
     *
     * @return the last key; null when nothing is open
     */
    public @Nullable R finish() {
        R finished = sum == null ? first : sum.row();
        first = null;
        sum = null;
        return finished;
    }

    /**
     * Forgets the open key, since the stream is cut before its end is known.
     *
     * @return whether there was one
     */
    public boolean dropOpen() {
        boolean wasOpen = first != null;
        if (sum != null) {
            splitKeys--;
        }
        first = null;
        sum = null;
        return wasOpen;
    }

    /**
     * How many keys came in more than one part, the open one included.
     *
     * @return 0 after a clean read
     */
    public long splitKeys() {
        return splitKeys;
    }
}

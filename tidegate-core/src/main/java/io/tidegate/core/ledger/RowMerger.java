package io.tidegate.core.ledger;

import io.tidegate.core.model.RuntimeRow;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the parts of split rows while they stream by in an order in which the parts of one key are neighbours. A key
 * is finished only when another one follows, or at {@link #finish}: until then a second part may come. Confined to one
 * thread.
 */
public final class RowMerger {
    private @Nullable RuntimeRow first;

    /** Of the open key, once it has a second part. */
    private @Nullable PartSum sum;

    private long splitKeys;

    /** Makes a merger that has seen nothing. */
    public RowMerger() {}

    /**
     * Takes a row as the source sent it.
     *
     * @param part one of perhaps several parts of its key
     * @return the key before it, now finished; null when there is none, or when the part belongs to the same key
     */
    public @Nullable RuntimeRow accept(RuntimeRow part) {
        RuntimeRow one = first;
        if (one != null && one.key().equals(part.key())) {
            if (sum == null) {
                splitKeys++;
                sum = new PartSum(one);
            }
            sum.add(part);
            return null;
        }
        RuntimeRow finished = finish();
        first = part;
        return finished;
    }

    /**
     * Ends the stream: what is open is finished, since nothing follows.
     *
     * @return the last key; null when nothing is open
     */
    public @Nullable RuntimeRow finish() {
        RuntimeRow finished = sum == null ? first : sum.row();
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

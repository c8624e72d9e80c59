package io.tidegate.core.store;

/**
 * Interval ids from one to another. Immutable.
 *
 * @param first inclusive
 * @param last inclusive; below {@code first} when there is none
 */
public record IdRange(long first, long last) {
    /** No id. */
    public static final IdRange NONE = new IdRange(1, 0);

    /** Every id. */
    public static final IdRange ALL = new IdRange(Long.MIN_VALUE, Long.MAX_VALUE);

    /**
     * Whether there is none in it.
     *
     * @return true when the last lies below the first
     */
    public boolean isEmpty() {
        return last < first;
    }

    /**
     * Whether it has an id.
     *
     * @param id any
     * @return false when it is empty
     */
    public boolean contains(long id) {
        return first <= id && id <= last;
    }
}

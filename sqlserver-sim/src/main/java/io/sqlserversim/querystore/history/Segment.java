package io.sqlserversim.querystore.history;

/**
 * A stretch of time with one interval length in which executions were captured. Of each 32 intervals some, in a row,
 * are idle and have no id; all else is arithmetic on the index of an interval in the segment. Immutable; times in
 * {@link Ticks}.
 *
 * @param captureFrom inclusive
 * @param captureTo exclusive; {@link Long#MAX_VALUE} while it goes on
 * @param firstStart start of interval 0, which may be shorter than the others
 * @param length of an interval
 * @param firstId id of the first interval that has one
 * @param firstOrdinal ordinal of interval 0 in its epoch
 * @param idlePerBlock how many of 32 are idle
 * @param chance decides which ones
 */
record Segment(
        long captureFrom,
        long captureTo,
        long firstStart,
        long length,
        long firstId,
        long firstOrdinal,
        int idlePerBlock,
        long chance) {
    private static final int BLOCK = 32;

    Segment endingAt(long end) {
        return new Segment(captureFrom, end, firstStart, length, firstId, firstOrdinal, idlePerBlock, chance);
    }

    long startOf(long index) {
        return index == 0 ? firstStart : aligned() + index * length;
    }

    long endOf(long index) {
        return aligned() + (index + 1) * length;
    }

    private long aligned() {
        return Ticks.floor(firstStart, length);
    }

    /** The last interval that has begun by an instant at or after the first start. */
    long lastIndex(long now) {
        return (Math.min(now, captureTo - 1) - aligned()) / length;
    }

    /** The highest id whose interval has begun by an instant; {@code firstId - 1} when there is none. */
    long lastId(long now) {
        return now < captureFrom ? firstId - 1 : firstId + ranksUpTo(lastIndex(now)) - 1;
    }

    /** Its place among all intervals of the segment, idle ones counted. */
    long indexOfId(long id) {
        return indexOf(id - firstId);
    }

    /** How many intervals up to and including an index have an id. */
    private long ranksUpTo(long index) {
        long block = index / BLOCK;
        int within = (int) (index % BLOCK);
        int idleFrom = idleFrom(block);
        int idleSeen = Math.clamp(within - idleFrom + 1L, 0, idlePerBlock);
        return block * (BLOCK - idlePerBlock) + within + 1 - idleSeen;
    }

    private long indexOf(long rank) {
        long block = rank / (BLOCK - idlePerBlock);
        int within = (int) (rank % (BLOCK - idlePerBlock));
        return block * BLOCK + (within < idleFrom(block) ? within : within + idlePerBlock);
    }

    /** Where in a block the idle ones begin; never at its first interval. */
    private int idleFrom(long block) {
        long mixed = (chance ^ block * 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
        return 1 + (int) ((mixed >>> 33) % (BLOCK - idlePerBlock));
    }
}

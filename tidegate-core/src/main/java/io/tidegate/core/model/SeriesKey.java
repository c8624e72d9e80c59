package io.tidegate.core.model;

/**
 * One life of one database's Query Store: (home, lineage, epoch). Immutable. All three numbers are given by the store's
 * registry and begin every natural key.
 *
 * @param home number of the server on which the lineage was first met; never changes
 * @param lineage number of the availability group's database, else of (server, database); survives a failover and a
 *     rename
 * @param epoch 1 for the first life of its Query Store ids; a CLEAR or a restore starts the next
 */
public record SeriesKey(int home, int lineage, int epoch) implements Comparable<SeriesKey> {
    /**
     * Whether both are lives of one database.
     *
     * @param other any key
     * @return true for each epoch of the lineage, this one included
     */
    public boolean isSameLineage(SeriesKey other) {
        return home == other.home && lineage == other.lineage;
    }

    /**
     * Whether this life came before another one of the same database.
     *
     * @param other any key
     * @return false for another lineage
     */
    public boolean isEarlierEpochOf(SeriesKey other) {
        return isSameLineage(other) && epoch < other.epoch;
    }

    @Override
    public int compareTo(SeriesKey other) {
        int c = Integer.compare(home, other.home);
        c = c != 0 ? c : Integer.compare(lineage, other.lineage);
        return c != 0 ? c : Integer.compare(epoch, other.epoch);
    }
}

package io.sqlserversim.querystore.history;

/**
 * A group of readable replicas whose executions reach this store through the log, late. Immutable; times in
 * {@link Ticks}.
 *
 * @param id for {@code replica_group_id}, 2 or more; 1 is the local one
 * @param role for {@code role_type}: 2 secondary, 3 geo secondary, 4 geo HA secondary
 * @param name of the replica
 * @param since intervals that began before it have nothing of it
 * @param delay how long after an interval's end its rows arrive, at the least; at the most four times that
 */
public record ReplicaGroup(long id, int role, String name, long since, long delay) {
    /** The group of the store itself. */
    public static final long LOCAL = 1;

    /** When the rows of an interval are all there. */
    long arrives(StoredInterval interval) {
        long mixed = ((interval.id() * 31 + id) * 0x9E3779B97F4A7C15L) >>> 1;
        return interval.end() + delay + mixed % (3 * delay + 1);
    }
}

package io.sqlserversim.session;

/**
 * What a session has cost its server. Immutable.
 *
 * @param cpuMicros microseconds of CPU
 * @param logicalReads pages read
 * @param writes pages written
 */
public record SessionCost(long cpuMicros, long logicalReads, long writes) {
    /** Nothing. */
    public static final SessionCost NONE = new SessionCost(0, 0, 0);

    /**
     * What came on top of an earlier reading.
     *
     * @param earlier the earlier reading
     * @return the difference
     */
    public SessionCost since(SessionCost earlier) {
        return new SessionCost(
                cpuMicros - earlier.cpuMicros, logicalReads - earlier.logicalReads, writes - earlier.writes);
    }
}

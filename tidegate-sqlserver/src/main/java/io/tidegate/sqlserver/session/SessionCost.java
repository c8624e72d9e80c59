package io.tidegate.sqlserver.session;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * What a session has cost by the server's own counters ({@code sys.dm_exec_sessions}). Immutable.
 *
 * @param cpuMs milliseconds of CPU
 * @param logicalReads pages
 * @param writes pages
 */
public record SessionCost(long cpuMs, long logicalReads, long writes) {
    /** Nothing yet. */
    public static final SessionCost NONE = new SessionCost(0, 0, 0);

    static SessionCost of(ResultSet row) throws SQLException {
        return new SessionCost(row.getLong("cpu_time"), row.getLong("logical_reads"), row.getLong("writes"));
    }

    SessionCost minus(SessionCost earlier) {
        return new SessionCost(cpuMs - earlier.cpuMs, logicalReads - earlier.logicalReads, writes - earlier.writes);
    }
}

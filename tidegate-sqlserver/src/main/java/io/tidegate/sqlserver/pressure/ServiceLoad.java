package io.tidegate.sqlserver.pressure;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * How much of what was bought a database of Azure SQL Database uses, in the last 15 seconds that its view has. Immutable;
 * percents of the limits of its service tier, in an elastic pool of those of one database there; null where it is not told.
 *
 * <p>Source: "sys.dm_db_resource_stats", SQL documentation: rows for 15 seconds each, of about an hour. What the whole pool
 * uses is told to administrators only ({@code sys.dm_elastic_pool_resource_stats} asks for VIEW SERVER STATE), but the CPU
 * of the engine that hosts it is the same in each of its databases.
 *
 * @param cpuPercent CPU
 * @param dataIoPercent reads and writes of data
 * @param logWritePercent log written
 * @param workerPercent requests that run
 * @param sessionPercent sessions
 * @param instanceCpuPercent CPU of the whole engine that hosts it, averaged over a minute
 * @param cores virtual cores; null where it was bought in DTUs
 */
public record ServiceLoad(
        @Nullable Double cpuPercent,
        @Nullable Double dataIoPercent,
        @Nullable Double logWritePercent,
        @Nullable Double workerPercent,
        @Nullable Double sessionPercent,
        @Nullable Double instanceCpuPercent,
        @Nullable Double cores) {
    /** Nothing could be read. */
    public static final ServiceLoad UNKNOWN = new ServiceLoad(null, null, null, null, null, null, null);

    static ServiceLoad of(ResultSet row) throws SQLException {
        return new ServiceLoad(
                figure(row, "avg_cpu_percent"),
                figure(row, "avg_data_io_percent"),
                figure(row, "avg_log_write_percent"),
                figure(row, "max_worker_percent"),
                figure(row, "max_session_percent"),
                figure(row, "avg_instance_cpu_percent"),
                figure(row, "cpu_limit"));
    }

    private static @Nullable Double figure(ResultSet row, String column) throws SQLException {
        double value = row.getDouble(column);
        return row.wasNull() ? null : value;
    }
}

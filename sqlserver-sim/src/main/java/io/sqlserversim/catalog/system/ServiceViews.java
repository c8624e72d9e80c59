package io.sqlserversim.catalog.system;

import static io.sqlserversim.types.SqlType.DATETIME;
import static io.sqlserversim.types.SqlType.DATETIMEOFFSET;
import static io.sqlserversim.types.SqlType.INT;
import static io.sqlserversim.types.SqlType.SYSNAME;
import static io.sqlserversim.types.SqlType.TINYINT;
import static io.sqlserversim.types.SqlType.UNIQUEIDENTIFIER;
import static io.sqlserversim.types.SqlType.decimal;
import static io.sqlserversim.types.SqlType.nvarchar;

import io.sqlserversim.instance.Database;
import io.sqlserversim.instance.GeoLink;
import io.sqlserversim.instance.Instance;
import io.sqlserversim.instance.Security;
import io.sqlserversim.instance.ServiceLoad;
import io.sqlserversim.types.SqlType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Views of Azure SQL Database about the current database: what it uses of what was bought, and its copies on other
 * servers. Source of columns and types: the pages of both views in the SQL documentation.
 */
final class ServiceViews {
    private static final SqlType PERCENT = decimal(5, 2);
    private static final long EVERY_SECONDS = 15;
    private static final long KEPT_ROWS = Duration.ofHours(1).toSeconds() / EVERY_SECONDS;

    private ServiceViews() {}

    private record Sample(Instant end, ServiceLoad load, boolean writable) {}

    /** {@code sys.dm_db_resource_stats}: a row for each 15 seconds of the last hour in which it was awake. */
    static ListView<?> resources(Instance instance, Security security) {
        ListView.Builder<Sample> view = ListView.named("sys.dm_db_resource_stats");
        view.column("end_time", DATETIME, sample -> SqlTimes.datetime(sample.end));
        percent(view, "avg_cpu_percent", ServiceLoad::cpuPercent);
        percent(view, "avg_data_io_percent", ServiceLoad::dataIoPercent);
        percent(view, "avg_log_write_percent", ServiceLoad::logWritePercent);
        percent(view, "avg_memory_usage_percent", ServiceLoad::memoryPercent);
        percent(view, "xtp_storage_percent", load -> 0);
        percent(view, "max_worker_percent", ServiceLoad::workerPercent);
        percent(view, "max_session_percent", ServiceLoad::sessionPercent);
        view.nullable("dtu_limit", INT, sample -> sample.load.cores() == null ? 50 : null)
                .nullable("cpu_limit", PERCENT, sample -> exact(sample.load.cores()));
        percent(view, "avg_instance_cpu_percent", ServiceLoad::instanceCpuPercent);
        percent(view, "avg_instance_memory_percent", ServiceLoad::memoryPercent);
        view.nulls(PERCENT, "avg_login_rate_percent").nullable("replica_role", INT, sample -> sample.writable ? 0 : 2);
        return view.rows(asking -> samples(instance, security.current(asking)));
    }

    private static void percent(ListView.Builder<Sample> view, String name, ToDoubleFunction<ServiceLoad> figure) {
        view.nullable(name, PERCENT, sample -> exact(figure.applyAsDouble(sample.load)));
    }

    private static @Nullable BigDecimal exact(@Nullable Double figure) {
        return figure == null ? null : BigDecimal.valueOf(figure).setScale(2, RoundingMode.HALF_UP);
    }

    private static List<Sample> samples(Instance instance, @Nullable Database database) {
        if (database == null || database.isSystem()) {
            return List.of();
        }
        long last = instance.clock().now().getEpochSecond() / EVERY_SECONDS;
        return LongStream.range(0, KEPT_ROWS)
                .mapToObj(back -> Instant.ofEpochSecond((last - back) * EVERY_SECONDS))
                .filter(database::wasAwake)
                .map(end -> new Sample(
                        end, database.serviceLoad(), database.status().role().isWritable()))
                .toList();
    }

    /** {@code sys.dm_geo_replication_link_status}. */
    static ListView<GeoLink> geoLinks(Security security) {
        ListView.Builder<GeoLink> view = ListView.named("sys.dm_geo_replication_link_status");
        view.nullable("link_guid", UNIQUEIDENTIFIER, GeoLink::id)
                .nullable("partner_server", SYSNAME, GeoLink::partnerServer)
                .nullable("partner_database", SYSNAME, GeoLink::partnerDatabase)
                .nulls(DATETIMEOFFSET, "last_replication")
                .nullable("replication_lag_sec", INT, link -> link.isPrimary() ? 0 : null)
                .nullable("replication_state", TINYINT, link -> 2)
                .nullable("replication_state_desc", nvarchar(256), link -> "CATCH_UP")
                .nullable("role", TINYINT, link -> link.isPrimary() ? 0 : 1)
                .nullable("role_desc", nvarchar(256), link -> link.isPrimary() ? "PRIMARY" : "SECONDARY")
                .nullable("secondary_allow_connections", TINYINT, link -> 2)
                .nullable("secondary_allow_connections_desc", nvarchar(256), link -> "All")
                .nulls(DATETIMEOFFSET, "last_commit");
        return view.rows(asking -> {
            Database database = security.current(asking);
            return database == null ? List.of() : database.geoLinks();
        });
    }
}

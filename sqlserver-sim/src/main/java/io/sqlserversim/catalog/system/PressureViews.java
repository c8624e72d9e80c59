package io.sqlserversim.catalog.system;

import static io.sqlserversim.catalog.system.SystemTypes.DESCRIPTION;
import static io.sqlserversim.catalog.system.SystemTypes.SMALLINT;
import static io.sqlserversim.types.SqlType.BIGINT;
import static io.sqlserversim.types.SqlType.BIT;
import static io.sqlserversim.types.SqlType.DATETIME;
import static io.sqlserversim.types.SqlType.FLOAT;
import static io.sqlserversim.types.SqlType.INT;
import static io.sqlserversim.types.SqlType.varbinary;

import io.sqlserversim.instance.Instance;
import java.util.List;
import java.util.stream.IntStream;

/** Views that tell how hard the instance works; who it works for is the script's business. */
final class PressureViews {
    private static final long GRANT_KILOBYTES = 8L << 20;
    private static final int FIRST_WAITING_SESSION = 300;

    private PressureViews() {}

    /** {@code sys.dm_os_schedulers}: one for each CPU, and the one of the dedicated administrator's connection. */
    static ListView<Integer> schedulers(Instance instance) {
        ListView.Builder<Integer> view = ListView.named("sys.dm_os_schedulers");
        view.nulls(varbinary(8), "scheduler_address")
                .column("parent_node_id", INT, id -> 0)
                .column("scheduler_id", INT, id -> isHidden(id) ? 1_048_578 : id)
                .column("cpu_id", INT, id -> isHidden(id) ? 0 : id)
                .column("status", DESCRIPTION, id -> isHidden(id) ? "HIDDEN ONLINE" : "VISIBLE ONLINE")
                .constants(BIT, true, "is_online")
                .column("is_idle", BIT, id -> runnable(instance, id) == 0)
                .constants(INT, 0, "preemptive_switches_count", "context_switches_count", "idle_switches_count")
                .column("current_tasks_count", INT, id -> workers(instance, id))
                .column("runnable_tasks_count", INT, id -> runnable(instance, id))
                .column("current_workers_count", INT, id -> workers(instance, id))
                .column("active_workers_count", INT, id -> workers(instance, id))
                .constants(BIGINT, 0L, "work_queue_count")
                .constants(INT, 0, "pending_disk_io_count")
                .column("load_factor", INT, id -> workers(instance, id))
                .constants(INT, 0, "yield_count")
                .constants(BIGINT, 0L, "last_timer_activity")
                .constants(BIT, false, "failed_to_create_worker");
        return view.rows(
                asking -> IntStream.rangeClosed(0, ServerViews.CPUS).boxed().toList());
    }

    private static boolean isHidden(int id) {
        return id == ServerViews.CPUS;
    }

    private static int runnable(Instance instance, int id) {
        return isHidden(id) ? 0 : instance.pressure().runnableTasks();
    }

    /** The first schedulers have those that cannot be shared out evenly. */
    private static int workers(Instance instance, int id) {
        int all = instance.pressure().workers();
        return isHidden(id) ? 0 : all / ServerViews.CPUS + (id < all % ServerViews.CPUS ? 1 : 0);
    }

    /** {@code sys.dm_exec_query_resource_semaphores}: the regular one and the small one of the default pool. */
    static ListView<Integer> semaphores(Instance instance) {
        ListView.Builder<Integer> view = ListView.named("sys.dm_exec_query_resource_semaphores");
        view.column("resource_semaphore_id", SMALLINT, id -> id)
                .constants(BIGINT, GRANT_KILOBYTES, "target_memory_kb", "max_target_memory_kb", "total_memory_kb")
                .column("available_memory_kb", BIGINT, id -> waiting(instance, id) == 0 ? GRANT_KILOBYTES : 0L)
                .column("granted_memory_kb", BIGINT, id -> waiting(instance, id) == 0 ? 0L : GRANT_KILOBYTES)
                .column("used_memory_kb", BIGINT, id -> waiting(instance, id) == 0 ? 0L : GRANT_KILOBYTES)
                .column("grantee_count", INT, id -> waiting(instance, id) == 0 ? 0 : 1)
                .column("waiter_count", INT, id -> waiting(instance, id))
                .constants(BIGINT, 0L, "timeout_error_count", "forced_grant_count")
                .constants(INT, 2, "pool_id");
        return view.rows(asking -> List.of(0, 1));
    }

    private static int waiting(Instance instance, int id) {
        return id == 0 ? instance.pressure().waitingGrants() : 0;
    }

    /** {@code sys.dm_exec_query_memory_grants}: those that wait; who has been granted is not shown. */
    static ListView<Integer> grants(Instance instance) {
        ListView.Builder<Integer> view = ListView.named("sys.dm_exec_query_memory_grants");
        view.nullable("session_id", SMALLINT, n -> FIRST_WAITING_SESSION + n)
                .nullable("request_id", INT, n -> 0)
                .nullable("scheduler_id", INT, n -> n % ServerViews.CPUS)
                .nullable("dop", SMALLINT, n -> 1)
                .nullable(
                        "request_time",
                        DATETIME,
                        n -> SqlTimes.datetime(instance.clock().now()))
                .nulls(DATETIME, "grant_time")
                .nullable("requested_memory_kb", BIGINT, n -> GRANT_KILOBYTES)
                .nulls(BIGINT, "granted_memory_kb", "used_memory_kb", "max_used_memory_kb")
                .nullable("required_memory_kb", BIGINT, n -> 1_024L)
                .nullable("query_cost", FLOAT, n -> 100.0)
                .nullable("timeout_sec", INT, n -> 2_500)
                .nullable("resource_semaphore_id", SMALLINT, n -> 0)
                .nullable("queue_id", SMALLINT, n -> 0)
                .nullable("wait_order", INT, n -> n)
                .nullable("is_next_candidate", BIT, n -> n == 0)
                .nullable("wait_time_ms", BIGINT, n -> 0L);
        return view.rows(asking ->
                IntStream.range(0, instance.pressure().waitingGrants()).boxed().toList());
    }
}

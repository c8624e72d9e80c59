package io.tidegate.sqlserver.read;

import io.tidegate.core.ledger.Layout;
import io.tidegate.core.model.Kind;
import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.session.Channel;
import java.util.EnumSet;
import java.util.Set;

/**
 * Which columns and views a server's Query Store has, by asking for them and not by its version. Immutable.
 *
 * @param physicalReadOperations {@code num_physical_io_reads}, {@code log_bytes_used}, {@code tempdb_space_used} (2017)
 * @param pageServerReads {@code page_server_io_reads} (2022)
 * @param replicaGroup {@code replica_group_id} (2022)
 * @param waits {@code sys.query_store_wait_stats} (2017)
 * @param waitReplicaGroup {@code replica_group_id} there (2022)
 */
public record StoreColumns(
        boolean physicalReadOperations,
        boolean pageServerReads,
        boolean replicaGroup,
        boolean waits,
        boolean waitReplicaGroup) {
    /** Everything that SQL Server 2022 has. */
    public static final StoreColumns OF_2022 = new StoreColumns(true, true, true, true, true);

    /**
     * How persisted rows are assumed to lie: the column came with the layout that begins with the interval.
     *
     * @return by interval where there are replica groups (2022 and later, the Azure services), else by plan
     */
    public Layout layout() {
        return replicaGroup ? Layout.BY_INTERVAL : Layout.BY_PLAN;
    }

    /**
     * What it keeps per interval.
     *
     * @return runtime stats, and waits where there are any
     */
    public Set<Kind> kinds() {
        return waits ? EnumSet.allOf(Kind.class) : EnumSet.of(Kind.RUNTIME);
    }

    /**
     * Asks a server. Blocks for a light batch.
     *
     * @param channel any session there
     * @return what it has
     */
    public static StoreColumns probe(Channel channel) {
        return channel.one(
                Statements.COLUMN_PROBE.text().bind().build(),
                row -> new StoreColumns(
                        row.getInt("has_num_physical_io_reads") == 1,
                        row.getInt("has_page_server_io_reads") == 1,
                        row.getInt("has_replica_group_id") == 1,
                        row.getInt("has_wait_stats") == 1,
                        row.getInt("has_wait_replica_group_id") == 1));
    }
}

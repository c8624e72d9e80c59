package io.tidegate.sqlserver.read;

import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.session.Channel;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How large the parts of a Query Store are, as the engine keeps it of its tables; rows that are in its memory only are not
 * among them. Immutable.
 *
 * <p>Source: "sys.internal_tables" for the types, "sys.dm_db_partition_stats" for rows and pages of 8 KB, SQL documentation.
 *
 * @param runtimeRows rows of runtime stats
 * @param plans plans
 * @param planBytes what they take there, packed, with their other columns
 * @param waitBytes what wait stats take there
 * @param textBytes what texts and queries take there
 */
public record StoreSizes(long runtimeRows, long plans, long planBytes, long waitBytes, long textBytes) {
    private static final long PAGE = 8_192;
    private static final int WAITS = 6;
    private static final int TEXTS = 240;
    private static final int QUERIES = 241;
    private static final int PLANS = 242;
    private static final int RUNTIME = 243;
    private static final Table NONE = new Table(0, 0, 0);

    private record Table(int type, long rows, long bytes) {}

    /**
     * Asks. Blocks for a light batch.
     *
     * @param channel a light session
     * @param database whose
     * @return empty where the login is shown no such tables
     * @throws io.tidegate.sqlserver.fault.SqlServerException when it fails, as without VIEW DEFINITION
     */
    public static Optional<StoreSizes> read(Channel channel, String database) {
        Map<Integer, Table> tables = new HashMap<>();
        channel.query(
                        Statements.STORE_SIZES.text().in(database).build(),
                        row -> new Table(
                                row.getInt("internal_type"),
                                row.getLong("row_count"),
                                row.getLong("used_pages") * PAGE))
                .forEach(table -> tables.put(table.type, table));
        if (tables.isEmpty()) {
            return Optional.empty();
        }
        Table plans = tables.getOrDefault(PLANS, NONE);
        return Optional.of(new StoreSizes(
                tables.getOrDefault(RUNTIME, NONE).rows,
                plans.rows,
                plans.bytes,
                tables.getOrDefault(WAITS, NONE).bytes,
                tables.getOrDefault(TEXTS, NONE).bytes + tables.getOrDefault(QUERIES, NONE).bytes));
    }
}

package io.sqlserversim.fleet;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * What a database's Query Store holds up to an interval that changes no more, read by the plainest statements there are: the
 * ground on which tests calculate for themselves what joins and groups must give.
 */
record StoreFacts(
        long lastInterval,
        List<Stat> stats,
        List<Wait> waits,
        TreeMap<Long, Long> queryOfPlan,
        TreeMap<Long, Long> textOfQuery,
        TreeMap<Long, String> hashOfQuery,
        TreeMap<Long, Long> objectOfQuery,
        TreeMap<Long, String> texts,
        TreeMap<Long, String> starts) {
    /** A row of runtime stats. */
    record Stat(long plan, long interval, int type, long count, double duration, double stdev, double cpu, long most) {
        double total() {
            return duration * count;
        }
    }

    /** A row of wait stats. */
    record Wait(long plan, long interval, String category, long total) {}

    static StoreFacts read(Client client) throws SQLException {
        long last = Long.parseLong(client.one(
                "SELECT MAX(runtime_stats_interval_id) - 8 FROM" + " sys.query_store_runtime_stats_interval"));
        String upTo = " WHERE runtime_stats_interval_id <= " + last;
        List<Stat> stats = new ArrayList<>();
        for (String[] row : rows(
                client,
                "SELECT plan_id, runtime_stats_interval_id, execution_type, count_executions, avg_duration,"
                        + " stdev_duration, avg_cpu_time, max_duration FROM sys.query_store_runtime_stats" + upTo)) {
            stats.add(new Stat(
                    Long.parseLong(row[0]),
                    Long.parseLong(row[1]),
                    Integer.parseInt(row[2]),
                    Long.parseLong(row[3]),
                    Double.parseDouble(row[4]),
                    Double.parseDouble(row[5]),
                    Double.parseDouble(row[6]),
                    Long.parseLong(row[7])));
        }
        List<Wait> waits = new ArrayList<>();
        for (String[] row : rows(
                client,
                "SELECT plan_id, runtime_stats_interval_id, wait_category_desc, total_query_wait_time_ms FROM"
                        + " sys.query_store_wait_stats" + upTo)) {
            waits.add(new Wait(Long.parseLong(row[0]), Long.parseLong(row[1]), row[2], Long.parseLong(row[3])));
        }
        return new StoreFacts(
                last,
                List.copyOf(stats),
                List.copyOf(waits),
                numbers(client, "SELECT plan_id, query_id FROM sys.query_store_plan"),
                numbers(client, "SELECT query_id, query_text_id FROM sys.query_store_query"),
                texts(client, "SELECT query_id, query_hash FROM sys.query_store_query"),
                numbers(client, "SELECT query_id, object_id FROM sys.query_store_query"),
                texts(client, "SELECT query_text_id, query_sql_text FROM sys.query_store_query_text"),
                texts(
                        client,
                        "SELECT runtime_stats_interval_id, start_time FROM sys.query_store_runtime_stats_interval"
                                + upTo));
    }

    private static List<String[]> rows(Client client, String sql) throws SQLException {
        return client.rows(sql).stream().map(row -> row.split("\\|", -1)).toList();
    }

    private static TreeMap<Long, Long> numbers(Client client, String sql) throws SQLException {
        TreeMap<Long, Long> all = new TreeMap<>();
        for (String[] row : rows(client, sql)) {
            all.put(Long.parseLong(row[0]), Long.parseLong(row[1]));
        }
        return all;
    }

    private static TreeMap<Long, String> texts(Client client, String sql) throws SQLException {
        TreeMap<Long, String> all = new TreeMap<>();
        for (String row : client.rows(sql)) {
            int bar = row.indexOf('|');
            all.put(Long.parseLong(row.substring(0, bar)), row.substring(bar + 1));
        }
        return all;
    }

    long queryOf(Stat stat) {
        return queryOfPlan.get(stat.plan());
    }

    String textOf(long query) {
        return texts.get(textOfQuery.get(query));
    }

    double sum(Predicate<Stat> of, ToDoubleFunction<Stat> what) {
        return stats.stream().filter(of).mapToDouble(what).sum();
    }

    long executions(Predicate<Stat> of) {
        return stats.stream().filter(of).mapToLong(Stat::count).sum();
    }

    /** Plans of a query, ascending. */
    List<Long> plansOf(long query) {
        return queryOfPlan.entrySet().stream()
                .filter(entry -> entry.getValue() == query)
                .map(java.util.Map.Entry::getKey)
                .toList();
    }
}

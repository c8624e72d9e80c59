package io.tidegate.sqlserver.read;

import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.schema.StateTable;
import io.tidegate.sqlserver.catalog.BoundSql;
import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.fault.Fault;
import io.tidegate.sqlserver.fault.SqlServerFaults;
import io.tidegate.sqlserver.fault.Where;
import io.tidegate.sqlserver.session.Channel;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Probes databases of one server in one batch: three-part names, each database guarded, so that a bad one costs one line.
 * Confined to one thread.
 */
public final class ServerProbe {
    private static final List<String> NOT_IN_EVERY_VERSION = List.of(
            "wait_stats_capture_mode",
            "capture_policy_execution_count",
            "capture_policy_total_compile_cpu_time_ms",
            "capture_policy_total_execution_cpu_time_ms",
            "capture_policy_stale_threshold_hours");

    /** A batch takes 2,100 values. */
    private static final int MOST = 2_000;

    private final Channel channel;
    private final Map<String, DatabaseProbe> found = new LinkedHashMap<>();
    private final List<String> order;
    private int at = -1;

    private ServerProbe(Channel channel, List<String> order) {
        this.channel = channel;
        this.order = order;
    }

    /**
     * A database to look at. Immutable.
     *
     * @param database its name; it must be eligible
     * @param aboveId intervals above this id are listed; {@link Long#MIN_VALUE} for all
     * @param maxIntervals how many of them at most, at least one
     */
    public record Ask(String database, long aboveId, int maxIntervals) {}

    /**
     * Probes, without a look at options that not every version has. Blocks as the other.
     *
     * @param channel a session with current database {@code tempdb}
     * @param asks which databases
     * @return one per ask, in the same order
     */
    public static List<DatabaseProbe> run(Channel channel, List<Ask> asks) {
        return run(channel, new ViewColumns(Map.of()), asks);
    }

    /**
     * Probes. Blocks for one light batch, for several where there are more databases than one takes. What the session has
     * cost until then comes with it, see {@link Channel#takeCost()}.
     *
     * @param channel a session with current database {@code tempdb}
     * @param views which options the version has
     * @param asks which databases
     * @return one per ask, in the same order
     */
    public static List<DatabaseProbe> run(Channel channel, ViewColumns views, List<Ask> asks) {
        ServerProbe probe =
                new ServerProbe(channel, asks.stream().map(Ask::database).toList());
        for (int from = 0; from < asks.size(); from += MOST) {
            channel.walk(batch(views, asks.subList(from, Math.min(asks.size(), from + MOST))), probe::result);
        }
        return probe.order.stream().map(probe::of).toList();
    }

    /** Its text is the same at each probe of the same databases. */
    static BoundSql batch(ViewColumns views, List<Ask> asks) {
        StringBuilder sql =
                new StringBuilder(Statements.SESSION_COST.text().bind().build().sql());
        List<Object> values = new ArrayList<>();
        for (Ask ask : asks) {
            BoundSql one = guarded(views, ask);
            sql.append('\n').append(one.sql());
            values.addAll(one.values());
        }
        return new BoundSql(Statements.PROBE_GUARDED.text().header(), sql.toString(), values);
    }

    private static BoundSql guarded(ViewColumns views, Ask ask) {
        BoundSql state = Statements.PROBE_DATABASE
                .text()
                .in(ask.database())
                .having(views.of(StateTable.OPTIONS))
                .build();
        String above = Statements.INTERVALS_ABOVE
                .text()
                .in(ask.database())
                .set("max_rows", ask.maxIntervals())
                .buildNested();
        return Statements.PROBE_GUARDED
                .text()
                .bind()
                .set("probe", state.sql())
                .set("intervals", above)
                .set("database_name", ask.database())
                .set("known_id", ask.aboveId())
                .buildInline("known_id");
    }

    private DatabaseProbe of(String database) {
        return Objects.requireNonNullElseGet(found.get(database), () -> new DatabaseProbe.NeverOn(database));
    }

    /** Results come in the order of the asks, behind what the session has cost; the first column tells which it is. */
    private void result(ResultSet rows) throws SQLException {
        String first = rows.getMetaData().getColumnLabel(1);
        switch (first) {
            case "cpu_time" -> channel.costSeen(rows);
            case "source_now" -> state(rows);
            case IntervalReader.ID -> intervals(rows);
            default -> failure(rows);
        }
    }

    private void state(ResultSet rows) throws SQLException {
        at++;
        if (rows.next()) {
            long count = rows.getLong("interval_count");
            DatabaseProbe.Seen seen = new DatabaseProbe.Seen(
                    order.get(at),
                    Values.utc(rows, "source_now"),
                    OptionsRow.read(rows),
                    mark(rows),
                    count == 0 ? Long.MAX_VALUE : rows.getLong("lowest_interval_id"),
                    rows.getLong("highest_interval_id"),
                    count,
                    List.of());
            found.put(order.get(at), seen);
        }
    }

    /** Changes when any one of the options in it does. */
    private static long mark(ResultSet row) throws SQLException {
        long mark = row.getLong("options_mark");
        for (String option : NOT_IN_EVERY_VERSION) {
            mark = 31 * mark + row.getLong(option);
        }
        return mark;
    }

    private void intervals(ResultSet rows) throws SQLException {
        List<RuntimeStatsInterval> above = new ArrayList<>();
        IntervalReader.read(rows, above::add);
        if (found.get(order.get(at)) instanceof DatabaseProbe.Seen s) {
            found.put(
                    s.database(),
                    new DatabaseProbe.Seen(
                            s.database(),
                            s.sourceNow(),
                            s.options(),
                            s.optionsMark(),
                            s.lowestId(),
                            s.highestId(),
                            s.count(),
                            above));
        }
    }

    private void failure(ResultSet rows) throws SQLException {
        Where where = channel.where();
        while (rows.next()) {
            String database = Objects.requireNonNull(rows.getString("failed_database"), "failed_database");
            String words = Objects.requireNonNullElse(rows.getString("error_message"), "");
            Fault fault = SqlServerFaults.classify(
                    rows.getInt("error_number"), words, new Where(where.server(), where.login(), database));
            found.put(database, new DatabaseProbe.Failed(database, fault));
            at = order.indexOf(database);
        }
    }
}

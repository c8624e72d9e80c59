package io.tidegate.sqlserver.read;

import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.sqlserver.catalog.BoundSql;
import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.session.Channel;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Reads the interval list, which is light. Thread-safe, no state. */
public final class IntervalReader {
    static final String ID = "runtime_stats_interval_id";
    static final List<String> COLUMNS = List.of(ID, "start_time", "end_time");

    private IntervalReader() {}

    /**
     * Streams the whole list. Blocks until it has ended or the light limit is reached.
     *
     * @param channel any session on the server
     * @param database its name
     * @param sink takes intervals, ascending by id, while they arrive
     */
    public static void readAll(Channel channel, String database, Consumer<RuntimeStatsInterval> sink) {
        channel.walk(Statements.INTERVAL_LIST.text().in(database).build(), rows -> read(rows, sink));
    }

    /**
     * Reads some of the list. Blocks until it has ended or the light limit is reached.
     *
     * @param channel any session on the server
     * @param database its name
     * @param aboveId the id behind which it begins; {@link Long#MIN_VALUE} for the list's begin
     * @param most how many at most
     * @return ascending by id; fewer than asked when the list has no more
     */
    public static List<RuntimeStatsInterval> readSlice(Channel channel, String database, long aboveId, int most) {
        List<RuntimeStatsInterval> slice = new ArrayList<>();
        BoundSql sql = Statements.INTERVAL_SLICE
                .text()
                .in(database)
                .set("max_rows", most)
                .set("known_id", aboveId)
                .build();
        channel.walk(sql, rows -> read(rows, slice::add));
        return slice;
    }

    static void read(ResultSet rows, Consumer<RuntimeStatsInterval> sink) throws SQLException {
        Columns columns = Columns.resolve(rows, COLUMNS);
        while (rows.next()) {
            sink.accept(new RuntimeStatsInterval(
                    rows.getLong(columns.at(0)),
                    Values.instant(rows, columns.at(1)),
                    Values.instant(rows, columns.at(2))));
        }
    }
}

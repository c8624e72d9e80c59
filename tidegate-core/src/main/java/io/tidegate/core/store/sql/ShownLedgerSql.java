package io.tidegate.core.store.sql;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.HeldRows;
import io.tidegate.core.store.KnownTime;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.State;
import io.tidegate.core.store.LedgerRun;
import io.tidegate.core.store.Stretch;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * The ledger as readers see it, in a store on SQL, whatever its engine. Runs inside a transaction of the caller's. No state.
 */
public final class ShownLedgerSql {
    private static final String LEDGER = "SELECT * FROM ledger_interval WHERE home = ? AND lineage = ? AND epoch = ?"
            + " AND kind = ? ORDER BY start_time, interval_id";

    /** A listed one begins a run, since the clock tells each one's word; so does one behind a hole. */
    private static final String RUNS = """
            WITH entry AS (
                SELECT i.home, i.lineage, i.epoch, i.kind, i.interval_id, i.start_time, i.end_time, i.state,
                    i.gone_reason, i.flags, CASE i.state WHEN 'GONE' THEN i.gone_at END AS gone_at
                FROM ledger_interval i
                WHERE i.home IN (SELECT unnest(?)) AND i.lineage IN (SELECT unnest(?))
            ), marked AS (
                SELECT e.*, CASE WHEN state <> 'LISTED' AND start_time = lag(end_time) OVER w
                    AND state = lag(state) OVER w AND gone_reason = lag(gone_reason) OVER w
                    AND flags = lag(flags) OVER w
                    AND gone_at IS NOT DISTINCT FROM lag(gone_at) OVER w THEN 0 ELSE 1 END AS begins
                FROM entry e
                WINDOW w AS (PARTITION BY home, lineage, epoch, kind ORDER BY start_time, interval_id)
            ), numbered AS (
                SELECT m.*, sum(begins) OVER (PARTITION BY home, lineage, epoch, kind
                    ORDER BY start_time, interval_id) AS run FROM marked m
            )
            SELECT home, lineage, epoch, kind, min(interval_id) AS interval_id, min(start_time) AS run_start,
                max(end_time) AS run_end, state, gone_reason, flags, gone_at, count(*) AS intervals
            FROM numbered GROUP BY home, lineage, epoch, kind, run, state, gone_reason, flags, gone_at
            ORDER BY run_start, home, lineage, epoch, kind
            """;

    private static final String STRETCHES = "SELECT * FROM stretch WHERE server_id IN (SELECT unnest(?))";
    private static final String OPTIONS = "SELECT * FROM series WHERE actual_state IS NOT NULL";

    private static final String HELD = """
            SELECT CAST(coalesce(sum(row_count), 0) AS BIGINT) AS everything,
                CAST(coalesce(sum(row_count) FILTER (WHERE start_time >= ?), 0) AS BIGINT) AS recent,
                min(start_time) AS oldest
            FROM ledger_interval WHERE state = 'HELD' AND row_count > 0
            """;

    private static final Comparator<Stretch> BY_BEGIN = Comparator.comparing(Stretch::from)
            .thenComparing(Stretch::database)
            .thenComparing(stretch -> stretch.word().name());

    private ShownLedgerSql() {}

    /**
     * Intervals of a series.
     *
     * @param db a transaction
     * @param series whose
     * @param kind runtime or waits
     * @return by start
     * @throws SQLException as the driver does
     */
    public static List<LedgerEntry> ledger(StateDb db, SeriesKey series, Kind kind) throws SQLException {
        return db.list(LEDGER, LedgerRows::entry, series, kind);
    }

    /**
     * What is known of how time is covered, as {@link io.tidegate.core.store.HistoryReader#knownTime} says.
     *
     * @param db a transaction
     * @param lineages any epoch of each; a lineage's number is its own, whatever its home
     * @param servers of which the stretches are wanted
     * @return as the store has it
     * @throws SQLException as the driver does
     */
    public static KnownTime known(StateDb db, Collection<SeriesKey> lineages, Collection<Integer> servers)
            throws SQLException {
        List<LedgerRun> runs = lineages.isEmpty()
                ? List.of()
                : db.list(
                        RUNS,
                        ShownLedgerSql::run,
                        numbers(db, lineages, SeriesKey::home),
                        numbers(db, lineages, SeriesKey::lineage));
        List<Stretch> stretches = new ArrayList<>();
        if (!servers.isEmpty()) {
            stretches.addAll(db.list(STRETCHES, OperationsRows::stretch, numbers(db, servers, Integer::longValue)));
            stretches.sort(BY_BEGIN);
        }
        return new KnownTime(runs, stretches, options(db));
    }

    /**
     * How many rows are held, as {@link io.tidegate.core.store.HistoryReader#heldRows} says.
     *
     * @param db a transaction
     * @param since from when on those of recent intervals are counted
     * @return as the ledger says
     * @throws SQLException as the driver does
     */
    public static HeldRows heldRows(StateDb db, Instant since) throws SQLException {
        return db.list(
                        HELD,
                        row -> new HeldRows(
                                row.getLong("everything"),
                                row.getLong("recent"),
                                SqlTimes.instantOrNull(row, "oldest")),
                        since)
                .getFirst();
    }

    private static <T> Object numbers(StateDb db, Collection<T> of, ToLongFunction<T> number) throws SQLException {
        return db.numbers(of.stream().mapToLong(number).distinct().boxed().toList());
    }

    private static LedgerRun run(ResultSet row) throws SQLException {
        RuntimeStatsInterval all = new RuntimeStatsInterval(
                row.getLong("interval_id"), SqlTimes.instant(row, "run_start"), SqlTimes.instant(row, "run_end"));
        LedgerEntry entry = new LedgerEntry(
                all,
                Kind.valueOf(row.getString("kind")),
                State.valueOf(row.getString("state")),
                row.getString("gone_reason"),
                SqlTimes.instantOrNull(row, "gone_at"),
                FlagBits.flags(row.getInt("flags")),
                null,
                0,
                null,
                0,
                0,
                null);
        return new LedgerRun(LedgerRows.key(row), entry, row.getLong("intervals"));
    }

    private static Map<SeriesKey, QueryStoreOptions> options(StateDb db) throws SQLException {
        return db.list(OPTIONS, row -> Map.entry(LedgerRows.key(row), LedgerRows.options(row))).stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}

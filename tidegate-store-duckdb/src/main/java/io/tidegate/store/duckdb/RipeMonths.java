package io.tidegate.store.duckdb;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.sql.LedgerRows;
import io.tidegate.core.store.sql.SqlTimes;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Chooses months of which their source lists no interval any more. A month of a database is ripe when it is over by the
 * source's clock, the database's current epoch has no interval of it that the source still has, and no band and no peek is
 * there. Ripe ones are put together until a file is full; what fills none waits until nothing else of that month is awaited, or the
 * patience has ended. Stateless but for its settings.
 *
 * @param rules how much goes into a file, and how long it waits
 * @param clock ours
 */
record RipeMonths(ArchiveRules rules, InstantSource clock) implements ArchiveChoice.Chooser {
    private static final String MONTH = "strftime(timezone('UTC', i.start_time), '%Y-%m')";
    private static final String SAME = ".home = i.home AND %1$s.lineage = i.lineage AND %1$s.epoch = i.epoch";

    private static final String MONTHS = """
            WITH listed AS (
                SELECT DISTINCT i.kind, MONTH AS month, i.home, i.lineage
                FROM ledger_interval i JOIN series d ON dSAME
                WHERE d.is_current AND i.gone_at IS NULL
            ), busy AS (
                SELECT DISTINCT i.kind, MONTH AS month, i.home, i.lineage
                FROM ledger_interval i JOIN band b ON bSAME AND b.kind = i.kind
                    AND i.interval_id BETWEEN b.first_interval_id AND b.last_interval_id
                UNION
                SELECT DISTINCT i.kind, MONTH AS month, i.home, i.lineage
                FROM ledger_interval i JOIN peek p ON pSAME AND p.interval_id = i.interval_id
                WHERE i.kind = 'RUNTIME'
            ), held AS (
                SELECT i.kind, MONTH AS month, i.home, i.lineage, i.epoch, sum(i.row_count) AS row_count
                FROM ledger_interval i WHERE IN_TABLE GROUP BY ALL
            ), awaited AS (
                FROM listed UNION FROM busy
            )
            SELECT h.*, d.source_now, a.month IS NOT NULL AS is_awaited,
                EXISTS (SELECT 1 FROM awaited o WHERE o.kind = h.kind AND o.month = h.month) AS is_month_awaited,
                (SELECT max(archived_at) FROM archive_file f WHERE f.kind = h.kind AND f.month = h.month) AS archived_at
            FROM held h
            JOIN series d ON d.home = h.home AND d.lineage = h.lineage AND d.is_current
            LEFT JOIN awaited a ON a.kind = h.kind AND a.month = h.month AND a.home = h.home AND a.lineage = h.lineage
            ORDER BY h.month, h.kind, h.home, h.lineage, h.epoch
            """.replace("MONTH AS", MONTH + " AS")
            .replace("IN_TABLE", ArchiveChoice.IN_TABLE)
            .replace("dSAME", "d" + SAME.formatted("d"))
            .replace("bSAME", "b" + SAME.formatted("b"))
            .replace("pSAME", "p" + SAME.formatted("p"));

    /** One month of one kind of one series. */
    private record Held(
            Kind kind,
            YearMonth month,
            SeriesKey series,
            long rows,
            boolean isRipe,
            boolean isMonthAwaited,
            @Nullable Instant archivedAt) {
        static Held of(ResultSet r) throws SQLException {
            YearMonth month = YearMonth.parse(r.getString("month"));
            return new Held(
                    Kind.valueOf(r.getString("kind")),
                    month,
                    LedgerRows.key(r),
                    r.getLong("row_count"),
                    !r.getBoolean("is_awaited")
                            && !SqlTimes.instant(r, "source_now").isBefore(end(month)),
                    r.getBoolean("is_month_awaited"),
                    SqlTimes.instantOrNull(r, "archived_at"));
        }

        /** Since when what is left of the month waits. */
        Instant waitsSince() {
            return archivedAt == null ? end(month) : archivedAt;
        }

        private static Instant end(YearMonth month) {
            return month.plusMonths(1).atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
        }
    }

    private record KindOfMonth(Kind kind, YearMonth month) {}

    @Override
    public Optional<ArchiveChoice> next(Db db) throws SQLException {
        Map<KindOfMonth, List<Held>> months = new LinkedHashMap<>();
        for (Held held : db.list(MONTHS, Held::of)) {
            months.computeIfAbsent(new KindOfMonth(held.kind(), held.month()), key -> new ArrayList<>())
                    .add(held);
        }
        for (List<Held> month : months.values()) {
            List<Held> ripe = month.stream().filter(Held::isRipe).toList();
            if (!ripe.isEmpty() && isDue(month, ripe)) {
                return Optional.of(first(db, ripe));
            }
        }
        return Optional.empty();
    }

    private boolean isDue(List<Held> month, List<Held> ripe) {
        Held one = month.getFirst();
        boolean isAll = ripe.size() == month.size() && !one.isMonthAwaited();
        boolean isFull = ripe.stream().mapToLong(Held::rows).sum() >= rules.rows();
        return isAll || isFull || !one.waitsSince().plus(rules.patience()).isAfter(clock.instant());
    }

    /** As many as fit one file; of a single one that does not as many intervals as fit. */
    private ArchiveChoice first(Db db, List<Held> ripe) throws SQLException {
        List<SeriesKey> series = new ArrayList<>();
        long rows = 0;
        for (Held held : ripe.stream()
                .sorted(Comparator.comparing(h -> h.rows() > rules.rows()))
                .toList()) {
            if (rows + held.rows() <= rules.rows()) {
                rows += held.rows();
                series.add(held.series());
            }
        }
        Held one = ripe.getFirst();
        if (!series.isEmpty()) {
            return new ArchiveChoice(one.kind(), one.month(), series, Long.MAX_VALUE);
        }
        ArchiveChoice all = new ArchiveChoice(one.kind(), one.month(), List.of(one.series()), Long.MAX_VALUE);
        long last = db.number(
                "SELECT coalesce(max(interval_id) FILTER (upto <= ?), min(interval_id)) FROM (SELECT i.interval_id,"
                        + " sum(i.row_count) OVER (ORDER BY i.interval_id) AS upto FROM ledger_interval i WHERE "
                        + all.intervals() + ")",
                rules.rows());
        return new ArchiveChoice(one.kind(), one.month(), List.of(one.series()), last);
    }
}

package io.tidegate.store.postgres;

import static io.tidegate.store.postgres.RegistrySql.SERIES;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.StoreException;
import io.tidegate.core.store.sql.SqlTimes;
import java.sql.SQLException;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * The facts' partitions, of each kind one per month in UTC. They are made when a row comes for a month that has none: the call fails on
 * that, the partition is made in a transaction of its own, and the call is made again. So no call looks for partitions
 * before it writes, and it does not matter which node makes one, or drops an empty one meanwhile. Thread-safe.
 */
final class Partitions {
    private final Pool pool;

    Partitions(Pool pool) {
        this.pool = pool;
    }

    /** Runs a call that writes facts of some ranges of intervals. */
    <T> T writing(List<BandKey> ranges, Supplier<T> call) {
        return makingWhatLacks(call, db -> ranges);
    }

    /** Does work that may close intervals of some series from their last peeks, in one transaction. */
    <T> T closing(Collection<SeriesKey> series, Pool.Work<T> work) {
        return makingWhatLacks(() -> pool.change(work), db -> {
            List<BandKey> ranges = new ArrayList<>();
            for (SeriesKey k : series) {
                ranges.addAll(peeked(db, k));
            }
            return ranges;
        });
    }

    private <T> T makingWhatLacks(Supplier<T> call, Pool.Work<List<BandKey>> ranges) {
        try {
            return call.get();
        } catch (StoreException e) {
            if (!Failures.lacksPartition(e.getCause())) {
                throw e;
            }
            pool.change(db -> make(db, ranges.run(db)));
            return call.get();
        }
    }

    private static List<BandKey> peeked(Db db, SeriesKey k) throws SQLException {
        return db.list(
                "SELECT DISTINCT interval_id FROM peek WHERE " + SERIES,
                r -> new BandKey(k, Kind.RUNTIME, r.getLong(1), r.getLong(1)),
                k);
    }

    private static int make(Db db, List<BandKey> ranges) throws SQLException {
        TreeSet<YearMonth> months = new TreeSet<>();
        for (BandKey b : ranges) {
            for (Instant start : starts(db, b)) {
                months.add(YearMonth.from(start.atOffset(ZoneOffset.UTC)));
            }
        }
        AdvisoryLock.partitions(db);
        for (YearMonth month : months) {
            for (Facts facts : Facts.values()) {
                if (!exists(db, name(facts, month))) {
                    make(db, facts, month);
                }
            }
        }
        return months.size();
    }

    private static List<Instant> starts(Db db, BandKey b) throws SQLException {
        return db.list(
                "SELECT start_time FROM ledger_interval WHERE " + SERIES
                        + " AND kind = ? AND interval_id BETWEEN ? AND ?",
                r -> SqlTimes.instant(r, "start_time"),
                b.series(),
                b.kind(),
                b.firstIntervalId(),
                b.lastIntervalId());
    }

    private static boolean exists(Db db, String name) throws SQLException {
        return db.number("SELECT (to_regclass(?) IS NOT NULL)::int::bigint", name) == 1;
    }

    /** Made apart and attached: reading and writing of other months goes on meanwhile. */
    private static void make(Db db, Facts facts, YearMonth month) throws SQLException {
        String name = name(facts, month);
        db.execute("CREATE TABLE " + name + " (LIKE " + facts.table + " INCLUDING ALL)");
        db.execute("ALTER TABLE " + facts.table + " ATTACH PARTITION " + name + " FOR VALUES FROM ('" + begin(month)
                + "') TO ('" + begin(month.plusMonths(1)) + "')");
    }

    static String name(Facts facts, YearMonth month) {
        return String.format(Locale.ROOT, "%s_%04d_%02d", facts.table, month.getYear(), month.getMonthValue());
    }

    private static String begin(YearMonth month) {
        return month.atDay(1) + " 00:00:00+00";
    }
}

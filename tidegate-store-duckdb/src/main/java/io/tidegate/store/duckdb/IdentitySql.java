package io.tidegate.store.duckdb;

import static io.tidegate.store.duckdb.RegistrySql.SERIES;

import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.Sentinel;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.BandKey;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.duckdb.DuckDBAppender;

/** Identities of plans, per epoch. Runs inside a transaction of the caller's. */
final class IdentitySql {
    private static final String SENTINEL =
            "SELECT plan_id, query_plan_hash, initial_compile_ticks FROM plan_identity WHERE " + SERIES;

    private IdentitySql() {}

    /** Adds those that the epoch has not; the others stay as they are. */
    static void add(Db db, SeriesKey k, List<PlanIdentity> identities) throws SQLException {
        if (identities.isEmpty()) {
            return;
        }
        List<Long> ids = identities.stream().map(PlanIdentity::planId).toList();
        Set<Long> known = new HashSet<>(db.list(
                "SELECT plan_id FROM plan_identity WHERE " + SERIES + " AND plan_id IN (SELECT unnest(?))",
                r -> r.getLong(1),
                k,
                db.array(ids)));
        try (DuckDBAppender a = db.appender("plan_identity")) {
            for (PlanIdentity p : identities) {
                if (known.add(p.planId())) {
                    a.beginRow();
                    a.append(k.home()).append(k.lineage()).append(k.epoch());
                    a.append(p.planId()).append(p.queryId()).append(p.queryTextId());
                    a.append(p.contextSettingsId()).append(p.objectId());
                    a.append(p.queryHash()).append(p.planHash());
                    a.append(p.initialCompileTicks()).append(p.isForced());
                    a.endRow();
                }
            }
            a.flush();
        }
    }

    static List<Long> missing(Db db, BandKey key) throws SQLException {
        Optional<BandSql.Stored> band = BandSql.find(db, key);
        return band.isEmpty() ? List.of() : missing(db, key, band.get().number());
    }

    private static List<Long> missing(Db db, BandKey key, long number) throws SQLException {
        return db.list(
                "SELECT DISTINCT plan_id FROM " + Facts.of(key.kind()).table
                        + " WHERE band_number = ? AND plan_id > 0 AND plan_id NOT IN"
                        + " (SELECT plan_id FROM plan_identity WHERE " + SERIES + ") ORDER BY plan_id",
                r -> r.getLong(1),
                number,
                key.series());
    }

    static List<Long> missing(Db db, SeriesKey k, Collection<Long> plans) throws SQLException {
        return db.list(
                "SELECT plan_id FROM (SELECT unnest(CAST(? AS BIGINT[])) AS plan_id) WHERE plan_id > 0 AND plan_id NOT IN"
                        + " (SELECT plan_id FROM plan_identity WHERE " + SERIES + ") ORDER BY plan_id",
                r -> r.getLong(1),
                db.array(plans),
                k);
    }

    /** Each once, ascending: where there are few, the newest are the oldest, too. */
    static List<Sentinel> sentinels(Db db, SeriesKey k, int newest, int oldest) throws SQLException {
        String sql = "(" + SENTINEL + " ORDER BY plan_id DESC LIMIT ?) UNION ALL (" + SENTINEL
                + " ORDER BY plan_id LIMIT ?)";
        Map<Long, Sentinel> found = new TreeMap<>();
        db.list(sql, r -> new Sentinel(r.getLong(1), r.getLong(2), r.getLong(3)), k, newest, k, oldest)
                .forEach(one -> found.put(one.planId(), one));
        return List.copyOf(found.values());
    }
}

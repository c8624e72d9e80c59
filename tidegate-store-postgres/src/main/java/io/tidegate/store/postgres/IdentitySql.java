package io.tidegate.store.postgres;

import static io.tidegate.store.postgres.RegistrySql.SERIES;

import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.Sentinel;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.SharedPlans;
import io.tidegate.core.store.sql.SharedPlansSql;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

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
        try (PreparedStatement s = db.prepare("INSERT INTO plan_identity (home, lineage, epoch, plan_id, query_id,"
                + " query_text_id, context_settings_id, object_id, query_hash, query_plan_hash, initial_compile_ticks,"
                + " is_forced_plan) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING")) {
            for (PlanIdentity p : identities.stream()
                    .sorted(Comparator.comparingLong(PlanIdentity::planId))
                    .toList()) {
                s.setInt(1, k.home());
                s.setInt(2, k.lineage());
                s.setInt(3, k.epoch());
                s.setLong(4, p.planId());
                s.setLong(5, p.queryId());
                s.setLong(6, p.queryTextId());
                s.setLong(7, p.contextSettingsId());
                s.setLong(8, p.objectId());
                s.setLong(9, p.queryHash());
                s.setLong(10, p.planHash());
                s.setLong(11, p.initialCompileTicks());
                s.setBoolean(12, p.isForced());
                s.addBatch();
            }
            s.executeBatch();
        }
    }

    static List<Long> missing(Db db, BandKey b) throws SQLException {
        Facts facts = Facts.of(b.kind());
        return db.numbers(
                "SELECT DISTINCT s.plan_id FROM " + facts.stage + " s WHERE " + facts.staged
                        + " AND plan_id > 0 AND NOT EXISTS"
                        + " (SELECT FROM plan_identity p WHERE p.home = s.home AND p.lineage = s.lineage"
                        + " AND p.epoch = s.epoch AND p.plan_id = s.plan_id) ORDER BY s.plan_id",
                b.series(),
                b.firstIntervalId());
    }

    /** Those of some plans that the epoch does not know. */
    static List<Long> missing(Db db, SeriesKey k, Collection<Long> plans) throws SQLException {
        return db.numbers(
                "SELECT a.plan_id FROM unnest(?) AS a (plan_id) WHERE a.plan_id > 0 AND a.plan_id NOT IN"
                        + " (SELECT plan_id FROM plan_identity WHERE " + SERIES + " AND plan_id = ANY (?))"
                        + " ORDER BY a.plan_id",
                plans,
                k,
                plans);
    }

    static List<Sentinel> sentinels(Db db, SeriesKey k, int newest, int oldest) throws SQLException {
        String sql = "(" + SENTINEL + " ORDER BY plan_id DESC LIMIT ?) UNION (" + SENTINEL
                + " ORDER BY plan_id LIMIT ?) ORDER BY plan_id";
        return db.list(sql, r -> new Sentinel(r.getLong(1), r.getLong(2), r.getLong(3)), k, newest, k, oldest);
    }

    /** As {@link io.tidegate.core.store.IdentityStore#sharePlans} says. */
    static SharedPlans share(Db db, SeriesKey epoch, SeriesKey owner, Set<Long> plans) throws SQLException {
        SeriesLock.take(db, owner);
        return SharedPlansSql.share(new PostgresState(db), epoch, owner, plans);
    }
}

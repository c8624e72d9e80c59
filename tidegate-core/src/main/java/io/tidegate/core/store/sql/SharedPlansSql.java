package io.tidegate.core.store.sql;

import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.SharedPlans;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What numbers of plans mean in two epochs, and what the earlier one gets of it, in a store on SQL, whatever its engine. Runs
 * inside a transaction of the caller's, which has the earlier series' lock where there is one. No state.
 */
public final class SharedPlansSql {
    private static final String NEWEST_SHARED = """
            SELECT coalesce(max(e.plan_id), 0) AS newest FROM plan_identity e JOIN plan_identity o
            ON o.home = e.home AND o.lineage = e.lineage AND o.plan_id = e.plan_id AND o.query_id = e.query_id
                AND o.query_text_id = e.query_text_id AND o.context_settings_id = e.context_settings_id
                AND o.object_id = e.object_id AND o.query_hash = e.query_hash AND o.query_plan_hash = e.query_plan_hash
                AND o.initial_compile_ticks = e.initial_compile_ticks
            WHERE e.home = ? AND e.lineage = ? AND e.epoch = ? AND o.epoch = ?
            """;

    private static final String IDENTITIES = """
            SELECT p.*, EXISTS (SELECT 1 FROM text_ref t WHERE t.home = p.home AND t.lineage = p.lineage
                    AND t.epoch = p.epoch AND t.query_text_id = p.query_text_id)
                AND EXISTS (SELECT 1 FROM plan_ref x WHERE x.home = p.home AND x.lineage = p.lineage
                    AND x.epoch = p.epoch AND x.plan_id = p.plan_id) AS is_whole
            FROM plan_identity p
            WHERE home = ? AND lineage = ? AND epoch = ? AND plan_id IN (SELECT unnest(?))
            """;

    private static final String OF_SOME = " WHERE p.home = ? AND p.lineage = ? AND p.epoch = ?"
            + " AND p.plan_id IN (SELECT unnest(?)) AND NOT EXISTS (SELECT 1 FROM ";

    private static final String GIVE_IDENTITIES = "INSERT INTO plan_identity (home, lineage, epoch, plan_id, query_id,"
            + " query_text_id, context_settings_id, object_id, query_hash, query_plan_hash, initial_compile_ticks,"
            + " is_forced_plan) SELECT p.home, p.lineage, CAST(? AS INTEGER), p.plan_id, p.query_id, p.query_text_id,"
            + " p.context_settings_id, p.object_id, p.query_hash, p.query_plan_hash, p.initial_compile_ticks,"
            + " p.is_forced_plan FROM plan_identity p" + OF_SOME + "plan_identity o WHERE o.home = p.home"
            + " AND o.lineage = p.lineage AND o.epoch = ? AND o.plan_id = p.plan_id)";

    private static final String GIVE_TEXTS = "INSERT INTO text_ref (home, lineage, epoch, query_text_id, content_hash,"
            + " source_bytes, absence) SELECT DISTINCT t.home, t.lineage, CAST(? AS INTEGER), t.query_text_id,"
            + " t.content_hash, t.source_bytes, t.absence FROM text_ref t JOIN plan_identity p ON p.home = t.home"
            + " AND p.lineage = t.lineage AND p.epoch = t.epoch AND p.query_text_id = t.query_text_id" + OF_SOME
            + "text_ref o WHERE o.home = p.home AND o.lineage = p.lineage AND o.epoch = ?"
            + " AND o.query_text_id = t.query_text_id)";

    private static final String GIVE_PLANS = "INSERT INTO plan_ref (home, lineage, epoch, plan_id, content_hash,"
            + " source_bytes, absence) SELECT p.home, p.lineage, CAST(? AS INTEGER), p.plan_id, p.content_hash,"
            + " p.source_bytes, p.absence FROM plan_ref p" + OF_SOME + "plan_ref o WHERE o.home = p.home"
            + " AND o.lineage = p.lineage AND o.epoch = ? AND o.plan_id = p.plan_id)";

    private SharedPlansSql() {}

    private record Known(Map<Long, PlanIdentity> identities, Set<Long> whole) {}

    /**
     * Compares, and gives, as {@link io.tidegate.core.store.IdentityStore#sharePlans} says.
     *
     * @param db a transaction
     * @param epoch the later one
     * @param owner the earlier one
     * @param planIds plan ids
     * @return what they mean
     * @throws SQLException as the driver does
     */
    public static SharedPlans share(StateDb db, SeriesKey epoch, SeriesKey owner, Set<Long> planIds)
            throws SQLException {
        long newest = db.list(NEWEST_SHARED, row -> row.getLong("newest"), epoch, owner.epoch())
                .getFirst();
        Known later = known(db, epoch, planIds);
        Known earlier = known(db, owner, planIds);
        SharedPlans shared =
                SharedPlans.compare(planIds, newest, later.identities(), later.whole(), earlier.identities());
        Set<Long> lacking = new HashSet<>(shared.same());
        lacking.removeAll(earlier.whole());
        if (!lacking.isEmpty()) {
            Object plans = db.numbers(lacking);
            for (String give : new String[] {GIVE_IDENTITIES, GIVE_TEXTS, GIVE_PLANS}) {
                db.update(give, owner.epoch(), epoch, plans, owner.epoch());
            }
        }
        return shared;
    }

    private static Known known(StateDb db, SeriesKey series, Set<Long> planIds) throws SQLException {
        Map<Long, PlanIdentity> identities = new HashMap<>();
        Set<Long> whole = new HashSet<>();
        db.list(
                IDENTITIES,
                row -> {
                    PlanIdentity identity = identity(row);
                    identities.put(identity.planId(), identity);
                    return row.getBoolean("is_whole") && whole.add(identity.planId());
                },
                series,
                db.numbers(planIds));
        return new Known(identities, whole);
    }

    private static PlanIdentity identity(ResultSet row) throws SQLException {
        return new PlanIdentity(
                row.getLong("plan_id"),
                row.getLong("query_id"),
                row.getLong("query_text_id"),
                row.getLong("context_settings_id"),
                row.getLong("object_id"),
                row.getLong("query_hash"),
                row.getLong("query_plan_hash"),
                row.getLong("initial_compile_ticks"),
                row.getBoolean("is_forced_plan"));
    }
}

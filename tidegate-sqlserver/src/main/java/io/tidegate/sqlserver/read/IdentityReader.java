package io.tidegate.sqlserver.read;

import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.Sentinel;
import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.session.HeavySession;
import io.tidegate.sqlserver.session.ReadEnd;
import io.tidegate.sqlserver.session.ReadLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Reads identities and sentinels by explicit ids. Thread-safe, no state. */
public final class IdentityReader {
    static final List<String> PLAN_COLUMNS =
            List.of("plan_id", "query_id", "query_plan_hash", "initial_compile_start_time", "is_forced_plan");
    static final List<String> QUERY_COLUMNS =
            List.of("query_id", "query_text_id", "context_settings_id", "object_id", "query_hash");
    static final List<String> SENTINEL_COLUMNS = List.of("plan_id", "query_plan_hash", "initial_compile_start_time");
    static final List<String> COUNT_COLUMNS = List.of("plan_count");
    private static final long ROW_BYTES = 40;

    private IdentityReader() {}

    /**
     * What was found. Immutable.
     *
     * @param end whether both statements ended by themselves: only then is an id that is not in {@code found} gone
     * @param found identities, ascending by plan id; of a reading that was cut those of which both plan and query came
     */
    public record Identities(ReadEnd end, List<PlanIdentity> found) {}

    /**
     * What was found. Immutable.
     *
     * @param end whether the statement ended by itself
     * @param found sentinels that the source has, ascending by plan id
     */
    public record Sentinels(ReadEnd end, List<Sentinel> found) {}

    /**
     * Reads plans, then their queries, and joins them here. Blocks as two heavy reads do. Each may take half of the time, so
     * that of a source that is too slow for all of them those that came are joined.
     *
     * @param session inside ring 3
     * @param database its name
     * @param planIds 1 to {@value io.tidegate.sqlserver.catalog.Binding#MAX_IDS} ids
     * @param limits rows and bytes for each of the two statements, the time for both together
     * @return what the source has; a plan without its query is not in it
     */
    public static Identities identities(HeavySession session, String database, List<Long> planIds, ReadLimits limits) {
        ReadLimits each =
                new ReadLimits(limits.rows(), limits.bytes(), limits.time().dividedBy(2));
        List<PlanRow> plans = new ArrayList<>();
        ReadEnd end = session.read(
                Statements.PLAN_IDENTITIES
                        .text()
                        .in(database)
                        .set("plan_ids", planIds)
                        .build(),
                each,
                new Rows(PLAN_COLUMNS, (row, c) -> {
                    plans.add(new PlanRow(
                            row.getLong(c.at(0)),
                            row.getLong(c.at(1)),
                            Values.hash(row, c.at(2)),
                            Values.ticks(row, c.at(3)),
                            row.getBoolean(c.at(4))));
                    return ROW_BYTES;
                }));
        if (plans.isEmpty()) {
            return new Identities(end, List.of());
        }
        Map<Long, QueryRow> queries = new HashMap<>();
        List<Long> queryIds = plans.stream().map(PlanRow::queryId).distinct().toList();
        ReadEnd second = queries(session, database, queryIds, each, queries);
        ReadEnd both = new ReadEnd(
                end.isComplete() ? second.how() : end.how(), end.rows() + second.rows(), end.bytes() + second.bytes());
        return new Identities(both, joined(plans, queries));
    }

    /**
     * Reads what never changes of some plans. Blocks as a heavy read does.
     *
     * @param session inside ring 3
     * @param database its name
     * @param planIds 1 to {@value io.tidegate.sqlserver.catalog.Binding#MAX_IDS} ids
     * @param limits for the statement
     * @return what the source has
     */
    public static Sentinels sentinels(HeavySession session, String database, List<Long> planIds, ReadLimits limits) {
        List<Sentinel> found = new ArrayList<>();
        ReadEnd end = session.read(
                Statements.SENTINELS
                        .text()
                        .in(database)
                        .set("plan_ids", planIds)
                        .build(),
                limits,
                new Rows(SENTINEL_COLUMNS, (row, c) -> {
                    found.add(
                            new Sentinel(row.getLong(c.at(0)), Values.hash(row, c.at(1)), Values.ticks(row, c.at(2))));
                    return ROW_BYTES;
                }));
        return new Sentinels(end, found);
    }

    /**
     * Counts plans. Blocks as a heavy read does.
     *
     * @param session inside ring 3
     * @param database its name
     * @param first lowest plan id, inclusive
     * @param last highest plan id, inclusive
     * @param limits for the statement
     * @return how many of the range the source has; empty when the reading was cut
     */
    public static OptionalLong countPlans(
            HeavySession session, String database, long first, long last, ReadLimits limits) {
        long[] count = new long[1];
        ReadEnd end = session.read(
                Statements.PLAN_COUNT
                        .text()
                        .in(database)
                        .set("first_plan_id", first)
                        .set("last_plan_id", last)
                        .build(),
                limits,
                new Rows(COUNT_COLUMNS, (row, c) -> {
                    count[0] = row.getLong(c.at(0));
                    return ROW_BYTES;
                }));
        return end.isComplete() ? OptionalLong.of(count[0]) : OptionalLong.empty();
    }

    private static ReadEnd queries(
            HeavySession session, String database, List<Long> ids, ReadLimits limits, Map<Long, QueryRow> into) {
        return session.read(
                Statements.QUERY_IDENTITIES
                        .text()
                        .in(database)
                        .set("query_ids", ids)
                        .build(),
                limits,
                new Rows(QUERY_COLUMNS, (row, c) -> {
                    into.put(
                            row.getLong(c.at(0)),
                            new QueryRow(
                                    row.getLong(c.at(1)),
                                    row.getLong(c.at(2)),
                                    row.getLong(c.at(3)),
                                    Values.hash(row, c.at(4))));
                    return ROW_BYTES;
                }));
    }

    private static List<PlanIdentity> joined(List<PlanRow> plans, Map<Long, QueryRow> queries) {
        List<PlanIdentity> identities = new ArrayList<>();
        for (PlanRow plan : plans) {
            QueryRow query = queries.get(plan.queryId);
            if (query != null) {
                identities.add(new PlanIdentity(
                        plan.planId,
                        plan.queryId,
                        query.textId,
                        query.contextId,
                        query.objectId,
                        query.hash,
                        plan.hash,
                        plan.compiledTicks,
                        plan.isForced));
            }
        }
        return identities;
    }

    private record PlanRow(long planId, long queryId, long hash, long compiledTicks, boolean isForced) {}

    private record QueryRow(long textId, long contextId, long objectId, long hash) {}
}

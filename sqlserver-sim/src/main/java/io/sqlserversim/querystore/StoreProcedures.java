package io.sqlserversim.querystore;

import io.sqlserversim.engine.SqlError;
import io.sqlserversim.querystore.history.History;
import io.sqlserversim.querystore.history.Interventions;
import io.sqlserversim.querystore.history.Interventions.Forcing;
import io.sqlserversim.querystore.history.Moment;
import io.sqlserversim.querystore.history.VariantLink;
import io.sqlserversim.querystore.options.QueryStoreState;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The procedures that change single queries and plans: {@code sp_query_store_force_plan} and the others. Messages are
 * those of the documentation. Thread-safe.
 */
public final class StoreProcedures {
    /** The parameters of each procedure, in order. */
    private static final Map<String, List<String>> PARAMETERS = Map.of(
            "sp_query_store_flush_db", List.of(),
            "sp_query_store_force_plan", List.of("@query_id", "@plan_id"),
            "sp_query_store_unforce_plan", List.of("@query_id", "@plan_id"),
            "sp_query_store_remove_query", List.of("@query_id"),
            "sp_query_store_remove_plan", List.of("@plan_id"),
            "sp_query_store_reset_exec_stats", List.of("@plan_id"),
            "sp_query_store_set_hints", List.of("@query_id", "@query_hints"),
            "sp_query_store_clear_hints", List.of("@query_id"));

    private final History history;

    StoreProcedures(History history) {
        this.history = history;
    }

    /**
     * The parameters of a procedure.
     *
     * @param procedure without schema, in lower case
     * @return null when there is no such procedure
     */
    public static @Nullable List<String> parameters(String procedure) {
        return PARAMETERS.get(procedure);
    }

    /**
     * Calls a procedure.
     *
     * @param procedure one that {@link #parameters} knows
     * @param databaseId for messages
     * @param arguments in the order of the parameters
     * @throws SqlError 12402 to 12406 and others, when it cannot
     */
    public void call(String procedure, int databaseId, List<Object> arguments) {
        Moment moment = history.now();
        checkState(moment, databaseId);
        switch (procedure) {
            case "sp_query_store_flush_db" -> history.flush();
            case "sp_query_store_force_plan" -> force(moment, databaseId, number(arguments, 0), number(arguments, 1));
            case "sp_query_store_unforce_plan" -> {
                int query = query(moment, databaseId, number(arguments, 0));
                planOf(moment, databaseId, query, number(arguments, 1));
                change(all -> all.force(query, null));
            }
            case "sp_query_store_remove_query" -> {
                int query = query(moment, databaseId, number(arguments, 0));
                checkVariants(moment, query, 12465, "Query with provided query_id (" + number(arguments, 0) + ")");
                change(all -> all.force(query, null).hint(query, null).removeQuery(query, moment.now()));
            }
            case "sp_query_store_remove_plan" -> {
                int plan = plan(moment, databaseId, number(arguments, 0));
                int query = moment.workload().layout().queryOf(plan);
                checkVariants(moment, query, 12466, "Plan with provided plan_id (" + number(arguments, 0) + ")");
                change(all -> all.removePlan(plan, moment.now()));
            }
            case "sp_query_store_reset_exec_stats" -> {
                int plan = plan(moment, databaseId, number(arguments, 0));
                change(all -> all.reset(plan, moment.now()));
            }
            case "sp_query_store_set_hints" -> {
                int query = query(moment, databaseId, number(arguments, 0));
                change(all -> all.hint(query, String.valueOf(arguments.get(1))));
            }
            case "sp_query_store_clear_hints" -> {
                int query = query(moment, databaseId, number(arguments, 0));
                change(all -> all.hint(query, null));
            }
            default -> throw new IllegalArgumentException("no procedure " + procedure);
        }
    }

    private void change(UnaryOperator<Interventions> change) {
        history.traits(traits -> traits.with(change.apply(traits.interventions())));
    }

    private static void checkState(Moment moment, int databaseId) {
        QueryStoreState state = moment.options().actual();
        if (state == QueryStoreState.OFF) {
            throw new SqlError(12405, 16, 4, "Query store is not enabled for database (" + databaseId + ").");
        }
        if (state != QueryStoreState.READ_WRITE) {
            throw new SqlError(
                    12404,
                    16,
                    1,
                    "Cannot perform action because Query Store is not in read-write mode for database (" + databaseId
                            + ").");
        }
    }

    /** A parent query and its dispatcher plans stay as long as there are variants. */
    private static void checkVariants(Moment moment, int query, int message, String what) {
        long parent = moment.queryIds().idOf(query);
        boolean used = VariantLink.of(moment).stream().anyMatch(link -> link.parentId() == parent);
        if (used) {
            throw new SqlError(message, 16, 1, what + " cannot be removed, since it is referenced by query variants.");
        }
    }

    private void force(Moment moment, int databaseId, long queryId, long planId) {
        int query = query(moment, databaseId, queryId);
        int plan = planOf(moment, databaseId, query, planId);
        change(all -> all.force(query, new Forcing(plan, moment.now(), 0, 0)));
    }

    /**
     * Lets the forcing of a plan fail once more, as a recompilation that cannot use it does.
     *
     * @param queryId whose forced plan
     * @param reason an error number, e.g. 8712 for NO_INDEX
     */
    public void failForcing(long queryId, int reason) {
        int query = (int) queryId - 1;
        change(all -> {
            Forcing now = all.forced().get(query);
            return now == null ? all : all.force(query, new Forcing(now.plan(), now.at(), now.failures() + 1, reason));
        });
    }

    private static int query(Moment moment, int databaseId, long id) {
        int slot = moment.queryIds().slotOf(id);
        if (slot < 0 || moment.isRemoved(slot)) {
            throw notFound(12402, "Query with provided query_id (" + id + ")", databaseId, "query_id");
        }
        return slot;
    }

    private static int plan(Moment moment, int databaseId, long id) {
        int slot = moment.planIds().slotOf(id);
        if (slot < 0
                || moment.isPlanRemoved(slot)
                || moment.isRemoved(moment.workload().layout().queryOf(slot))) {
            throw notFound(12403, "Query plan with provided plan_id (" + id + ")", databaseId, "plan_id");
        }
        return slot;
    }

    private static int planOf(Moment moment, int databaseId, int query, long planId) {
        int plan = plan(moment, databaseId, planId);
        if (moment.workload().layout().queryOf(plan) != query) {
            throw new SqlError(
                    12406,
                    11,
                    1,
                    "Query plan with provided plan_id (" + planId + ") is not found in the Query Store for query ("
                            + (query + 1L) + "). Check the plan_id value and rerun the command.");
        }
        return plan;
    }

    private static SqlError notFound(int number, String what, int databaseId, String parameter) {
        return new SqlError(
                number,
                11,
                1,
                what + " is not found in the Query Store for database (" + databaseId + "). Check the " + parameter
                        + " value and rerun the command.");
    }

    private static long number(List<Object> arguments, int index) {
        return arguments.get(index) instanceof Number number ? number.longValue() : -1;
    }
}

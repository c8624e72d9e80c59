package io.sqlserversim.querystore.views;

import static io.sqlserversim.types.SqlType.BIGINT;
import static io.sqlserversim.types.SqlType.BIT;
import static io.sqlserversim.types.SqlType.DATETIMEOFFSET;
import static io.sqlserversim.types.SqlType.FLOAT;
import static io.sqlserversim.types.SqlType.TINYINT;

import io.sqlserversim.querystore.cost.ViewCost;
import io.sqlserversim.querystore.history.Moment;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import io.sqlserversim.types.SqlType;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** sys.query_store_query: 30 columns in every version. */
final class QueryView {
    private QueryView() {}

    static StoreView<QueryRows> of(QueryStoreProfile profile, Supplier<Moment> store, ViewCosts costs) {
        return new StoreView<>(
                "sys.query_store_query",
                ViewCost.QUERY,
                columns(profile),
                List.of("query_id"),
                costs,
                bounds -> new QueryRows(store.get(), bounds.of("query_id"), bounds.of("query_text_id")),
                bounds -> CapturedValues.queries(store.get()));
    }

    private static List<ViewColumn<QueryRows>> columns(QueryStoreProfile profile) {
        ViewColumns<QueryRows> columns = new ViewColumns<QueryRows>(profile)
                .required("query_id", BIGINT, QueryRows::queryId)
                .required("query_text_id", BIGINT, QueryRows::textId)
                .required("context_settings_id", BIGINT, QueryRows::contextId)
                .optional("object_id", BIGINT, QueryRows::objectId)
                .optional("batch_sql_handle", SqlType.varbinary(44), row -> null)
                .required("query_hash", SqlType.binary(8), QueryRows::queryHash)
                .required("is_internal_query", BIT, row -> false)
                .required("query_parameterization_type", TINYINT, QueryRows::parameterization)
                .optional(
                        "query_parameterization_type_desc",
                        Descriptions.DESC,
                        row -> row.parameterization() == 0 ? "None" : "User")
                .required("initial_compile_start_time", DATETIMEOFFSET, QueryRows::compiledFirst)
                .optional("last_compile_start_time", DATETIMEOFFSET, QueryRows::compiledLast)
                .optional("last_execution_time", DATETIMEOFFSET, QueryRows::executedLast)
                .optional("last_compile_batch_sql_handle", SqlType.varbinary(44), QueryRows::batchHandle)
                .optional("last_compile_batch_offset_start", BIGINT, row -> 0L)
                .optional("last_compile_batch_offset_end", BIGINT, QueryRows::batchEnd)
                .optional("count_compiles", BIGINT, QueryRows::compiles);
        cost(columns, "compile_duration", QueryRows::compileMicros);
        cost(columns, "bind_duration", row -> row.compileMicros() / 8);
        cost(columns, "bind_cpu_time", row -> row.compileMicros() / 9);
        cost(columns, "optimize_duration", row -> row.compileMicros() * 3 / 4);
        cost(columns, "optimize_cpu_time", row -> row.compileMicros() * 2 / 3);
        cost(columns, "compile_memory_kb", row -> 300 + row.compileMicros() / 10);
        return columns.optional("max_compile_memory_kb", BIGINT, row -> 300 + row.compileMicros() / 8)
                .optional("is_clouddb_internal_query", BIT, row -> false)
                .list();
    }

    private static void cost(ViewColumns<QueryRows> columns, String name, ToLongFunction<QueryRows> value) {
        columns.optional("avg_" + name, FLOAT, row -> (double) value.applyAsLong(row))
                .optional("last_" + name, BIGINT, value::applyAsLong);
    }
}

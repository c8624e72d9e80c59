package io.tidegate.app.holder;

import io.tidegate.web.api.Answers.SqlResult;
import io.tidegate.web.http.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;

/** Reads an answer to a SELECT from JSON with all digits of its DECIMALs; approximate numbers stay such. No state. */
final class RemoteSql {
    private static final Set<String> APPROXIMATE = Set.of("double", "float", "real", "float4", "float8");

    private RemoteSql() {}

    static SqlResult read(String json) {
        SqlResult exact = Json.mapper()
                .readerFor(SqlResult.class)
                .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .readValue(json);
        return new SqlResult(
                exact.columns(),
                exact.types(),
                exact.rows().stream().map(row -> row(row, exact.types())).toList(),
                exact.isCut(),
                exact.cut(),
                exact.covered());
    }

    private static List<@Nullable Object> row(List<@Nullable Object> exact, List<String> types) {
        List<@Nullable Object> row = new ArrayList<>(exact);
        for (int c = 0; c < row.size(); c++) {
            if (row.get(c) instanceof BigDecimal number
                    && APPROXIMATE.contains(types.get(c).toLowerCase(Locale.ROOT))) {
                row.set(c, number.doubleValue());
            }
        }
        return row;
    }
}

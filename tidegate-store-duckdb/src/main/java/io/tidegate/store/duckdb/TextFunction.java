package io.tidegate.store.duckdb;

import java.sql.SQLException;
import java.util.Base64;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBScalarFunctionBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The SQL function {@code tidegate_text(codec, base64)}, with which the views show content that zstd has compressed. Its
 * argument is base64, since the driver passes no BLOB to functions in Java (duckdb_jdbc 2.0.0.1).
 */
final class TextFunction {
    private TextFunction() {}

    /** Registers it for all connections of the instance. */
    static void register(DuckDBConnection connection) throws SQLException {
        try (DuckDBScalarFunctionBuilder f = DuckDBFunctions.scalarFunction()) {
            f.withName("tidegate_text")
                    .withParameters(DuckDBColumnType.INTEGER, DuckDBColumnType.VARCHAR)
                    .withReturnType(DuckDBColumnType.VARCHAR)
                    .<Integer, String, String>withFunction(TextFunction::text)
                    .register(connection);
        }
    }

    private static @Nullable String text(@Nullable Integer codec, @Nullable String base64) {
        return codec == null || base64 == null
                ? null
                : Content.wellFormed(codec, Base64.getDecoder().decode(base64));
    }
}

package io.tidegate.store.duckdb;

import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.SqlStoreContract;
import java.nio.file.Path;
import java.util.Optional;

class DuckDbStoreTest extends SqlStoreContract<DuckDbStore> {
    @Override
    protected DuckDbStore open(Path directory) {
        return TestStores.open(directory);
    }

    @Override
    protected Optional<String> planXml(DuckDbStore store, SeriesKey series, long planId) {
        return store.planXml(series, planId);
    }
}

package io.tidegate.store.duckdb;

import io.tidegate.core.store.LeaseLogContract;
import java.nio.file.Path;

class LeaseLogTest extends LeaseLogContract<DuckDbStore> {
    @Override
    protected DuckDbStore open(Path directory) {
        return TestStores.open(directory);
    }
}

package io.tidegate.store.postgres;

import io.tidegate.core.store.LeaseLogContract;
import java.nio.file.Path;

class LeaseLogTest extends LeaseLogContract<PostgresStore> {
    private final String schema = TestPostgres.freshSchema();

    @Override
    protected PostgresStore open(Path directory) {
        return TestStores.open(schema);
    }
}

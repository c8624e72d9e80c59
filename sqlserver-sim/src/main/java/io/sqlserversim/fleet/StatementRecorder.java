package io.sqlserversim.fleet;

import io.sqlserversim.catalog.ExecutedStatement;
import io.sqlserversim.querystore.QueryStore;
import io.sqlserversim.querystore.capture.Execution;
import io.sqlserversim.session.Session;
import java.util.function.BiConsumer;

/**
 * Lets the Query Store of a session's current database record what the session runs. Master and tempdb have none.
 * Thread-safe.
 */
final class StatementRecorder implements BiConsumer<Session, ExecutedStatement> {
    private final StoreMap stores;

    StatementRecorder(StoreMap stores) {
        this.stores = stores;
    }

    @Override
    public void accept(Session session, ExecutedStatement statement) {
        QueryStore store = stores.get(session.database());
        if (store == null) {
            return;
        }
        String prefix = statement.parameters().isEmpty() ? "" : "(" + statement.parameters() + ")";
        long cpu = statement.cost().cpuMicros();
        store.record(new Execution(
                prefix + statement.text(),
                statement.executionType(),
                Math.max(cpu, statement.elapsed().toNanos() / 1_000),
                cpu,
                statement.cost().logicalReads(),
                statement.cost().writes(),
                statement.rows()));
    }
}

package io.sqlserversim.fleet;

import io.sqlserversim.catalog.DatabaseHooks;
import io.sqlserversim.catalog.ExecutedStatement;
import io.sqlserversim.engine.SqlError;
import io.sqlserversim.instance.Database;
import io.sqlserversim.instance.Instance;
import io.sqlserversim.querystore.QueryStore;
import io.sqlserversim.querystore.StoreAlteration;
import io.sqlserversim.querystore.StoreProcedures;
import io.sqlserversim.querystore.capture.Execution;
import io.sqlserversim.session.Session;
import io.sqlserversim.sql.QueryStoreChange;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets the Query Store of a session's current database record what the session runs, calls its procedures and changes
 * its options. Master and tempdb have none. Thread-safe.
 */
final class StoreHooks implements DatabaseHooks {
    private final Instance instance;
    private final StoreMap stores;
    private volatile Consumer<ExecutedStatement> witness = statement -> {};

    StoreHooks(Instance instance, StoreMap stores) {
        this.instance = instance;
        this.stores = stores;
    }

    /** Told of each statement from now on, in whichever database it runs; on the thread that runs it. */
    void witness(Consumer<ExecutedStatement> told) {
        witness = told;
    }

    @Override
    public void executed(Session session, ExecutedStatement statement) {
        witness.accept(statement);
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

    @Override
    public @Nullable List<String> parameters(String procedure) {
        return StoreProcedures.parameters(procedure);
    }

    @Override
    public void call(String database, int databaseId, String procedure, List<Object> arguments) {
        QueryStore store = stores.get(database);
        if (store == null) {
            throw new SqlError(
                    12438, 16, 1, "Cannot perform action because Query Store does not work on the system database.");
        }
        store.procedures().call(procedure, databaseId, arguments);
    }

    @Override
    public void alterQueryStore(String database, QueryStoreChange change) {
        QueryStore store = stores.get(database);
        if (store == null) {
            throw new SqlError(
                    12438,
                    16,
                    1,
                    "Cannot perform action because Query Store cannot be enabled on system database " + database + ".");
        }
        boolean azure = instance.profile().isAzureDatabase();
        new StoreAlteration(store, instance.profile().generation(), azure).apply(change);
        Database found = instance.database(database);
        if (found != null) {
            DatabaseOperations.follow(store, found.status());
        }
    }
}

package io.sqlserversim.catalog;

import io.sqlserversim.session.Session;
import io.sqlserversim.sql.QueryStoreChange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the features of databases have to do with statements and procedures. Thread-safe. */
public interface DatabaseHooks {
    /** No features. */
    DatabaseHooks NONE = new DatabaseHooks() {
        @Override
        public void executed(Session session, ExecutedStatement statement) {}

        @Override
        public @Nullable List<String> parameters(String procedure) {
            return null;
        }

        @Override
        public void call(String database, int databaseId, String procedure, List<Object> arguments) {
            throw new IllegalStateException("no procedures");
        }

        @Override
        public void alterQueryStore(String database, QueryStoreChange change) {
            throw new IllegalStateException("no Query Store");
        }
    };

    /**
     * Told of each statement that read or changed a table, at its end.
     *
     * @param session who ran it, in its current database
     * @param statement what it was and cost
     */
    void executed(Session session, ExecutedStatement statement);

    /**
     * The parameters of a procedure, which asks for ALTER on the database.
     *
     * @param procedure without schema, in lower case
     * @return names with their signs, in order; null when there is no such procedure
     */
    @Nullable
    List<String> parameters(String procedure);

    /**
     * Calls a procedure.
     *
     * @param database where
     * @param databaseId its id
     * @param procedure one that {@link #parameters} knows
     * @param arguments one for each parameter
     */
    void call(String database, int databaseId, String procedure, List<Object> arguments);

    /**
     * Changes the Query Store of a database.
     *
     * @param database where, in its own spelling
     * @param change what
     * @throws io.sqlserversim.engine.SqlError 12438 for a system database, 153 and others for a wrong value
     */
    void alterQueryStore(String database, QueryStoreChange change);
}

package io.sqlserversim.catalog;

import io.sqlserversim.engine.SqlError;
import io.sqlserversim.session.Session;
import io.sqlserversim.sql.QueryStoreChange;
import io.sqlserversim.sql.Statement;
import io.sqlserversim.types.TextCollation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds databases and what is in them, with the permissions of a session. Thread-safe. */
public interface Catalog {
    /**
     * Finds a table that the session may read.
     *
     * @param session who asks
     * @param database the database's name as written, compared as the server's collation does; its current one when
     *     the statement names none
     * @param schema the schema as written, or empty
     * @param object the object as written
     * @return null when there is none of this name (Msg 208)
     * @throws SqlError 911, 916, 942, 262, 229, ... when it may not be read
     */
    @Nullable
    VirtualTable find(Session session, String database, String schema, String object);

    /**
     * Checks that the session may enter a database, for USE and three-part names.
     *
     * @param session who asks
     * @param database as written
     * @return its name in its own spelling
     * @throws SqlError 911, 916, 924, 927, 942, ... when it may not
     */
    String enter(Session session, String database);

    /**
     * The id of a database.
     *
     * @param name as written
     * @return null when there is none
     */
    @Nullable
    Integer databaseId(String name);

    /**
     * The name of a database.
     *
     * @param id its id
     * @return null when there is none
     */
    @Nullable
    String databaseName(int id);

    /**
     * A property of SERVERPROPERTY.
     *
     * @param name as written
     * @return of {@link io.sqlserversim.types.Variant}; null when unknown
     */
    @Nullable
    Object serverProperty(String name);

    /**
     * HAS_PERMS_BY_NAME for server and database scope.
     *
     * @param session who asks
     * @param securable the database, or null for the server
     * @param permission e.g. {@code VIEW SERVER STATE}
     * @return 1, 0, or null for an unknown permission
     */
    @Nullable
    Integer hasPermission(Session session, @Nullable String securable, String permission);

    /**
     * Whether a session may execute a system procedure.
     *
     * @param session who asks
     * @param procedure without schema, e.g. {@code sp_getapplock}
     * @return false when EXECUTE is denied to its login (Msg 229)
     */
    default boolean mayExecute(Session session, String procedure) {
        return true;
    }

    /**
     * How a database compares texts and names.
     *
     * @param database its name in its own spelling
     * @return the server's collation where nothing else is known
     */
    default TextCollation collation(String database) {
        return TextCollation.SERVER;
    }

    /**
     * Checks that the session may enter a database that a name of several parts begins with.
     *
     * @param session who asks
     * @param database as written
     * @param name the whole name as written, for errors
     * @return the database's name in its own spelling
     * @throws SqlError 40515 where such names are not supported, else as {@link #enter}
     */
    default String refer(Session session, String database, String name) {
        return enter(session, database);
    }

    /**
     * Finds a table for those who ask about it and do not read it: everybody sees the server's own views.
     *
     * @param session who asks
     * @param database as written
     * @param schema as written, or empty
     * @param object as written
     * @return null when there is none of this name
     * @throws SqlError as {@link #find}, except for missing permission on the table
     */
    default @Nullable VirtualTable describe(Session session, String database, String schema, String object) {
        return find(session, database, schema, object);
    }

    /**
     * Finds a table by the id that OBJECT_ID gives it.
     *
     * @param session who asks
     * @param database as written
     * @param objectId the id
     * @return null when there is none of this id
     */
    default @Nullable VirtualTable describe(Session session, String database, int objectId) {
        return null;
    }

    /**
     * The database in which an application lock is taken when it is asked for in a database of this name.
     *
     * @param session who asks
     * @param database its current database, or the one that the call names
     * @return a name that stands for one database of the server
     */
    default String lockScope(Session session, String database) {
        return database;
    }

    /**
     * Whether a session may use KILL.
     *
     * @param session who asks
     * @return false for Msg 6102
     */
    default boolean mayKill(Session session) {
        Integer allowed = hasPermission(session, null, "ALTER ANY CONNECTION");
        return allowed != null && allowed == 1;
    }

    /**
     * Whether a database can be written to, for DATABASEPROPERTYEX.
     *
     * @param session who asks
     * @param database as written
     * @return null when {@code sys.databases.is_read_only} tells all
     */
    default @Nullable Boolean isUpdateable(Session session, String database) {
        return null;
    }

    /**
     * What a database was bought as in Azure SQL Database, for DATABASEPROPERTYEX.
     *
     * @param session who asks
     * @param database as written
     * @return null elsewhere
     */
    default @Nullable String serviceObjective(Session session, String database) {
        return null;
    }

    /**
     * Told of each statement that read or changed a table, once it has ended; its database is the session's current one.
     *
     * @param session who ran it
     * @param statement what it was and cost
     */
    default void executed(Session session, ExecutedStatement statement) {}

    /**
     * Calls a procedure that belongs to a database and not to the engine.
     *
     * @param session who asks
     * @param database its name in its own spelling
     * @param procedure without schema, in lower case
     * @param names of the arguments with their signs, empty where positional
     * @param values of the arguments; null is NULL
     * @return false when there is no such procedure (Msg 2812)
     * @throws SqlError when it fails
     */
    default boolean call(
            Session session, String database, String procedure, List<String> names, List<@Nullable Object> values) {
        return false;
    }

    /**
     * Whether this server has the writable copy of a database of an availability group.
     *
     * @param session who asks
     * @param database as written
     * @return null for a database that is in no group, or is none
     */
    default @Nullable Boolean isPrimaryReplica(Session session, String database) {
        return null;
    }

    /**
     * GRANT, DENY or REVOKE.
     *
     * @param session who does it
     * @param permit what
     * @throws SqlError 15151, 4621, ... when it may not be done
     */
    default void permit(Session session, Statement.Permit permit) {
        throw new SqlError(15247, 16, 1, "User does not have permission to perform this action.");
    }

    /**
     * CREATE LOGIN or CREATE USER.
     *
     * @param session who does it
     * @param principal whom
     * @throws SqlError 15247, 15025, 15007, 15023, ... when it may not be done
     */
    default void create(Session session, Statement.CreatePrincipal principal) {
        throw new SqlError(15247, 16, 1, "User does not have permission to perform this action.");
    }

    /**
     * ALTER DATABASE ... SET QUERY_STORE.
     *
     * @param session who does it
     * @param change what
     * @throws SqlError 5011, 12438, 153, ... when it may not be done; those of severity 16 are followed by Msg 5069
     */
    default void alterQueryStore(Session session, QueryStoreChange change) {
        throw new SqlError(15247, 16, 1, "User does not have permission to perform this action.");
    }
}

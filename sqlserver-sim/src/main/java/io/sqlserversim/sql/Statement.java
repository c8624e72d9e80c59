package io.sqlserversim.sql;

import io.sqlserversim.sql.Expr.TypeName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement with the 1-based line at which it begins. Immutable. */
public sealed interface Statement {
    /**
     * Where it begins.
     *
     * @return 1-based line in the batch
     */
    int line();

    /**
     * SELECT.
     *
     * @param ctes common table expressions
     * @param query the query
     * @param line where
     */
    record Select(List<Query.Cte> ctes, Query query, int line) implements Statement {}

    /**
     * INSERT.
     *
     * @param ctes common table expressions
     * @param table a table's name, or a table variable's
     * @param columns empty for all
     * @param source the rows; null for DEFAULT VALUES or EXECUTE
     * @param execute the statement whose rows are inserted, or null
     * @param line where
     */
    record Insert(
            List<Query.Cte> ctes,
            List<String> table,
            List<String> columns,
            @Nullable Query source,
            @Nullable Statement execute,
            int line)
            implements Statement {}

    /**
     * DELETE.
     *
     * @param ctes common table expressions
     * @param table a table's name, its alias in {@code from}, or a table variable's
     * @param top TOP, or null
     * @param from the second FROM, or null
     * @param where null for all rows
     * @param line where
     */
    record Delete(
            List<Query.Cte> ctes,
            List<String> table,
            @Nullable Expr top,
            @Nullable TableSource from,
            @Nullable Condition where,
            int line)
            implements Statement {}

    /**
     * UPDATE of one table.
     *
     * @param ctes common table expressions
     * @param table a table's name, its alias in {@code from}, or a table variable's
     * @param top TOP, or null
     * @param columns what to set
     * @param values to what, compound operators already applied
     * @param from FROM, or null
     * @param where null for all rows
     * @param line where
     */
    record Update(
            List<Query.Cte> ctes,
            List<String> table,
            @Nullable Expr top,
            List<String> columns,
            List<Expr> values,
            @Nullable TableSource from,
            @Nullable Condition where,
            int line)
            implements Statement {}

    /**
     * CREATE TABLE.
     *
     * @param table its name
     * @param definition its columns and keys
     * @param line where
     */
    record CreateTable(List<String> table, TableDefinition definition, int line) implements Statement {}

    /**
     * What a new table has.
     *
     * @param columns at least one
     * @param keys PRIMARY KEY and UNIQUE
     */
    record TableDefinition(List<ColumnDefinition> columns, List<Key> keys) {}

    /**
     * Columns that no two rows share.
     *
     * @param name the constraint's or index's name; empty for one that the server makes up
     * @param kind what messages call it: PRIMARY KEY, UNIQUE KEY, or INDEX
     * @param columns at least one
     */
    record Key(String name, String kind, List<String> columns) {}

    /**
     * A column of a new table.
     *
     * @param name its name
     * @param type its type
     * @param nullable whether NULL is allowed
     * @param identity IDENTITY, or null
     * @param value DEFAULT, or null
     * @param collation COLLATE, or null
     */
    record ColumnDefinition(
            String name,
            TypeName type,
            boolean nullable,
            @Nullable Identity identity,
            @Nullable Expr value,
            @Nullable String collation) {}

    /**
     * IDENTITY.
     *
     * @param seed the first number
     * @param increment from one to the next
     */
    record Identity(int seed, int increment) {}

    /**
     * CREATE INDEX on a temporary table.
     *
     * @param table the table
     * @param key its columns when it is UNIQUE, else null: it changes no results
     * @param line where
     */
    record CreateIndex(List<String> table, @Nullable Key key, int line) implements Statement {}

    /**
     * DROP TABLE.
     *
     * @param tables names
     * @param ifExists IF EXISTS
     * @param line where
     */
    record DropTable(List<List<String>> tables, boolean ifExists, int line) implements Statement {}

    /**
     * TRUNCATE TABLE.
     *
     * @param table its name
     * @param line where
     */
    record TruncateTable(List<String> table, int line) implements Statement {}

    /**
     * DECLARE of scalar variables.
     *
     * @param variables at least one
     * @param line where
     */
    record Declare(List<Declaration> variables, int line) implements Statement {}

    /**
     * A declared variable.
     *
     * @param name with its sign
     * @param type its type
     * @param value initial value, or null
     */
    record Declaration(String name, TypeName type, @Nullable Expr value) {}

    /**
     * DECLARE of a table variable.
     *
     * @param name with its sign
     * @param definition its columns and keys
     * @param line where
     */
    record DeclareTable(String name, TableDefinition definition, int line) implements Statement {}

    /**
     * SET of a variable.
     *
     * @param name with its sign
     * @param value a compound operator already applied
     * @param line where
     */
    record SetVariable(String name, Expr value, int line) implements Statement {}

    /**
     * SET of options.
     *
     * @param names in upper case; several only for ON and OFF
     * @param value ON and OFF as words
     * @param line where
     */
    record SetOption(List<String> names, Expr value, int line) implements Statement {}

    /**
     * IF.
     *
     * @param condition when
     * @param then what
     * @param otherwise ELSE, or null
     * @param line where
     */
    record If(Condition condition, Statement then, @Nullable Statement otherwise, int line) implements Statement {}

    /**
     * WHILE.
     *
     * @param condition as long as
     * @param body what
     * @param line where
     */
    record While(Condition condition, Statement body, int line) implements Statement {}

    /**
     * BREAK.
     *
     * @param line where
     */
    record Break(int line) implements Statement {}

    /**
     * CONTINUE.
     *
     * @param line where
     */
    record Continue(int line) implements Statement {}

    /**
     * BEGIN ... END.
     *
     * @param statements in order
     * @param line where
     */
    record Block(List<Statement> statements, int line) implements Statement {}

    /**
     * TRY and CATCH.
     *
     * @param attempt the TRY block
     * @param handler the CATCH block
     * @param line where
     */
    record TryCatch(List<Statement> attempt, List<Statement> handler, int line) implements Statement {}

    /**
     * THROW.
     *
     * @param number null for throwing again
     * @param message null for throwing again
     * @param state null for throwing again
     * @param line where
     */
    record Throw(
            @Nullable Expr number,
            @Nullable Expr message,
            @Nullable Expr state,
            int line) implements Statement {}

    /**
     * RAISERROR.
     *
     * @param message text or number
     * @param severity the severity
     * @param state the state
     * @param arguments for the text's places
     * @param options in upper case
     * @param line where
     */
    record Raiserror(Expr message, Expr severity, Expr state, List<Expr> arguments, List<String> options, int line)
            implements Statement {}

    /**
     * PRINT.
     *
     * @param message what
     * @param line where
     */
    record Print(Expr message, int line) implements Statement {}

    /**
     * USE.
     *
     * @param database the name
     * @param line where
     */
    record Use(String database, int line) implements Statement {}

    /**
     * EXECUTE of a procedure.
     *
     * @param result the variable that takes the return code, or null
     * @param procedure its name as written, database first; empty when {@code variable} holds it
     * @param variable the variable that holds its name, or null
     * @param arguments in order
     * @param line where
     */
    record Execute(
            @Nullable String result,
            List<String> procedure,
            @Nullable String variable,
            List<Argument> arguments,
            int line)
            implements Statement {}

    /**
     * An argument.
     *
     * @param name with its sign, or null when positional
     * @param value null for DEFAULT
     * @param output OUTPUT
     */
    record Argument(@Nullable String name, @Nullable Expr value, boolean output) {}

    /**
     * EXECUTE of a text.
     *
     * @param text the T-SQL
     * @param line where
     */
    record ExecuteText(Expr text, int line) implements Statement {}

    /**
     * RETURN.
     *
     * @param value null for none
     * @param line where
     */
    record Return(@Nullable Expr value, int line) implements Statement {}

    /**
     * WAITFOR.
     *
     * @param delay DELAY, else TIME
     * @param time how long or until when
     * @param line where
     */
    record WaitFor(boolean delay, Expr time, int line) implements Statement {}

    /**
     * KILL.
     *
     * @param session the session id
     * @param line where
     */
    record Kill(Expr session, int line) implements Statement {}

    /**
     * GRANT, DENY or REVOKE.
     *
     * @param verb which
     * @param permissions in upper case
     * @param on what stands after ON
     * @param principals to whom
     * @param line where
     */
    record Permit(String verb, List<String> permissions, Securable on, List<String> principals, int line)
            implements Statement {}

    /**
     * CREATE LOGIN, or CREATE USER.
     *
     * @param user whether it is a user of the current database
     * @param name whose
     * @param password of a login, or of a user that has no login; empty for a user of a login
     * @param login of a user of a login; empty for others
     * @param line where
     */
    record CreatePrincipal(boolean user, String name, String password, String login, int line) implements Statement {}

    /**
     * ALTER DATABASE ... SET QUERY_STORE.
     *
     * @param change what
     * @param line where
     */
    record AlterQueryStore(QueryStoreChange change, int line) implements Statement {}

    /**
     * A transaction statement.
     *
     * @param action what
     * @param name the transaction's or savepoint's name, or null
     * @param line where
     */
    record Transaction(TransactionAction action, @Nullable String name, int line) implements Statement {}
}

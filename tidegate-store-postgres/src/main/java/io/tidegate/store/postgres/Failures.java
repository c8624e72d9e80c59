package io.tidegate.store.postgres;

import io.tidegate.core.store.StoreException;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;

/**
 * The one place where PostgreSQL's errors become sentences for a user, by SQLSTATE (documentation of PostgreSQL 18,
 * appendix A). Its messages may quote values, so none is passed on.
 */
final class Failures {
    private static final String UNIQUE_VIOLATION = "23505";
    private static final String CHECK_VIOLATION = "23514";

    private Failures() {}

    /** A failure while a call ran. */
    static StoreException during(SQLException e, boolean ambiguous) {
        return new StoreException(ambiguous ? unknownEnd() : sentence(e), e, ambiguous);
    }

    /** A call that we gave up at its limit. */
    static StoreException late(Duration limit, Throwable cause, boolean ambiguous) {
        return new StoreException(
                ambiguous
                        ? unknownEnd()
                        : "The store did not answer within " + limit.toSeconds()
                                + " s: the call was given up, and nothing of it is kept.",
                cause,
                ambiguous);
    }

    private static String unknownEnd() {
        return "The connection to the store was lost while a commit was under way: whether it was kept is not known yet.";
    }

    /** A failure while the store was opened. */
    static StoreException opening(PostgresOptions options, SQLException e) {
        String where = options.where();
        String sentence = switch (state(e)) {
            case "28P01", "28000" ->
                "PostgreSQL refuses the login of user " + options.login().user() + " to " + where
                        + ": check user, password and pg_hba.conf.";
            case "3D000" -> "There is no database " + where + ": create it, or correct its name.";
            case "42501" ->
                "The user " + options.login().user() + " may not create the schema "
                        + options.schema() + " or its tables in " + where
                        + ": create the schema with that user as its owner, or grant CREATE.";
            case "55P03" ->
                "Another node is changing the schema of the store in " + where + " and has not finished: try again.";
            default ->
                isConnection(e)
                        ? "The store " + where + " cannot be reached: check host, port, firewall and TLS settings."
                        : "The store in " + where + " cannot be opened: " + sentence(e);
        };
        return new StoreException(sentence, e);
    }

    private static String sentence(SQLException e) {
        return switch (state(e)) {
            case "57014", "25P04" -> "The store stopped a call that ran past its time limit; nothing of it is kept.";
            case "55P03" ->
                "The store gave up waiting for a lock that another call holds; nothing of this call is kept.";
            case "40001", "40P01" ->
                "The store lost a race with other calls several times; nothing of this call is kept.";
            case "53100" -> "The disk of the store is full: free some space; nothing of this call is kept.";
            case "53200" -> "PostgreSQL ran out of memory in a call: give it more, or ask for less.";
            case "53300" -> "PostgreSQL has no connection left: raise max_connections, or lower the stores' pools.";
            case "25006" -> "PostgreSQL is read-only here, a standby perhaps: connect to the primary.";
            case "42501" -> "The store's user lacks a right: see the grants in docs/store-postgres.md.";
            case UNIQUE_VIOLATION -> "The store refused a row that it has already; nothing of this call is kept.";
            default ->
                isConnection(e)
                        ? "The connection to the store was lost; nothing of this call is kept."
                        : "The store failed (SQLSTATE " + state(e) + ").";
        };
    }

    /** No connection became free, or none could be made. */
    static StoreException noConnection(PostgresOptions options, SQLException e) {
        SQLException cause = e.getCause() instanceof SQLException c ? c : null;
        if (cause != null) {
            return opening(options, cause);
        }
        return new StoreException(
                "The store is busy: no connection became free within "
                        + options.waitLimit().toSeconds() + " s.",
                e);
    }

    /** Whether the transaction surely failed only because of others that ran beside it. */
    static boolean isLostRace(SQLException e) {
        return state(e).equals("40001") || state(e).equals("40P01");
    }

    static boolean isStopped(SQLException e) {
        return state(e).equals("57014") || state(e).equals("25P04");
    }

    /** Whether a fact came for a month that has no partition; a violated check of a table would name its constraint. */
    static boolean lacksPartition(@Nullable Throwable e) {
        return e instanceof PSQLException p
                && state(p).equals(CHECK_VIOLATION)
                && p.getServerErrorMessage() != null
                && p.getServerErrorMessage().getConstraint() == null;
    }

    /** Class 08 is a connection that failed; 57P0x is a session that the server ended: a commit that ends so has no answer. */
    static boolean isConnection(SQLException e) {
        return state(e).startsWith("08") || state(e).startsWith("57P");
    }

    private static String state(SQLException e) {
        return e.getSQLState() == null ? "" : e.getSQLState();
    }
}

package io.tidegate.sqlserver.fault;

/**
 * What went wrong at a server, by what follows from it. Immutable. The text never holds query text, server messages or
 * secrets.
 */
public sealed interface Fault {
    /**
     * What happened, where, and what to do, for a user.
     *
     * @return one or two sentences
     */
    String message();

    /**
     * The server's error number.
     *
     * @return Msg number; 0 when the driver made the error
     */
    int number();

    /**
     * Whether the session is gone with it: nothing more can be asked there, so no end can be proven on it.
     *
     * @return true when the connection is closed or broken
     */
    boolean endsSession();

    /**
     * Whether a database of Azure SQL Database is about to be there: it is moved, or wakes from its pause, for a minute or two.
     * Source: "Troubleshoot common connection issues to Azure SQL Database", error 40613.
     *
     * @return true for the one error that says so
     */
    default boolean isAboutToBeThere() {
        return number() == 40_613;
    }

    /**
     * Likely gone at the next cadence: deadlock, lock time-out, memory, fail-over.
     *
     * @param message for a user
     * @param number Msg number
     * @param endsSession whether the connection is gone
     */
    record Transient(String message, int number, boolean endsSession) implements Fault {}

    /**
     * No connection, or one that broke.
     *
     * @param message for a user
     * @param number Msg number, mostly 0
     */
    record Unreachable(String message, int number) implements Fault {
        @Override
        public boolean endsSession() {
            return true;
        }
    }

    /**
     * A statement was ended by its time limit, and the server has acknowledged that.
     *
     * @param message for a user
     */
    record TimedOut(String message) implements Fault {
        @Override
        public int number() {
            return 0;
        }

        @Override
        public boolean endsSession() {
            return false;
        }
    }

    /**
     * A statement of ours was ended by an attention of ours, and the server has acknowledged that.
     *
     * @param message for a user
     */
    record Cancelled(String message) implements Fault {
        @Override
        public int number() {
            return 0;
        }

        @Override
        public boolean endsSession() {
            return false;
        }
    }

    /**
     * The login was refused; trying again will not help.
     *
     * @param message for a user
     * @param number Msg number
     */
    record LoginRefused(String message, int number) implements Fault {
        @Override
        public boolean endsSession() {
            return true;
        }
    }

    /**
     * A right is missing.
     *
     * @param message for a user
     * @param number Msg number
     * @param permission which one, e.g. {@code VIEW DATABASE STATE}
     * @param grant the statement to run; empty when none is known
     */
    record NotPermitted(String message, int number, String permission, String grant) implements Fault {
        @Override
        public boolean endsSession() {
            return false;
        }
    }

    /**
     * The database cannot be entered now: offline, restoring, single-user, a secondary that is not readable.
     *
     * @param message for a user
     * @param number Msg number
     * @param endsSession whether the connection is gone
     */
    record DatabaseUnavailable(String message, int number, boolean endsSession) implements Fault {}

    /**
     * The server does not know a view, column or function that was asked for.
     *
     * @param message for a user
     * @param number Msg number
     */
    record NotSupported(String message, int number) implements Fault {
        @Override
        public boolean endsSession() {
            return false;
        }
    }

    /**
     * Query Store itself is not well.
     *
     * @param message for a user
     * @param number Msg number, 12402 to 12469
     * @param endsSession whether the connection is gone
     */
    record QueryStoreError(String message, int number, boolean endsSession) implements Fault {}

    /**
     * The guard of a heavy batch threw: the session has not the lock, or the node's claim may have run out. Nothing heavy
     * ran in that batch.
     *
     * @param message for a user
     * @param number 50001 or 50002
     */
    record Guarded(String message, int number) implements Fault {
        @Override
        public boolean endsSession() {
            return false;
        }
    }

    /**
     * None of the others.
     *
     * @param message for a user
     * @param number Msg number
     * @param endsSession whether the connection is gone
     */
    record Unknown(String message, int number, boolean endsSession) implements Fault {}
}

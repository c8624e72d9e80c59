package io.tidegate.sqlserver.fault;

import static io.tidegate.sqlserver.fault.FaultKind.DATABASE;
import static io.tidegate.sqlserver.fault.FaultKind.GUARD;
import static io.tidegate.sqlserver.fault.FaultKind.LOGIN;
import static io.tidegate.sqlserver.fault.FaultKind.NOT_SUPPORTED;
import static io.tidegate.sqlserver.fault.FaultKind.PERMISSION;
import static io.tidegate.sqlserver.fault.FaultKind.QUERY_STORE;
import static io.tidegate.sqlserver.fault.FaultKind.TRANSIENT;
import static io.tidegate.sqlserver.fault.FaultKind.UNREACHABLE;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What each error number means to us. Immutable, no state.
 *
 * <p>Sources: "Database Engine errors" of the SQL Server documentation (2016 to 2025); for 40143 to 49920 "Troubleshoot
 * connectivity issues and other errors" of Azure SQL Database; for the net-lib numbers (64, 121, 233, 10053, 10054) the
 * transient list of mssql-jdbc 13; 12402 to 12469 are Query Store's own.
 */
final class FaultTable {
    private static final String WAIT = "Nothing to do: it is tried again on the next pass.";
    private static final int QUERY_STORE_FIRST = 12402;
    private static final int QUERY_STORE_LAST = 12469;
    private static final Map<Integer, Row> ROWS = new HashMap<>();

    static {
        login();
        unreachable();
        databases();
        permissions();
        shortages();
        azure();
        versions();
    }

    private FaultTable() {}

    /** One row: what happened and what to do, as sentence parts. */
    record Row(FaultKind kind, String what, String advice) {}

    /** The row of a number; empty when the number is not known. */
    static Optional<Row> find(int number) {
        Row row = ROWS.get(number);
        if (row == null && number >= QUERY_STORE_FIRST && number <= QUERY_STORE_LAST) {
            row = new Row(QUERY_STORE, "Query Store reports an error of its own", storeAdvice());
        }
        return Optional.ofNullable(row);
    }

    private static void login() {
        put(LOGIN, "the login failed", "Check user and password; the server's own log has the true reason.", 18456);
        put(
                LOGIN,
                "the login is disabled, locked or from an untrusted domain",
                "Enable the login.",
                18470,
                18486,
                18452);
        put(LOGIN, "the password has expired or must be changed", "Set a new password.", 18487, 18488);
        put(LOGIN, "the login's default database cannot be opened", "Give the login a default database.", 4064);
        put(
                LOGIN,
                "the server's firewall refuses this client",
                "Allow this machine's address in the server's firewall.",
                40615,
                40532,
                40914,
                47073);
    }

    private static void unreachable() {
        put(UNREACHABLE, "the connection broke", WAIT, 64, 121, 233, 10053, 10054, 596);
        put(TRANSIENT, "the server takes no logins now", WAIT, 18401, 17142, 17187, 6005, 17809, 17300, 4221);
    }

    private static void databases() {
        put(DATABASE, "the database does not exist or cannot be seen", "Check its name.", 911, 4060, 913, 615);
        put(DATABASE, "the database is being recovered", WAIT, 921, 922, 952);
        put(DATABASE, "the database is restricted or single-user", "It is read again once it is multi-user.", 923, 924);
        put(DATABASE, "the database is suspect or its files are missing", "Repair or restore it.", 926, 945);
        put(DATABASE, "the database is being restored", "It is read again once it is online.", 927);
        put(DATABASE, "the database is offline", "It is read again once it is online.", 942);
        put(
                DATABASE,
                "this replica of the database is not readable",
                "Register the primary replica, or allow reads on this one.",
                954,
                976,
                978,
                979,
                982,
                983,
                988);
        put(DATABASE, "the database is read-only", "Nothing to do.", 3906);
    }

    private static void permissions() {
        put(PERMISSION, "a permission is missing", "", 229, 230, 262, 297, 300, 371, 12421, 15247, 15151, 4621);
        put(PERMISSION, "the login may not enter the database", "", 916);
    }

    private static void shortages() {
        put(TRANSIENT, "we were chosen as the victim of a deadlock", WAIT, 1205);
        put(TRANSIENT, "a lock was not free within our second", WAIT, 1222);
        put(TRANSIENT, "the database changed while it was read", WAIT, 3960, 3961, 3952);
        put(TRANSIENT, "the server is short of memory", WAIT, 701, 802, 8645, 8651, 845);
        put(TRANSIENT, "the server is short of disk space", "Free space in tempdb or the log.", 1105, 1101, 9002);
        put(TRANSIENT, "the server could not plan the statement", WAIT, 8623, 8632);
        put(TRANSIENT, "a prepared statement was lost", WAIT, 8179);
    }

    private static void azure() {
        put(TRANSIENT, "the service is busy or moves the database", WAIT, 40197, 40501, 40143, 40166, 40540, 40020);
        put(TRANSIENT, "the database is not available now: it is moved, or wakes from its pause", WAIT, 40613);
        put(TRANSIENT, "the service has reached a limit", WAIT, 49918, 49919, 49920, 10928, 10929);
        put(TRANSIENT, "the service ended the session", WAIT, 40549, 40550, 40551, 40552, 40553);
        put(TRANSIENT, "the database is paused or wakes up", WAIT, 42108, 42109);
        put(NOT_SUPPORTED, "names of other databases are not allowed here", "Connect to each database.", 40508, 40515);
        put(NOT_SUPPORTED, "the statement is not supported here", "Report this with the server's version.", 40510);
    }

    private static void versions() {
        String report = "Report this with the output of 'tidegate doctor'.";
        put(
                DATABASE,
                "the database is gone or has another name now, or it lacks a view that was asked for",
                "Nothing to do when it was dropped or renamed; else report this with the output of 'tidegate doctor'.",
                208);
        put(NOT_SUPPORTED, "this version lacks a column that was asked for", report, 207);
        put(NOT_SUPPORTED, "this version lacks a procedure or function", report, 2812, 195);
        put(NOT_SUPPORTED, "the server does not understand the statement", report, 102, 156, 319);
        put(GUARD, "the session has not the lock that heavy reads need", WAIT, SqlServerFaults.GUARD_LOCK);
        put(GUARD, "this node's claim on the server may have run out", WAIT, SqlServerFaults.GUARD_CLAIM);
    }

    private static String storeAdvice() {
        return "Look at actual_state_desc of sys.database_query_store_options; ERROR is mended by"
                + " sys.sp_query_store_consistency_check while Query Store is off.";
    }

    private static void put(FaultKind kind, String what, String advice, int... numbers) {
        for (int number : numbers) {
            if (ROWS.put(number, new Row(kind, what, advice)) != null) {
                throw new IllegalStateException("two rows for " + number);
            }
        }
    }
}

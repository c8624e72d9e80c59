package io.tidegate.sqlserver.fault;

import java.security.GeneralSecurityException;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.Objects;
import java.util.Optional;

/**
 * Tells what an exception of the driver means. The only place that reads error numbers and SQL states. Thread-safe, no
 * state.
 *
 * <p>Facts about the driver are those of mssql-jdbc 13.6: {@code getErrorCode} is the Msg number and 0 for the driver's own
 * errors; further errors of one response are chained, and a permission error 297 or a 18456 trails the one that says more.
 */
public final class SqlServerFaults {
    /** Thrown by the guard when the session has not the lock. */
    public static final int GUARD_LOCK = 50001;

    /** Thrown by the guard when the node's claim may have run out. */
    public static final int GUARD_CLAIM = 50002;

    private static final String ATTENTION_STATE = "HY008";
    private static final int CHAIN_LIMIT = 16;
    private static final String CERTIFICATE_ADVICE =
            "Give the server a certificate for this host name that this machine's Java"
                    + " trusts, name the authority that vouches for it as certificateAuthority, or set"
                    + " trustServerCertificate for it.";

    private SqlServerFaults() {}

    /**
     * Classifies an exception.
     *
     * @param thrown what the driver threw
     * @param where what was worked on
     * @return what follows from it
     */
    public static Fault classify(SQLException thrown, Where where) {
        SQLException telling = mostTelling(thrown);
        boolean ended = anyEndsSession(thrown);
        if (telling.getErrorCode() == 0) {
            return ofDriver(telling, where, ended);
        }
        String words = Objects.requireNonNullElse(telling.getMessage(), "");
        return ofServer(telling.getErrorCode(), words, where, ended);
    }

    /**
     * Classifies an error that the server caught and reported in a row.
     *
     * @param number ERROR_NUMBER()
     * @param serverMessage ERROR_MESSAGE(); looked through for a permission's name only
     * @param where what was worked on
     * @return what follows from it
     */
    public static Fault classify(int number, String serverMessage, Where where) {
        return ofServer(number, serverMessage, where, false);
    }

    /**
     * Classifies and wraps.
     *
     * @param thrown what the driver threw
     * @param where what was worked on
     * @return to be thrown
     */
    public static SqlServerException wrap(SQLException thrown, Where where) {
        boolean ofDriver = mostTelling(thrown).getErrorCode() == 0;
        return new SqlServerException(classify(thrown, where), ofDriver ? thrown : null);
    }

    /**
     * Classifies and wraps what kept a connection from being made.
     *
     * @param thrown what the driver threw
     * @param where what was worked on
     * @param address host and port, e.g. {@code db1.example:1433}
     * @return to be thrown; where the server was not reached it says at which address, and why
     */
    public static SqlServerException unconnected(SQLException thrown, Where where, String address) {
        SqlServerException plain = wrap(thrown, where);
        if (!(plain.fault() instanceof Fault.Unreachable gone) || gone.number() != 0 || isCertificate(thrown)) {
            return plain;
        }
        String what = "cannot be reached at " + address + ": "
                + ConnectCause.of(thrown).words();
        return new SqlServerException(new Fault.Unreachable(sentence(what, where, 0, ""), 0), thrown);
    }

    /**
     * A connection that is found broken where the driver itself reports nothing.
     *
     * @param where what was worked on
     * @return to be thrown
     */
    public static SqlServerException broken(Where where) {
        return new SqlServerException(unreachable(where, ConnectCause.BROKE), null);
    }

    /** Of a connection that was there. */
    private static Fault unreachable(Where where, ConnectCause cause) {
        String what = cause == ConnectCause.TIMED_OUT
                ? "the connection broke: it did not answer in time"
                : "the connection broke";
        return new Fault.Unreachable(sentence(what, where, 0, ""), 0);
    }

    private static Fault ofDriver(SQLException thrown, Where where, boolean ended) {
        if (isCertificate(thrown)) {
            return new Fault.Unreachable(sentence("its certificate was refused", where, 0, CERTIFICATE_ADVICE), 0);
        }
        if (ended) {
            return unreachable(where, ConnectCause.of(thrown));
        }
        if (thrown instanceof SQLTimeoutException) {
            return new Fault.TimedOut(sentence("a statement of ours reached its time limit", where, 0, ""));
        }
        if (ATTENTION_STATE.equals(thrown.getSQLState())) {
            return new Fault.Cancelled(sentence("a statement of ours was ended by us", where, 0, ""));
        }
        return new Fault.Unknown(sentence("the driver reports a fault", where, 0, ""), 0, false);
    }

    private static Fault ofServer(int number, String serverMessage, Where where, boolean ended) {
        Optional<FaultTable.Row> found = FaultTable.find(number);
        if (found.isEmpty()) {
            return new Fault.Unknown(sentence("the server reports an error", where, number, ""), number, ended);
        }
        FaultTable.Row row = found.get();
        String words = sentence(row.what(), where, number, row.advice());
        return switch (row.kind()) {
            case TRANSIENT -> new Fault.Transient(words, number, ended);
            case UNREACHABLE -> new Fault.Unreachable(words, number);
            case LOGIN -> new Fault.LoginRefused(words, number);
            case PERMISSION -> notPermitted(number, serverMessage, where, row);
            case DATABASE -> new Fault.DatabaseUnavailable(words, number, ended);
            case NOT_SUPPORTED -> new Fault.NotSupported(words, number);
            case QUERY_STORE -> new Fault.QueryStoreError(words, number, ended);
            case GUARD -> new Fault.Guarded(words, number);
        };
    }

    private static Fault notPermitted(int number, String serverMessage, Where where, FaultTable.Row row) {
        MissingRight right = MissingRight.of(number, serverMessage, where);
        String advice = right.grant().isEmpty() ? "See docs/permissions.md." : "Run: " + right.grant();
        String what = row.what() + (right.permission().equals("unknown") ? "" : " (" + right.permission() + ")");
        return new Fault.NotPermitted(sentence(what, where, number, advice), number, right.permission(), right.grant());
    }

    /** The first error of the chain that the table knows; the first one of all when it knows none. */
    private static SQLException mostTelling(SQLException thrown) {
        SQLException at = thrown;
        for (int i = 0; at != null && i < CHAIN_LIMIT; i++) {
            if (at.getErrorCode() != 0 && FaultTable.find(at.getErrorCode()).isPresent()) {
                return at;
            }
            at = at.getNextException();
        }
        return thrown;
    }

    /** Whether the server's certificate was refused: the driver has Java's own exception among the causes. */
    private static boolean isCertificate(SQLException thrown) {
        Throwable at = thrown;
        for (int i = 0; at != null && i < CHAIN_LIMIT; i++) {
            if (at instanceof GeneralSecurityException) {
                return true;
            }
            at = at.getCause();
        }
        return false;
    }

    private static boolean anyEndsSession(SQLException thrown) {
        SQLException at = thrown;
        for (int i = 0; at != null && i < CHAIN_LIMIT; i++) {
            String state = at.getSQLState();
            if ((state != null && state.startsWith("08")) || at.getErrorCode() == 596) {
                return true;
            }
            at = at.getNextException();
        }
        return false;
    }

    private static String sentence(String what, Where where, int number, String advice) {
        String code = number == 0 ? "" : " (error " + number + ")";
        return where.words() + ": " + what + code + "." + (advice.isEmpty() ? "" : " " + advice);
    }
}

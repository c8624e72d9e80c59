package io.tidegate.sqlserver.fault;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.sql.SQLException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Why a server was not reached. mssql-jdbc 13.6 keeps the exception of the network for some failures only, and puts its
 * words into a sentence of its own for the others; no other part of that sentence is looked at, or shown.
 */
enum ConnectCause {
    UNKNOWN_NAME(
            "the name was not found",
            "unknown host|name or service not known|no such host|nodename nor servname|name resolution"),
    REFUSED("the connection was refused, nothing listens there", "connection refused"),
    NO_ROUTE("there is no way to it from here", "no route to host|network is unreachable|host is down"),
    TIMED_OUT("it did not answer in time", "timed out|timeout"),
    NO_SQL_SERVER("what listens there does not answer as a SQL Server does", "unexpected pre-login response"),
    BROKE("the connection broke", "");

    private static final int CHAIN_LIMIT = 16;

    private final String words;
    private final Pattern said;

    ConnectCause(String words, String said) {
        this.words = words;
        this.said = Pattern.compile(said);
    }

    /** For a user; without a full stop. */
    String words() {
        return words;
    }

    static ConnectCause of(SQLException thrown) {
        Throwable at = thrown;
        for (int i = 0; at != null && i < CHAIN_LIMIT; i++) {
            ConnectCause found = ofClass(at);
            if (found != BROKE) {
                return found;
            }
            at = at.getCause();
        }
        String message = String.valueOf(thrown.getMessage()).toLowerCase(Locale.ROOT);
        for (ConnectCause one : values()) {
            if (one != BROKE && one.said.matcher(message).find()) {
                return one;
            }
        }
        return BROKE;
    }

    private static ConnectCause ofClass(Throwable thrown) {
        return switch (thrown) {
            case UnknownHostException name -> UNKNOWN_NAME;
            case UnresolvedAddressException name -> UNKNOWN_NAME;
            case NoRouteToHostException route -> NO_ROUTE;
            case ConnectException refused -> ofWords(refused);
            case SocketTimeoutException late -> TIMED_OUT;
            default -> BROKE;
        };
    }

    private static ConnectCause ofWords(ConnectException thrown) {
        String words = String.valueOf(thrown.getMessage()).toLowerCase(Locale.ROOT);
        return words.contains("timed out") ? TIMED_OUT : words.contains("unreachable") ? NO_ROUTE : REFUSED;
    }
}

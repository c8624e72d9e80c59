package io.sqlserversim.engine;

import io.sqlserversim.types.Column;
import io.sqlserversim.types.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the engine writes the answer to one request. The wire implements it; it decides between DONE and DONEINPROC,
 * buffers by packet and counts bytes. Confined to the thread that executes the request. Writes may block while the
 * client does not read; they throw {@link StatementEnded} when an attention or a kill arrived or the socket is dead.
 */
public interface ResponseSink {
    /**
     * Begins a result set.
     *
     * @param columns at least one
     */
    void columns(List<Column> columns);

    /**
     * One row of the current result set.
     *
     * @param values one per column, of the class that {@link SqlType.Kind} names; the array may be used again after
     *     the call
     */
    void row(@Nullable Object[] values);

    /**
     * Ends a statement that returned rows or changed some.
     *
     * @param command which kind of statement
     * @param count the number of rows, or -1 when it is not to be reported (NOCOUNT, SET, ...)
     */
    void done(Command command, long count);

    /**
     * An informational message (PRINT: number 0, severity 0).
     *
     * @param number the message number
     * @param severity 0 to 10
     * @param state 0 to 255
     * @param text the text
     */
    void info(int number, int severity, int state, String text);

    /**
     * An error; the statement it belongs to is ended by {@link #done} with {@link Command#FAILED} or by the end of the
     * request.
     *
     * @param error the error
     * @param line 1-based line in the batch
     */
    void error(SqlError error, int line);

    /**
     * The session's database changed.
     *
     * @param from the old name
     * @param to the new name
     */
    void databaseChanged(String from, String to);

    /**
     * The return status of a procedure called by RPC.
     *
     * @param status 0 for success
     */
    void returnStatus(int status);

    /**
     * An output parameter of a procedure called by RPC.
     *
     * @param ordinal 0-based index of the parameter in the call
     * @param name the name as the client sent it, maybe empty
     * @param type its type
     * @param value its value; null is NULL
     */
    void returnValue(int ordinal, String name, SqlType type, @Nullable Object value);

    /**
     * Sends what is buffered so far as a packet without end-of-message, so that the client sees it while the statement
     * goes on.
     */
    void flush();

    /**
     * Cuts the TCP connection as a fault, without any farewell: TCP RST. Returns normally; the statement goes on until
     * its next write, which finds the socket dead.
     */
    void dropConnection();

    /**
     * Bytes of the answer to this request so far, written or still buffered: tokens only, without packet headers.
     *
     * @return 0 or more
     */
    long bytes();

    /**
     * Rows of all result sets of this request so far.
     *
     * @return 0 or more
     */
    long rows();

    /** What kind of statement a {@code done} ends. */
    enum Command {
        /** SELECT. */
        SELECT,
        /** SELECT INTO. */
        SELECT_INTO,
        /** INSERT. */
        INSERT,
        /** UPDATE. */
        UPDATE,
        /** DELETE. */
        DELETE,
        /** SET and assignments. */
        SET,
        /** USE. */
        USE,
        /** EXECUTE inside a batch. */
        EXECUTE,
        /** A statement that ended with an error. */
        FAILED,
        /** Anything else. */
        OTHER
    }
}

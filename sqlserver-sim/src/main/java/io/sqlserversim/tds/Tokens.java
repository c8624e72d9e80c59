package io.sqlserversim.tds;

import io.sqlserversim.types.Column;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.wire.TdsWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the tokens of a server's answer (MS-TDS 2.2.7), but for rows. Confined to one thread. */
public final class Tokens {
    /** DONE status: another result follows. */
    public static final int MORE = 0x01;

    /** DONE status: the statement failed. */
    public static final int ERROR = 0x02;

    /** DONE status: the count counts. */
    public static final int COUNT = 0x10;

    /** DONE status: the acknowledgement of an attention. */
    public static final int ATTENTION = 0x20;

    /** DONEPROC status: the end of one call in a batch of calls. */
    public static final int RPC_IN_BATCH = 0x80;

    /** DONE's current command: SELECT. */
    public static final int SELECT = 0xC1;

    /** DONE's current command: EXECUTE. */
    public static final int EXECUTE = 0xE0;

    private static final int RETURNSTATUS = 0x79;
    private static final int COLMETADATA = 0x81;
    private static final int ERROR_TOKEN = 0xAA;
    private static final int INFO_TOKEN = 0xAB;
    private static final int RETURNVALUE = 0xAC;
    private static final int LOGINACK = 0xAD;
    private static final int FEATUREEXTACK = 0xAE;
    private static final int DONE = 0xFD;
    private static final int DONEPROC = 0xFE;
    private static final int DONEINPROC = 0xFF;
    private static final int OUTPUT_PARAMETER = 0x01;
    private static final int NULLABLE = 0x09; // nullable, updatability unknown
    private static final int NOT_NULLABLE = 0x08;
    private static final int LONGEST_TEXT = 16_000; // so that a token's length fits its two bytes

    private final TdsWriter out;
    private final TdsVersion version;
    private final String serverName;
    private final EnvironmentChanges changes;

    /**
     * Tokens into a buffer.
     *
     * @param out the buffer
     * @param version the granted version
     * @param serverName as in ERROR and INFO
     */
    public Tokens(TdsWriter out, TdsVersion version, String serverName) {
        this.out = out;
        this.version = version;
        this.serverName = serverName;
        this.changes = new EnvironmentChanges(out);
    }

    /**
     * ENVCHANGE tokens into the same buffer.
     *
     * @return their writer
     */
    public EnvironmentChanges changes() {
        return changes;
    }

    /**
     * COLMETADATA, and the writer of its rows.
     *
     * @param columns at least one
     * @return writes rows into the same buffer
     */
    public RowWriter columns(List<Column> columns) {
        out.u8(COLMETADATA);
        out.u16(columns.size());
        ColumnCodec[] codecs = new ColumnCodec[columns.size()];
        for (int i = 0; i < codecs.length; i++) {
            Column column = columns.get(i);
            codecs[i] = ColumnCodec.of(column.type(), column.nullable());
            userType();
            out.u16(column.nullable() ? NULLABLE : NOT_NULLABLE);
            codecs[i].writeTypeInfo(out);
            out.byteLengthText(column.name());
        }
        return new RowWriter(out, codecs, version.has73());
    }

    private void userType() {
        if (version.has72()) {
            out.i32(0);
        } else {
            out.u16(0);
        }
    }

    /**
     * DONE: the end of a statement of a batch.
     *
     * @param status of the status bits
     * @param command the current command
     * @param count rows; meant only with {@link #COUNT}
     */
    public void done(int status, int command, long count) {
        done(DONE, status, command, count);
    }

    /**
     * DONEINPROC: the end of a statement inside a procedure.
     *
     * @param status of the status bits
     * @param command the current command
     * @param count rows; meant only with {@link #COUNT}
     */
    public void doneInProc(int status, int command, long count) {
        done(DONEINPROC, status, command, count);
    }

    /**
     * DONEPROC: the end of a call.
     *
     * @param status of the status bits
     */
    public void doneProc(int status) {
        done(DONEPROC, status, EXECUTE, 0);
    }

    private void done(int token, int status, int command, long count) {
        out.u8(token);
        out.u16(status);
        out.u16(command);
        if (version.has72()) {
            out.i64(count);
        } else {
            out.i32((int) count);
        }
    }

    /**
     * ERROR.
     *
     * @param number the message number
     * @param state the state
     * @param severity 11 to 25
     * @param text the message
     * @param line 1-based line in the batch
     */
    public void error(int number, int state, int severity, String text, int line) {
        message(ERROR_TOKEN, number, state, severity, text, line);
    }

    /**
     * INFO.
     *
     * @param number the message number
     * @param state the state
     * @param severity 0 to 10
     * @param text the message
     * @param line 1-based line in the batch
     */
    public void info(int number, int state, int severity, String text, int line) {
        message(INFO_TOKEN, number, state, severity, text, line);
    }

    private void message(int token, int number, int state, int severity, String text, int line) {
        out.u8(token);
        int at = out.size();
        out.u16(0);
        out.i32(number);
        out.u8(state);
        out.u8(severity);
        out.shortLengthText(text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) : text);
        out.byteLengthText(serverName);
        out.u8(0); // the procedure's name
        if (version.has72()) {
            out.i32(line);
        } else {
            out.u16(line);
        }
        out.setU16(at, out.size() - at - 2);
    }

    /**
     * RETURNSTATUS.
     *
     * @param status 0 for success
     */
    public void returnStatus(int status) {
        out.u8(RETURNSTATUS);
        out.i32(status);
    }

    /**
     * RETURNVALUE of an output parameter.
     *
     * @param ordinal 0-based index in the call
     * @param name as the client sent it, maybe empty
     * @param type its type
     * @param value its value; null is NULL
     */
    public void returnValue(int ordinal, String name, SqlType type, @Nullable Object value) {
        out.u8(RETURNVALUE);
        out.u16(ordinal);
        out.byteLengthText(name);
        out.u8(OUTPUT_PARAMETER);
        userType();
        out.u16(0); // as a real server sends it
        ColumnCodec codec = ColumnCodec.of(type, true);
        codec.writeTypeInfo(out);
        if (value == null) {
            codec.writeNull(out);
        } else {
            codec.write(out, value);
        }
    }

    /**
     * LOGINACK.
     *
     * @param server the server's version
     */
    public void loginAck(ServerVersion server) {
        out.u8(LOGINACK);
        int at = out.size();
        out.u16(0);
        out.u8(1); // SQL_TSQL
        out.i32BigEndian(version.value());
        out.byteLengthText("Microsoft SQL Server\0\0");
        out.u8(server.major());
        out.u8(server.minor());
        out.u16BigEndian(server.build());
        out.setU16(at, out.size() - at - 2);
    }

    /**
     * FEATUREEXTACK.
     *
     * @param utf8 whether to acknowledge feature 0A
     * @param sessionRecovery whether to acknowledge feature 01
     */
    public void featureAcknowledgement(boolean utf8, boolean sessionRecovery) {
        out.u8(FEATUREEXTACK);
        if (sessionRecovery) {
            out.u8(Login7.SESSION_RECOVERY);
            out.i32(0);
        }
        if (utf8) {
            out.u8(Login7.UTF8_SUPPORT);
            out.i32(1);
            out.u8(1);
        }
        out.u8(0xFF);
    }
}

package io.tidegate.store.postgres;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import org.postgresql.copy.CopyIn;

/**
 * A COPY FROM STDIN in PostgreSQL's binary format (documentation of PostgreSQL 18, "COPY", "Binary Format"). Confined to
 * one thread. What was not finished is cancelled by closing, which fails the transaction.
 */
final class BinaryCopy implements AutoCloseable {
    private static final byte[] SIGNATURE = {'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xFF, '\r', '\n', 0};
    private static final int BUFFER_BYTES = 64 * 1024;

    /** More than any single value but for text, which is checked. */
    private static final int ROOM_BYTES = 16;

    private final CopyIn copy;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);

    BinaryCopy(Db db, String table, String columns) throws SQLException {
        this.copy = db.copyIn("COPY " + table + " (" + columns + ") FROM STDIN WITH (FORMAT binary)");
        buffer.put(SIGNATURE).putInt(0).putInt(0);
    }

    /** Begins a row. */
    void row(int columns) throws SQLException {
        makeRoom(ROOM_BYTES);
        buffer.putShort((short) columns);
    }

    void int4(int value) throws SQLException {
        makeRoom(ROOM_BYTES);
        buffer.putInt(4).putInt(value);
    }

    void int8(long value) throws SQLException {
        makeRoom(ROOM_BYTES);
        buffer.putInt(8).putLong(value);
    }

    void float8(double value) throws SQLException {
        makeRoom(ROOM_BYTES);
        buffer.putInt(8).putDouble(value);
    }

    void bool(boolean value) throws SQLException {
        makeRoom(ROOM_BYTES);
        buffer.putInt(1).put((byte) (value ? 1 : 0));
    }

    /** A short text; at most some thousand characters. */
    void text(String value) throws SQLException {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        makeRoom(ROOM_BYTES + bytes.length);
        buffer.putInt(bytes.length).put(bytes);
    }

    void nothing() throws SQLException {
        makeRoom(ROOM_BYTES);
        buffer.putInt(-1);
    }

    /** Ends the COPY; the rows are in the table when this returns. */
    void finish() throws SQLException {
        makeRoom(ROOM_BYTES);
        buffer.putShort((short) -1);
        flush();
        copy.endCopy();
    }

    private void makeRoom(int bytes) throws SQLException {
        if (buffer.remaining() < bytes) {
            flush();
        }
    }

    private void flush() throws SQLException {
        copy.writeToCopy(buffer.array(), 0, buffer.position());
        buffer.clear();
    }

    @Override
    public void close() throws SQLException {
        if (copy.isActive()) {
            copy.cancelCopy();
        }
    }
}

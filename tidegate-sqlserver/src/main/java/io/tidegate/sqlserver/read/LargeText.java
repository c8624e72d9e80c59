package io.tidegate.sqlserver.read;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Streams a large text column, up to a cap. No state. */
final class LargeText {
    private static final int CHUNK_BYTES = 16_384;

    private LargeText() {}

    /** The text; null when it is NULL or turns out longer than the cap. Reads no more than the cap plus a chunk. */
    static @Nullable String read(ResultSet row, int ordinal, long bytes, long capBytes) throws SQLException {
        try (InputStream stream = row.getBinaryStream(ordinal)) {
            if (stream == null) {
                return null;
            }
            StringBuilder text = new StringBuilder(Math.toIntExact(Math.min(bytes, capBytes) / Character.BYTES));
            byte[] chunk = new byte[CHUNK_BYTES];
            CharBuffer decoded = units(chunk);
            char[] units = new char[CHUNK_BYTES / Character.BYTES];
            for (int n = stream.readNBytes(chunk, 0, CHUNK_BYTES);
                    n > 0;
                    n = stream.readNBytes(chunk, 0, CHUNK_BYTES)) {
                int count = n / Character.BYTES;
                decoded.get(0, units, 0, count); // as a whole: a unit at a time is many times slower
                text.append(units, 0, count);
                if ((long) text.length() * Character.BYTES > capBytes) {
                    return null;
                }
            }
            return text.toString();
        } catch (IOException broken) {
            if (broken.getCause() instanceof SQLException cause) {
                throw cause;
            }
            throw new SQLException("the stream broke", "08S01", broken);
        }
    }

    /** Unit for unit: Java's own decoder would replace what is unpaired. */
    private static CharBuffer units(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asCharBuffer();
    }
}

package io.tidegate.sqlserver.read;

import java.io.IOException;
import java.io.Reader;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Streams a large text column, up to a cap. No state. */
final class LargeText {
    private static final int CHUNK_CHARS = 8192;

    private LargeText() {}

    /** The text; null when it is NULL or turns out longer than the cap. Reads no more than the cap plus a chunk. */
    static @Nullable String read(ResultSet row, int ordinal, long bytes, long capBytes) throws SQLException {
        try (Reader reader = row.getNCharacterStream(ordinal)) {
            if (reader == null) {
                return null;
            }
            StringBuilder text = new StringBuilder(Math.toIntExact(Math.min(bytes, capBytes) / Character.BYTES));
            char[] chunk = new char[CHUNK_CHARS];
            for (int n = reader.read(chunk); n >= 0; n = reader.read(chunk)) {
                text.append(chunk, 0, n);
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
}

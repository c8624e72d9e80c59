package io.tidegate.sqlserver.read;

import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Objects;
import microsoft.sql.DateTimeOffset;

/** Conversions of the driver's values. No state. */
final class Values {
    private static final long MILLIS_PER_SECOND = 1000;
    private static final long TICKS_PER_SECOND = 10_000_000;
    private static final int NANOS_PER_TICK = 100;

    private Values() {}

    /** A {@code datetimeoffset} as ticks of 100 ns since 1970 UTC, whatever its offset. */
    static long ticks(ResultSet row, int ordinal) throws SQLException {
        DateTimeOffset value = row.getObject(ordinal, DateTimeOffset.class);
        Timestamp instant = Objects.requireNonNull(value, "datetimeoffset").getTimestamp();
        long seconds = Math.floorDiv(instant.getTime(), MILLIS_PER_SECOND);
        return seconds * TICKS_PER_SECOND + instant.getNanos() / NANOS_PER_TICK;
    }

    /** A {@code float}; NaN for NULL. */
    static double number(ResultSet row, int ordinal) throws SQLException {
        double value = row.getDouble(ordinal);
        return row.wasNull() ? Double.NaN : value;
    }

    /** A {@code datetimeoffset} as an instant. */
    static Instant instant(ResultSet row, int ordinal) throws SQLException {
        DateTimeOffset value = row.getObject(ordinal, DateTimeOffset.class);
        return Objects.requireNonNull(value, "datetimeoffset").getTimestamp().toInstant();
    }

    /** A {@code datetime2} that is UTC, as an instant. */
    static Instant utc(ResultSet row, String column) throws SQLException {
        return Objects.requireNonNull(row.getObject(column, LocalDateTime.class), column)
                .toInstant(ZoneOffset.UTC);
    }

    /** A {@code binary(8)} as a big-endian number; 0 for NULL. */
    static long hash(ResultSet row, int ordinal) throws SQLException {
        byte[] bytes = row.getBytes(ordinal);
        return bytes == null || bytes.length < Long.BYTES
                ? 0
                : ByteBuffer.wrap(bytes).getLong();
    }
}

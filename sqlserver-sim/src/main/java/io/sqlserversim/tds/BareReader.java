package io.sqlserversim.tds;

import io.sqlserversim.types.SqlType;
import io.sqlserversim.wire.ProtocolException;
import io.sqlserversim.wire.TdsReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;

/** Reads the data of numbers, times and identifiers, whose length is known. The mirror of {@link BareValue}. */
final class BareReader {
    private static final long DAYS_TO_1970 = 719_162;
    private static final long DAYS_1900_TO_1970 = 25_567;

    private BareReader() {}

    /**
     * Reads a value.
     *
     * @param in at its data
     * @param type its type
     * @param length its bytes, 1 or more
     * @return the value
     * @throws ProtocolException when the length or the value is none for its type
     */
    static Object read(TdsReader in, SqlType type, int length) throws ProtocolException {
        int start = in.position();
        Object value;
        try {
            value = data(in, type, length);
        } catch (DateTimeException | ArithmeticException e) {
            throw new ProtocolException("a value outside the range of " + type.kind());
        }
        if (in.position() - start != length) {
            throw new ProtocolException("a " + type.kind() + " of " + length + " bytes");
        }
        return value;
    }

    private static Object data(TdsReader in, SqlType type, int length) throws ProtocolException {
        return switch (type.kind()) {
            case BIT -> in.u8() != 0;
            case TINYINT -> in.u8();
            case SMALLINT -> (int) (short) in.u16();
            case INT -> in.i32();
            case BIGINT -> in.i64();
            case REAL -> Float.intBitsToFloat(in.i32());
            case FLOAT -> Double.longBitsToDouble(in.i64());
            case DECIMAL -> decimal(in, type, length);
            case MONEY -> BigDecimal.valueOf((long) in.i32() << 32 | in.u32(), 4);
            case SMALLMONEY -> BigDecimal.valueOf(in.i32(), 4);
            case DATE -> date(in);
            case TIME -> time(in, length, type.scale());
            case DATETIME -> dateTime(in);
            case SMALLDATETIME -> smallDateTime(in);
            case DATETIME2 -> dateTime2(in, length - 3, type.scale());
            case DATETIMEOFFSET -> dateTimeOffset(in, length - 5, type.scale());
            case UNIQUEIDENTIFIER -> guid(in);
            case BINARY, VARBINARY, CHAR, VARCHAR, NCHAR, NVARCHAR, XML, SQL_VARIANT ->
                throw new ProtocolException(type.kind() + " has no bare form");
        };
    }

    private static BigDecimal decimal(TdsReader in, SqlType type, int length) throws ProtocolException {
        boolean negative = in.u8() == 0;
        byte[] magnitude = in.bytes(length - 1);
        for (int i = 0, j = magnitude.length - 1; i < j; i++, j--) {
            byte swapped = magnitude[i];
            magnitude[i] = magnitude[j];
            magnitude[j] = swapped;
        }
        BigInteger unscaled = new BigInteger(1, magnitude);
        return new BigDecimal(negative ? unscaled.negate() : unscaled, type.scale());
    }

    private static LocalDate date(TdsReader in) throws ProtocolException {
        return LocalDate.ofEpochDay(in.u24() - DAYS_TO_1970);
    }

    private static LocalTime time(TdsReader in, int bytes, int scale) throws ProtocolException {
        if (bytes < 3 || bytes > 5) {
            throw new ProtocolException("a time of " + bytes + " bytes");
        }
        long nanos = in.lowBytes(bytes);
        for (int i = scale; i < 9; i++) {
            nanos = Math.multiplyExact(nanos, 10L);
        }
        return LocalTime.ofNanoOfDay(nanos);
    }

    private static LocalDateTime dateTime(TdsReader in) throws ProtocolException {
        LocalDate day = LocalDate.ofEpochDay(in.i32() - DAYS_1900_TO_1970);
        long millis = (in.u32() * 10 + 1) / 3; // a 300th of a second, shown in whole milliseconds
        return day.atTime(LocalTime.ofNanoOfDay(Math.multiplyExact(millis, 1_000_000L)));
    }

    private static LocalDateTime smallDateTime(TdsReader in) throws ProtocolException {
        LocalDate day = LocalDate.ofEpochDay(in.u16() - DAYS_1900_TO_1970);
        return day.atStartOfDay().plusMinutes(in.u16());
    }

    private static LocalDateTime dateTime2(TdsReader in, int timeBytes, int scale) throws ProtocolException {
        LocalTime time = time(in, timeBytes, scale);
        return date(in).atTime(time);
    }

    private static OffsetDateTime dateTimeOffset(TdsReader in, int timeBytes, int scale) throws ProtocolException {
        LocalDateTime utc = dateTime2(in, timeBytes, scale);
        int minutes = (short) in.u16();
        return utc.atOffset(ZoneOffset.UTC).withOffsetSameInstant(ZoneOffset.ofTotalSeconds(minutes * 60));
    }

    private static UUID guid(TdsReader in) throws ProtocolException {
        long first = in.u32();
        long second = in.u16();
        long third = in.u16();
        return new UUID(first << 32 | second << 16 | third, Long.reverseBytes(in.i64()));
    }
}

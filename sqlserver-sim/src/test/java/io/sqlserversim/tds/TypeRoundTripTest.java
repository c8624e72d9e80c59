package io.sqlserversim.tds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sqlserversim.types.Column;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlType.Kind;
import io.sqlserversim.types.Variant;
import io.sqlserversim.wire.ProtocolException;
import io.sqlserversim.wire.TdsReader;
import io.sqlserversim.wire.TdsWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Whatever the encoder writes, the decoder reads back; 1,000 random result sets with fixed seeds. */
final class TypeRoundTripTest {
    private static final List<Kind> KINDS = List.of(Kind.values());
    private static final long LAST_DAY = LocalDate.of(9999, 12, 31).toEpochDay();
    private static final long FIRST_DAY = LocalDate.of(1, 1, 1).toEpochDay();

    @Test
    void givenRandomResultSets_whenEncoded_thenTheyDecodeToTheSameValues() throws Exception {
        for (int seed = 0; seed < 1000; seed++) {
            Random random = new Random(seed);
            List<Column> columns = new ArrayList<>();
            int count = 1 + random.nextInt(20);
            for (int i = 0; i < count; i++) {
                columns.add(new Column("c" + i, type(random), random.nextBoolean()));
            }
            TdsWriter out = new TdsWriter();
            RowWriter writer = new Tokens(out, TdsVersion.V7_4, "s").columns(columns);
            List<Object[]> rows = new ArrayList<>();
            for (int r = 0; r < 5; r++) {
                Object[] row = new Object[count];
                for (int i = 0; i < count; i++) {
                    boolean isNull = columns.get(i).nullable() && random.nextInt(3) == 0;
                    row[i] = isNull ? null : value(columns.get(i).type(), random);
                }
                rows.add(row);
                writer.row(row);
            }
            List<Object[]> decoded = ResultDecoder.rows(new TdsReader(out.toByteArray()));
            assertThat(decoded).hasSameSizeAs(rows);
            for (int r = 0; r < rows.size(); r++) {
                assertThat(Arrays.deepEquals(open(decoded.get(r)), open(rows.get(r))))
                        .as("row %s of seed %s, types %s", r, seed, columns)
                        .isTrue();
            }
        }
    }

    /** A variant's bytes compare by content only outside the record. */
    private static Object[] open(Object[] row) {
        Object[] opened = row.clone();
        for (int i = 0; i < row.length; i++) {
            opened[i] = row[i] instanceof Variant held ? new Object[] {held.type(), held.value()} : row[i];
        }
        return opened;
    }

    @Test
    void givenValueThatDoesNotFit_whenEncoded_thenNothingIsWritten() {
        TdsWriter out = new TdsWriter();
        RowWriter writer = new Tokens(out, TdsVersion.V7_4, "s")
                .columns(List.of(new Column("a", SqlType.INT, true), new Column("b", SqlType.nvarchar(3), true)));
        int before = out.size();
        assertThatThrownBy(() -> writer.row(new Object[] {1, "four"})).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> writer.row(new Object[] {"text", "x"})).isInstanceOf(ClassCastException.class);
        assertThatThrownBy(() -> writer.row(new Object[] {1})).isInstanceOf(IllegalArgumentException.class);
        assertThat(out.size()).isEqualTo(before);
    }

    @Test
    void givenRandomBytes_whenReadAsParameters_thenTheyAreRefusedOrRead() {
        Random random = new Random(7);
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextInt(60)];
            random.nextBytes(bytes);
            if (bytes.length > 8) {
                Arrays.fill(bytes, 0, 4, (byte) 0);
                bytes[0] = 4; // empty ALL_HEADERS
                bytes[4] = (byte) 0xFF;
                bytes[5] = (byte) 0xFF;
                bytes[6] = 10;
                bytes[7] = 0;
            }
            try {
                RpcMessage.parse(bytes, TdsVersion.V7_4);
            } catch (ProtocolException e) {
                refused++;
            }
        }
        assertThat(refused).isBetween(10_000, 20_000);
    }

    private static SqlType type(Random random) {
        Kind kind = KINDS.get(random.nextInt(KINDS.size()));
        return switch (kind) {
            case DECIMAL -> {
                int precision = 1 + random.nextInt(38);
                yield SqlType.decimal(precision, random.nextInt(precision + 1));
            }
            case TIME, DATETIME2, DATETIMEOFFSET -> new SqlType(kind, 0, 0, random.nextInt(8));
            case BINARY, CHAR, NCHAR -> new SqlType(kind, 1 + random.nextInt(40), 0, 0);
            case VARBINARY, VARCHAR, NVARCHAR ->
                new SqlType(kind, random.nextInt(4) == 0 ? SqlType.MAX : 1 + random.nextInt(4000), 0, 0);
            default -> new SqlType(kind, 0, 0, 0);
        };
    }

    private static Object value(SqlType type, Random random) {
        boolean extreme = random.nextInt(4) == 0;
        return switch (type.kind()) {
            case BIT -> random.nextBoolean();
            case TINYINT -> extreme ? 255 : random.nextInt(256);
            case SMALLINT -> extreme ? (int) Short.MIN_VALUE : (int) (short) random.nextInt();
            case INT -> extreme ? Integer.MIN_VALUE : random.nextInt();
            case BIGINT -> extreme ? Long.MIN_VALUE : random.nextLong();
            case REAL -> extreme ? Float.MIN_VALUE : random.nextFloat();
            case FLOAT -> extreme ? -0.0 : random.nextGaussian();
            case DECIMAL -> decimal(type, random, extreme);
            case MONEY -> BigDecimal.valueOf(extreme ? Long.MIN_VALUE : random.nextLong(), 4);
            case SMALLMONEY -> BigDecimal.valueOf(extreme ? Integer.MIN_VALUE : random.nextInt(), 4);
            case DATE -> day(random, extreme);
            case TIME -> time(type.scale(), random, extreme);
            case DATETIME2 -> day(random, extreme).atTime(time(type.scale(), random, extreme));
            case DATETIME ->
                LocalDate.of(1753 + random.nextInt(8000), 1, 1)
                        .atTime(LocalTime.ofNanoOfDay(10_000_000L * random.nextInt(8_640_000)));
            case SMALLDATETIME ->
                LocalDate.of(1900 + random.nextInt(179), 1, 1).atTime(random.nextInt(24), random.nextInt(60));
            case DATETIMEOFFSET ->
                OffsetDateTime.of(
                        LocalDate.of(2 + random.nextInt(9990), 1, 1),
                        time(type.scale(), random, extreme),
                        ZoneOffset.ofTotalSeconds(60 * (random.nextInt(1681) - 840)));
            case UNIQUEIDENTIFIER -> new UUID(random.nextLong(), random.nextLong());
            case BINARY -> bytes(type.length(), random);
            case VARBINARY -> bytes(random.nextInt(type.length() == SqlType.MAX ? 9_000 : type.length() + 1), random);
            case CHAR, NCHAR -> text(type.kind(), type.length(), random);
            case VARCHAR, NVARCHAR, XML ->
                text(type.kind(), random.nextInt(type.length() <= 0 ? 9_000 : type.length() + 1), random);
            case SQL_VARIANT -> variant(random);
        };
    }

    private static Variant variant(Random random) {
        while (true) {
            SqlType type = type(random);
            boolean held = type.kind() != Kind.SQL_VARIANT && type.kind() != Kind.XML && type.length() != SqlType.MAX;
            if (held) {
                return new Variant(type, value(type, random));
            }
        }
    }

    private static BigDecimal decimal(SqlType type, Random random, boolean extreme) {
        BigInteger largest = BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE);
        BigInteger unscaled = extreme ? largest : new BigInteger(largest.bitLength(), random).mod(largest);
        return new BigDecimal(random.nextBoolean() ? unscaled.negate() : unscaled, type.scale());
    }

    private static LocalDate day(Random random, boolean extreme) {
        return LocalDate.ofEpochDay(extreme ? LAST_DAY : FIRST_DAY + random.nextInt((int) (LAST_DAY - FIRST_DAY)));
    }

    private static LocalTime time(int scale, Random random, boolean extreme) {
        long unit = BigInteger.TEN.pow(9 - scale).longValueExact();
        long units = 86_400_000_000_000L / unit;
        return LocalTime.ofNanoOfDay(unit * (extreme ? units - 1 : Math.floorMod(random.nextLong(), units)));
    }

    private static byte[] bytes(int length, Random random) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static String text(Kind kind, int length, Random random) {
        boolean unicode = kind == Kind.NCHAR || kind == Kind.NVARCHAR || kind == Kind.XML;
        char[] units = new char[length];
        for (int i = 0; i < length; i++) {
            units[i] = unicode ? (char) random.nextInt(0xFE00) : (char) random.nextInt(0x80); // lone surrogates too
        }
        return new String(units);
    }
}

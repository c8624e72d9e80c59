package io.sqlserversim.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.engine.ResponseSink.Command;
import io.sqlserversim.types.Column;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlType.Kind;
import io.sqlserversim.types.Variant;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import microsoft.sql.DateTimeOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each type as mssql-jdbc decodes it: extremes, NULL, and values around the borders of the (max) types. */
final class JdbcTypeTest {
    private record Sample(SqlType type, Object value, Object expected) {}

    private static final List<Sample> SAMPLES = samples();

    private ScriptedServer server;

    @BeforeEach
    void start() throws Exception {
        server = new ScriptedServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static SqlType of(Kind kind) {
        return new SqlType(kind, 0, 0, 0);
    }

    private static Sample same(SqlType type, Object value) {
        return new Sample(type, value, value);
    }

    private static List<Sample> samples() {
        List<Sample> all = new ArrayList<>();
        all.add(same(SqlType.BIT, true));
        all.add(same(SqlType.BIT, false));
        for (int value : new int[] {0, 255}) {
            all.add(new Sample(SqlType.TINYINT, value, (short) value));
        }
        for (int value : new int[] {Short.MIN_VALUE, Short.MAX_VALUE}) {
            all.add(new Sample(SqlType.SMALLINT, value, (short) value));
        }
        for (int value : new int[] {Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            all.add(same(SqlType.INT, value));
        }
        for (long value : new long[] {Long.MIN_VALUE, Long.MAX_VALUE}) {
            all.add(same(SqlType.BIGINT, value));
        }
        all.add(same(of(Kind.REAL), -1.5e-30f));
        all.add(same(SqlType.FLOAT, Double.MAX_VALUE));
        all.add(same(SqlType.FLOAT, -0.1));
        for (String text : new String[] {"922337203685477.5807", "-922337203685477.5808", "0.0000", "-0.0001"}) {
            all.add(same(of(Kind.MONEY), new BigDecimal(text)));
        }
        all.add(same(of(Kind.SMALLMONEY), new BigDecimal("-214748.3648")));
        decimals(all);
        times(all);
        texts(all);
        return List.copyOf(all);
    }

    private static void decimals(List<Sample> all) {
        all.add(same(SqlType.decimal(9, 2), new BigDecimal("-1234567.89")));
        all.add(same(SqlType.decimal(19, 0), new BigDecimal("9999999999999999999")));
        all.add(same(SqlType.decimal(28, 10), new BigDecimal("-999999999999999999.9999999999")));
        all.add(same(SqlType.decimal(38, 0), new BigDecimal("99999999999999999999999999999999999999")));
        all.add(same(SqlType.decimal(38, 38), new BigDecimal("-0.00000000000000000000000000000000000001")));
        all.add(same(SqlType.decimal(38, 6), new BigDecimal("0.000000")));
    }

    private static void times(List<Sample> all) {
        all.add(new Sample(of(Kind.DATE), LocalDate.of(1, 1, 1), LocalDate.of(1, 1, 1)));
        all.add(new Sample(of(Kind.DATE), LocalDate.of(9999, 12, 31), LocalDate.of(9999, 12, 31)));
        all.add(same(new SqlType(Kind.TIME, 0, 0, 7), LocalTime.of(23, 59, 59, 999_999_900)));
        all.add(same(new SqlType(Kind.TIME, 0, 0, 0), LocalTime.of(23, 59, 59)));
        all.add(same(new SqlType(Kind.TIME, 0, 0, 3), LocalTime.of(1, 2, 3, 4_000_000)));
        all.add(same(SqlType.DATETIME2, LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_999_900)));
        all.add(same(new SqlType(Kind.DATETIME2, 0, 0, 2), LocalDateTime.of(1, 1, 1, 0, 0, 0, 10_000_000)));
        all.add(same(SqlType.DATETIME, LocalDateTime.of(2026, 11, 29, 23, 59, 59, 997_000_000)));
        all.add(same(SqlType.DATETIME, LocalDateTime.of(1753, 1, 1, 0, 0, 0, 3_000_000)));
        all.add(same(of(Kind.SMALLDATETIME), LocalDateTime.of(2079, 6, 6, 23, 59)));
        for (String text : new String[] {
            "2026-11-29T01:02:03.1234567+05:30",
            "0001-01-01T00:00:00Z",
            "9999-12-31T23:59:59.9999999Z",
            "2026-01-01T00:30-08:00"
        }) {
            all.add(same(SqlType.DATETIMEOFFSET, OffsetDateTime.parse(text)));
        }
        all.add(same(SqlType.UNIQUEIDENTIFIER, UUID.fromString("00112233-4455-6677-8899-aabbccddeeff")));
    }

    private static void texts(List<Sample> all) {
        all.add(same(SqlType.nvarchar(20), "é\u0000\uD83D\uDE00x"));
        all.add(same(SqlType.nvarchar(20), ""));
        all.add(same(SqlType.varchar(20), "€é‘ÿ"));
        all.add(new Sample(SqlType.varchar(20), "日", "?"));
        all.add(new Sample(new SqlType(Kind.CHAR, 4, 0, 0), "ab", "ab  "));
        all.add(new Sample(new SqlType(Kind.NCHAR, 4, 0, 0), "ab", "ab  "));
        all.add(same(SqlType.varbinary(8), new byte[] {0, -1, 127}));
        all.add(new Sample(SqlType.binary(4), new byte[] {1, 2}, new byte[] {1, 2, 0, 0}));
        all.add(same(SqlType.varbinary(SqlType.MAX), new byte[100_000]));
        all.add(same(of(Kind.XML), "<plan a=\"é\"/>"));
        all.add(new Sample(SqlType.SQL_VARIANT, new Variant(SqlType.INT, 42), 42));
        all.add(new Sample(SqlType.SQL_VARIANT, new Variant(SqlType.BIGINT, 42L), 42L));
        all.add(new Sample(SqlType.SQL_VARIANT, new Variant(SqlType.nvarchar(128), "16.0.4135.4"), "16.0.4135.4"));
        all.add(new Sample(SqlType.SQL_VARIANT, new Variant(SqlType.varchar(10), "é"), "é"));
        all.add(new Sample(
                SqlType.SQL_VARIANT,
                new Variant(SqlType.decimal(10, 2), new BigDecimal("-1.25")),
                new BigDecimal("-1.25")));
    }

    @Test
    void givenEachType_whenSelected_thenTheValueComesBack() throws Exception {
        for (boolean nullable : new boolean[] {true, false}) {
            server.on("types", (session, parameters, sink) -> {
                List<Column> columns = new ArrayList<>();
                for (int i = 0; i < SAMPLES.size(); i++) {
                    columns.add(new Column("c" + i, SAMPLES.get(i).type(), nullable));
                }
                sink.columns(columns);
                sink.row(SAMPLES.stream().map(Sample::value).toArray());
                sink.done(Command.SELECT, 1);
            });
            try (Connection connection = server.connect();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("types")) {
                assertThat(rows.next()).isTrue();
                for (int i = 0; i < SAMPLES.size(); i++) {
                    Sample sample = SAMPLES.get(i);
                    assertThat(read(rows, i + 1, sample))
                            .as(sample.type().toString())
                            .isEqualTo(sample.expected());
                }
                assertThat(rows.next()).isFalse();
            }
        }
    }

    private static Object read(ResultSet rows, int index, Sample sample) throws Exception {
        return switch (sample.expected()) {
            case LocalDate date -> rows.getObject(index, LocalDate.class);
            case LocalTime time -> rows.getObject(index, LocalTime.class);
            case LocalDateTime time -> rows.getObject(index, LocalDateTime.class);
            case OffsetDateTime time -> rows.getObject(index, OffsetDateTime.class);
            case UUID uuid -> UUID.fromString(rows.getString(index));
            case String text ->
                sample.type().kind() == Kind.XML ? rows.getSQLXML(index).getString() : rows.getString(index);
            default -> rows.getObject(index);
        };
    }

    @Test
    void givenRowsFullOfNulls_whenSelected_thenEachIsNullAndTheNextRowIsRight() throws Exception {
        server.on("nulls", (session, parameters, sink) -> {
            List<Column> columns = new ArrayList<>();
            SAMPLES.forEach(sample -> columns.add(new Column("c", sample.type(), true)));
            sink.columns(columns);
            Object[] values = SAMPLES.stream().map(Sample::value).toArray();
            sink.row(new Object[values.length]);
            for (int i = 0; i < values.length; i += 2) {
                values[i] = null;
            }
            sink.row(values);
            Arrays.fill(values, null);
            values[0] = true;
            sink.row(values);
            sink.done(Command.SELECT, 3);
        });
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("nulls")) {
            rows.next();
            for (int i = 1; i <= SAMPLES.size(); i++) {
                assertThat(rows.getObject(i)).isNull();
            }
            rows.next();
            for (int i = 1; i <= SAMPLES.size(); i++) {
                if (i % 2 == 1) {
                    assertThat(rows.getObject(i)).isNull();
                } else {
                    assertThat(read(rows, i, SAMPLES.get(i - 1)))
                            .isEqualTo(SAMPLES.get(i - 1).expected());
                }
            }
            rows.next();
            assertThat(rows.getBoolean(1)).isTrue();
            assertThat(rows.getObject(SAMPLES.size())).isNull();
            assertThat(rows.next()).isFalse();
        }
    }

    @Test
    void givenLongTexts_whenSelected_thenEveryCharacterComes() throws Exception {
        int[] lengths = {0, 1, 4000, 4001, 5_000_000};
        server.on("long", (session, parameters, sink) -> {
            sink.columns(
                    List.of(new Column("t", SqlType.nvarchar(SqlType.MAX), true), new Column("n", SqlType.INT, false)));
            for (int length : lengths) {
                sink.row(new Object[] {"日x".repeat(length / 2) + "y".repeat(length % 2), length});
            }
            sink.row(new Object[] {null, -1});
            sink.done(Command.SELECT, lengths.length + 1);
        });
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("long")) {
            for (int length : lengths) {
                rows.next();
                assertThat(rows.getString(1).equals("日x".repeat(length / 2) + "y".repeat(length % 2)))
                        .isTrue();
                assertThat(rows.getInt(2)).isEqualTo(length);
            }
            rows.next();
            assertThat(rows.getString(1)).isNull();
            assertThat(rows.next()).isFalse();
        }
    }

    @Test
    void givenHundredNanoseconds_whenSelected_thenTheyAreKept() throws Exception {
        OffsetDateTime value = OffsetDateTime.parse("2026-11-29T10:00:00.0000001+00:00");
        server.on("ticks", (session, parameters, sink) -> {
            sink.columns(List.of(new Column("t", SqlType.DATETIMEOFFSET, false)));
            sink.row(new Object[] {value});
            sink.done(Command.SELECT, 1);
        });
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("ticks")) {
            rows.next();
            DateTimeOffset read = (DateTimeOffset) rows.getObject(1);
            assertThat(read.getOffsetDateTime()).isEqualTo(value);
        }
    }

    @Test
    void givenThousandColumns_whenSelected_thenAllAreThere() throws Exception {
        server.on("wide", (session, parameters, sink) -> {
            List<Column> columns = new ArrayList<>();
            Object[] values = new Object[1000];
            for (int i = 0; i < values.length; i++) {
                columns.add(new Column("c" + i, SqlType.BIGINT, true));
                values[i] = i % 7 == 0 ? null : (long) i;
            }
            sink.columns(columns);
            sink.row(values);
            sink.done(Command.SELECT, 1);
        });
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("wide")) {
            rows.next();
            for (int i = 0; i < 1000; i++) {
                assertThat(rows.getObject(i + 1)).isEqualTo(i % 7 == 0 ? null : (long) i);
            }
        }
    }
}

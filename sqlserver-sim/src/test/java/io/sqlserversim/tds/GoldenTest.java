package io.sqlserversim.tds;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.engine.Request;
import io.sqlserversim.types.Column;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlType.Kind;
import io.sqlserversim.wire.Message;
import io.sqlserversim.wire.PacketReader;
import io.sqlserversim.wire.PacketType;
import io.sqlserversim.wire.TdsReader;
import io.sqlserversim.wire.TdsWriter;
import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Bytes that others recorded or wrote down: from a real SQL Server 2017 (r2dbc-mssql's tests), a real 2008 R2 (pytds),
 * and MS-TDS section 4. The few that matter most are retyped here; the whole file is read where it is present.
 */
final class GoldenTest {
    private static final String REAL_2017 = "a688092a79f5";
    private static final ServerVersion V2017 = new ServerVersion(14, 0, 3038);
    private static final String HEADERS = "16000000120000000200000000000000000001000000";

    private record Vector(String origin, byte[] bytes) {}

    private final TdsWriter out = new TdsWriter();
    private final Tokens tokens = new Tokens(out, TdsVersion.V7_4, REAL_2017);

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }

    private String written() {
        String text = HexFormat.of().formatHex(out.toByteArray());
        out.truncate(0);
        return text;
    }

    private static List<Vector> file() throws Exception {
        Path path = Path.of(Objects.requireNonNull(GoldenTest.class.getResource("tds-golden.txt"))
                .toURI());
        List<Vector> vectors = new ArrayList<>();
        for (String line : Files.readAllLines(path)) {
            int cut = line.lastIndexOf(' ');
            String data = line.substring(cut + 1);
            if (!line.startsWith("#") && data.matches("([0-9a-f]{2})+")) {
                vectors.add(new Vector(line.substring(0, cut), hex(data)));
            }
        }
        assertThat(vectors).hasSizeGreaterThan(140);
        return vectors;
    }

    @Test
    void givenRealLogin_whenEncoded_thenTheBytesAreTheSame() {
        tokens.changes().database("master", "master");
        tokens.info(5701, 2, 0, "Changed database context to 'master'.", 1);
        assertThat(written())
                .isEqualTo("e31b0001066d0061007300740065007200066d0061007300740065007200"
                        + "ab700045160000020025004300680061006e0067006500640020006400610074006100620061007300650020006300"
                        + "6f006e007400650078007400200074006f00200027006d006100730074006500720027002e00"
                        + "0c6100360038003800300039003200610037003900660035000001000000");
        tokens.changes().collation();
        tokens.changes().language("us_english");
        assertThat(written()).isEqualTo("e3080007050904d0003400e31700020a750073005f0065006e0067006c0069007300680000");
        tokens.loginAck(V2017);
        tokens.changes().packetSize(4096, 8000);
        assertThat(written())
                .isEqualTo(
                        "ad36000174000004164d006900630072006f0073006f00660074002000530051004c00200053006500720076006500"
                                + "7200000000000e000bdee3130004043800300030003000043400300039003600");
        tokens.done(0, 0, 0);
        assertThat(written()).isEqualTo("fd000000000000000000000000");
    }

    @Test
    void givenRealTokens_whenEncoded_thenTheBytesAreTheSame() {
        tokens.error(207, 1, 16, "Invalid column name 'rsfd'.", 1);
        assertThat(written())
                .isEqualTo(
                        "aa5c00cf00000001101b0049006e00760061006c0069006400200063006f006c0075006d006e0020006e0061006d00"
                                + "6500200027007200730066006400270"
                                + "02e000c6100360038003800300039003200610037003900660035000001000000");
        tokens.done(Tokens.COUNT, Tokens.SELECT, 1);
        assertThat(written()).isEqualTo("fd1000c1000100000000000000");
        tokens.doneInProc(Tokens.COUNT, Tokens.SELECT, 1);
        assertThat(written()).isEqualTo("ff1000c1000100000000000000");
        tokens.returnValue(0, "", SqlType.INT, 180150003);
        assertThat(written()).isEqualTo("ac00000001000000000000260404f3debc0a");
        tokens.done(Tokens.ATTENTION, 0, 0);
        assertThat(written()).isEqualTo("fd200000000000000000000000");
    }

    @Test
    void givenRealRow_whenEncoded_thenTheBytesAreTheSame() {
        RowWriter rows = tokens.columns(List.of(
                new Column("employee_id", SqlType.TINYINT, false),
                new Column("last_name", SqlType.nvarchar(50), false),
                new Column("first_name", SqlType.varchar(50), true),
                new Column("salary", new SqlType(Kind.MONEY, 0, 0, 0), true),
                new Column("foo", SqlType.UNIQUEIDENTIFIER, true),
                new Column("flt", SqlType.FLOAT, true),
                new Column("bar", new SqlType(Kind.REAL, 0, 0, 0), true)));
        assertThat(written())
                .isEqualTo("810700"
                        + "000000000800300b65006d0070006c006f007900650065005f0069006400000000000800e764000904d00034"
                        + "096c006100730074005f006e0061006d006500000000000900a732000904d000340a660069007200730074005f00"
                        + "6e0061006d0065000000000009006e0806730061006c0061007200790000000000090024100366006f006f00000000"
                        + "0009006d080366006c0074000000000009006d0403620061007200");
        rows.row(new Object[] {
            1,
            "paluch",
            "mark",
            new BigDecimal("50.0000"),
            UUID.fromString("c70d7bf1-e5c7-40c5-98c7-a12f7e686724"),
            Double.longBitsToDouble(0x40C62846E978D4FEL),
            Float.intBitsToFloat(0x46314274)
        });
        assertThat(written())
                .startsWith(
                        "d1010c00700061006c0075006300680004006d61726b080000000020a1070010f17b0dc7c7e5c54098c7a12f7e686724");
    }

    @Test
    void givenReal2008Prelogin_whenEncoded_thenTheBytesAreTheSame() {
        new Prelogin(Prelogin.OFF, false)
                .writeAnswer(out, new ServerVersion(10, 0, 0x1588), EncryptionPolicy.NOT_SUPPORTED);
        assertThat(written()).isEqualTo("00001a00060100200001020021000103002200000400220001ff0a0015880000020000");
    }

    @Test
    void givenRealTransactionBegin_whenEncoded_thenTheBytesAreTheSame() {
        tokens.changes().transactionBegun(0x5A_0000_0001L);
        tokens.done(0, 0xFD, 0);
        assertThat(written()).isEqualTo("e30b000808010000005a00000000fd0000fd000000000000000000");
    }

    @Test
    void givenRecordedClientMessages_whenDecoded_thenEachIsUnderstood() throws Exception {
        int logins = 0;
        int prelogins = 0;
        int batches = 0;
        for (Vector vector : file()) {
            byte[] bytes = vector.bytes();
            boolean whole = bytes.length >= 8 && ((bytes[2] & 0xFF) << 8 | (bytes[3] & 0xFF)) == bytes.length;
            if (!whole || bytes[1] != 1) {
                continue;
            }
            Message message = new PacketReader(new ByteArrayInputStream(bytes)).read();
            switch (message.type()) {
                case PacketType.LOGIN7 -> {
                    Login7 login = Login7.parse(message.payload());
                    assertThat(login.applicationName().length()
                                    + login.hostName().length())
                            .as(vector.origin())
                            .isPositive();
                    logins++;
                }
                case PacketType.PRELOGIN -> {
                    assertThat(Prelogin.parse(message.payload()).encryption())
                            .as(vector.origin())
                            .isBetween(0, 3);
                    prelogins++;
                }
                case PacketType.SQL_BATCH -> {
                    boolean headers = message.payload()[0] == 0x16;
                    String text =
                            Requests.batchText(message.payload(), new TdsVersion(headers ? 0x7400_0004 : 0x7100_0001));
                    assertThat(text.strip()).as(vector.origin()).startsWith("select");
                    batches++;
                }
                case PacketType.RPC -> {
                    if (message.payload()[0] != 0x16) {
                        continue; // an answer to PRELOGIN under a wrong type, made for a test of a client
                    }
                    List<Request.Rpc> calls = RpcMessage.parse(message.payload(), TdsVersion.V7_4);
                    assertThat(calls.get(0).procedure()).isEqualTo("foo3");
                    assertThat(calls.get(0).parameters()).hasSize(1);
                }
                default -> {}
            }
        }
        assertThat(logins).isGreaterThanOrEqualTo(4);
        assertThat(prelogins).isGreaterThanOrEqualTo(4);
        assertThat(batches).isGreaterThanOrEqualTo(2);
    }

    @Test
    void givenRecordedCalls_whenDecoded_thenNamesAndParametersAreThere() throws Exception {
        int calls = 0;
        for (Vector vector : file()) {
            if (vector.origin().contains("RpcQueryMessageFlowUnitTests.shouldEncodeSp")) {
                byte[] message = hex(HEADERS + HexFormat.of().formatHex(vector.bytes()));
                Request.Rpc call = RpcMessage.parse(message, TdsVersion.V7_4).get(0);
                assertThat(call.procedure()).as(vector.origin()).startsWith("sp_");
                assertThat(call.parameters()).as(vector.origin()).isNotEmpty();
                calls++;
            }
        }
        assertThat(calls).isGreaterThanOrEqualTo(5);
    }

    @Test
    void givenRecordedValues_whenDecodedAndEncoded_thenTheBytesAreTheSame() throws Exception {
        assertRoundTrip(SqlType.DATETIMEOFFSET, "0aa0d8ddf78da43e0b2d00");
        assertRoundTrip(SqlType.DATETIMEOFFSET, "0aa074848a9aa43e0bd3ff");
        assertRoundTrip(SqlType.decimal(5, 2), "0501690e0000");
        assertRoundTrip(SqlType.decimal(5, 0), "050139300000");
        assertRoundTrip(new SqlType(Kind.SMALLDATETIME, 0, 0, 0), "04f5a83e00");
        assertRoundTrip(SqlType.DATETIME2, "082006e17483e13e0b");
        assertRoundTrip(SqlType.UNIQUEIDENTIFIER, "10f17b0dc7c7e5c54098c7a12f7e686724");
        assertRoundTrip(new SqlType(Kind.MONEY, 0, 0, 0), "081100000020a10700");
        assertRoundTrip(new SqlType(Kind.SMALLMONEY, 0, 0, 0), "0420a10500");
    }

    private void assertRoundTrip(SqlType type, String data) throws Exception {
        ColumnCodec codec = ColumnCodec.of(type, true);
        codec.writeTypeInfo(out);
        TypeInfo info = TypeInfo.read(new TdsReader(out.toByteArray()));
        out.truncate(0);
        Object value = ValueReader.read(new TdsReader(hex(data)), info);
        codec.write(out, value);
        assertThat(written()).as(type + " " + value).isEqualTo(data);
    }
}

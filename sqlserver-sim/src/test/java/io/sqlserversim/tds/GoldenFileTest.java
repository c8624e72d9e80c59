package io.sqlserversim.tds;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.types.SqlType;
import io.sqlserversim.wire.Message;
import io.sqlserversim.wire.PacketReader;
import io.sqlserversim.wire.PacketType;
import io.sqlserversim.wire.TdsReader;
import io.sqlserversim.wire.TdsWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The whole file of recorded vectors: each one is decoded (from clients), encoded to the same bytes (from servers), or stands
 * in {@link #leftOut} with the reason. Vectors are numbered from 1, in the file's order. Skipped where the file is not there.
 */
final class GoldenFileTest {
    private static final int VECTORS = 159;

    /** Token bodies are recorded without their first byte; by the test they come from. */
    private static final Map<String, Integer> TOKEN_OF = Map.of(
            "ErrorToken", 0xAA,
            "InfoToken", 0xAB,
            "ReturnValue", 0xAC,
            "EnvChangeToken", 0xE3,
            "DoneTokenUnit", 0xFD,
            "shouldTransitionFromClosing", 0xFD,
            "DoneInProcUnit", 0xFF);

    private record Vector(int number, String origin, byte[] bytes) {
        String hex() {
            return HexFormat.of().formatHex(bytes);
        }
    }

    private final List<Vector> vectors = new ArrayList<>();
    private final TokenEcho echo = new TokenEcho();

    @BeforeEach
    void read() throws Exception {
        Path path = Path.of(Objects.requireNonNull(GoldenFileTest.class.getResource("tds-golden.txt"))
                .toURI());
        for (String line : Files.readAllLines(path)) {
            if (!line.startsWith("#") && !line.isBlank()) {
                int cut = line.lastIndexOf(' ');
                vectors.add(new Vector(
                        vectors.size() + 1,
                        line.substring(0, cut),
                        HexFormat.of().parseHex(line.substring(cut + 1))));
            }
        }
        assertThat(vectors).hasSize(VECTORS);
    }

    private static void leaveOut(Map<Integer, String> into, String reason, int... numbers) {
        for (int number : numbers) {
            into.put(number, reason);
        }
    }

    private static Map<Integer, String> leftOut() {
        Map<Integer, String> out = new TreeMap<>();
        leaveOut(out, "a piece of a message; the rest was not recorded", 1, 41, 50, 51, 52, 96, 97, 98, 99, 127);
        for (int number = 104; number <= 122; number++) {
            out.put(number, "a piece of a LOGIN7; between the pieces are a process id and a host name of the day");
        }
        leaveOut(
                out,
                "made by hand: an answer to PRELOGIN with two or three options; ours has the five of a real server",
                2,
                3);
        leaveOut(
                out,
                "made by hand: an answer to PRELOGIN without options but version and encryption",
                136,
                140,
                145,
                151);
        leaveOut(out, "made by hand: LOGINACK without the two NULs that real servers send", 137, 141, 147, 153);
        leaveOut(out, "made by hand: column flags 0", 7, 8);
        leaveOut(out, "ORDER is not sent", 25);
        leaveOut(out, "an ENVCHANGE type that is unknown", 31);
        leaveOut(out, "routing is not spoken", 32, 101);
        leaveOut(out, "DONEPROC with a count, which ours never has", 39, 40);
        leaveOut(out, "TABNAME and COLINFO belong to browse mode, which is not spoken", 42, 43, 44, 45, 46);
        leaveOut(out, "another collation", 49);
        leaveOut(out, "the old text type, which is not sent", 78);
        leaveOut(out, "acknowledges column encryption, which ours never does", 33);
        leaveOut(out, "broken on purpose, to test a client", 94, 95, 103);
        leaveOut(out, "cut off by the test that it comes from", 87, 90);
        leaveOut(
                out,
                "a plain ROW with a NULL of 8 bytes, where ours (and the real server of 2017) has the shorter NBCROW",
                16);
        leaveOut(out, "an answer to PRELOGIN that offers federated login", 92);
        leaveOut(out, "an answer under the type of a request, made to test a client", 93);
        leaveOut(out, "NTLM; there are no Windows logins", 133);
        leaveOut(out, "federated login is not spoken", 144, 146, 150, 152);
        leaveOut(out, "a piece of a bulk load, which is refused", 125);
        leaveOut(out, "bulk load is refused unread", 158);
        return out;
    }

    @Test
    void givenEachVector_whenDecodedOrEncoded_thenItIsUnderstoodOrTheSame() {
        Map<Integer, String> leftOut = leftOut();
        List<String> wrong = new ArrayList<>();
        int right = 0;
        for (Vector vector : vectors) {
            if (leftOut.containsKey(vector.number())) {
                continue;
            }
            try {
                check(vector);
                right++;
            } catch (Exception | AssertionError e) {
                wrong.add(vector.number() + " " + vector.origin() + " " + vector.hex() + ": " + e);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(right + leftOut.size()).isEqualTo(VECTORS);
    }

    private void check(Vector vector) throws Exception {
        byte[] bytes = vector.bytes();
        boolean packet =
                bytes.length >= 8 && bytes[1] == 1 && ((bytes[2] & 0xFF) << 8 | (bytes[3] & 0xFF)) == bytes.length;
        if (packet && bytes[0] != PacketType.TABULAR_RESULT) {
            clientMessage(new PacketReader(new ByteArrayInputStream(bytes)).read(), vector);
        } else if (packet || (bytes[0] == PacketType.TABULAR_RESULT && bytes[1] == 1)) {
            serverMessage(vector.hex().substring(16));
        } else if (vector.origin().contains("RpcQueryMessageFlow") && bytes[0] == -1) {
            String message = "16000000120000000200000000000000000001000000" + vector.hex();
            assertThat(RpcMessage.parse(HexFormat.of().parseHex(message), TdsVersion.V7_4)
                            .getFirst()
                            .procedure())
                    .startsWith("sp_");
        } else if (GoldenValues.has(vector.number())) {
            GoldenValues.check(vector.number(), bytes);
        } else {
            tokens(vector);
        }
    }

    private static void clientMessage(Message message, Vector vector) throws Exception {
        switch (message.type()) {
            case PacketType.PRELOGIN ->
                assertThat(Prelogin.parse(message.payload()).encryption()).isBetween(0, 3);
            case PacketType.LOGIN7 ->
                assertThat(Login7.parse(message.payload()).hostName()).isNotEmpty();
            case PacketType.SQL_BATCH -> {
                int version = message.payload()[0] == 0x16 ? 0x7400_0004 : 0x7100_0001;
                assertThat(Requests.batchText(message.payload(), new TdsVersion(version))
                                .strip())
                        .startsWith("select");
            }
            case PacketType.RPC ->
                assertThat(RpcMessage.parse(message.payload(), TdsVersion.V7_4)
                                .getFirst()
                                .procedure())
                        .isEqualTo("foo3");
            case PacketType.ATTENTION -> assertThat(message.payload()).isEmpty();
            default -> throw new AssertionError("type " + message.type() + " in " + vector.origin());
        }
    }

    /** A whole answer of a server; two recorded headers give a length that the test's own cut has made wrong. */
    private void serverMessage(String payload) throws Exception {
        if (payload.startsWith("00001a")) {
            TdsWriter out = new TdsWriter();
            new Prelogin(Prelogin.OFF, false)
                    .writeAnswer(out, new ServerVersion(10, 0, 0x1588), EncryptionPolicy.NOT_SUPPORTED);
            assertThat(HexFormat.of().formatHex(out.toByteArray())).isEqualTo(payload);
            return;
        }
        // The 2008 R2 server had another collation; ours is the 2017 one's.
        String same = payload.replace("e308000705090400010000", "e3080007050904d0003400");
        assertThat(HexFormat.of().formatHex(echo.echo(HexFormat.of().parseHex(same))))
                .isEqualTo(same);
    }

    private void tokens(Vector vector) throws Exception {
        byte[] bytes = vector.bytes();
        for (Map.Entry<String, Integer> each : TOKEN_OF.entrySet()) {
            if (vector.origin().contains(each.getKey()) && (bytes[0] & 0xFF) != each.getValue()) {
                bytes = prefixed(each.getValue(), bytes);
            }
        }
        if (vector.origin().contains("ColumnMetadataToken")) {
            bytes = prefixed(0x81, bytes);
        }
        columnsOf(vector);
        if (vector.origin().contains("RowToken") && bytes[0] >= 0) {
            bytes = prefixed(vector.origin().contains("Nbc") ? 0xD2 : 0xD1, bytes);
        }
        // Column encryption was acknowledged to that client; ours acknowledges nothing there.
        String same = HexFormat.of().formatHex(withoutKeyTable(bytes)).replace("ae040100000001ff", "aeff");
        assertThat(HexFormat.of().formatHex(echo.echo(HexFormat.of().parseHex(same))))
                .isEqualTo(same);
    }

    /** The columns of a row that was recorded without them. */
    private void columnsOf(Vector vector) throws Exception {
        switch (vector.number()) {
            case 15 -> echo.echo(withoutKeyTable(vectors.get(13).bytes()));
            case 53 -> echo.echo(withoutKeyTable(vectors.get(53).bytes()));
            case 19 -> echo.columnsAre(SqlType.INT, SqlType.varchar(SqlType.MAX));
            case 17, 18 -> {
                SqlType text = SqlType.varchar(20);
                echo.columnsAre(SqlType.INT, text, text, text, text, text, SqlType.INT);
            }
            default -> {}
        }
    }

    /** Takes out the empty table of keys that follows the column count where column encryption was acknowledged. */
    private static byte[] withoutKeyTable(byte[] bytes) throws Exception {
        TdsReader in = new TdsReader(bytes);
        if (in.u8() != 0x81 || bytes.length < 11) {
            return bytes;
        }
        in.skip(2);
        boolean table = in.u16() == 0 && in.i32() == 0 && (in.u16() & 0x08) != 0;
        if (!table) {
            return bytes;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(bytes, 0, 3);
        out.write(bytes, 5, bytes.length - 5);
        return out.toByteArray();
    }

    private static byte[] prefixed(int first, byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(first);
        out.writeBytes(bytes);
        return out.toByteArray();
    }
}

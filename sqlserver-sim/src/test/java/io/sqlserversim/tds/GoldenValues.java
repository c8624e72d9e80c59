package io.sqlserversim.tds;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.wire.PacketType;
import io.sqlserversim.wire.PacketWriter;
import io.sqlserversim.wire.TdsReader;
import io.sqlserversim.wire.TdsWriter;
import java.io.ByteArrayOutputStream;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Vectors of the file that are single values: by number, what stands before the value on the wire. */
final class GoldenValues {
    private static final String DATETIMEOFFSET = "2b";
    private static final String DATETIME_NOT_NULL = "3d";
    private static final String COLLATION = "0904d00034";

    /** TYPE_INFO, in hex, or its missing part. */
    private static final Map<Integer, String> CLIENT = Map.ofEntries(
            Map.entry(62, DATETIMEOFFSET),
            Map.entry(63, DATETIMEOFFSET),
            Map.entry(66, "6c"),
            Map.entry(67, "6c"),
            Map.entry(72, DATETIME_NOT_NULL),
            Map.entry(74, "2a"),
            Map.entry(75, "e7"),
            Map.entry(77, "a7ffff" + COLLATION), // a server's, in chunks cut elsewhere than ours
            Map.entry(79, "24"),
            Map.entry(81, "6e"),
            Map.entry(126, "e7ffff" + COLLATION),
            Map.entry(128, "a5ffff"),
            Map.entry(129, DATETIME_NOT_NULL),
            Map.entry(130, DATETIME_NOT_NULL),
            Map.entry(131, DATETIME_NOT_NULL),
            Map.entry(132, DATETIME_NOT_NULL));

    /** The same for values of a server, which must come out the same. */
    private static final Map<Integer, String> SERVER = Map.ofEntries(
            Map.entry(64, "2b07"),
            Map.entry(65, "2b07"),
            Map.entry(68, "6c050502"),
            Map.entry(69, "6c050500"),
            Map.entry(70, "6f04"),
            Map.entry(71, "6f08"),
            Map.entry(73, "2a07"),
            Map.entry(76, "2410"),
            Map.entry(80, "2410"),
            Map.entry(82, "6e04"));

    private static final int COLLATION_ALONE = 48;
    private static final int HEADER_ALONE = 47;

    /** Values that were recorded without their length byte: the length. */
    private static final Map<Integer, String> LENGTHS = Map.of(76, "10", 80, "10");

    private GoldenValues() {}

    static boolean has(int number) {
        return CLIENT.containsKey(number)
                || SERVER.containsKey(number)
                || List.of(COLLATION_ALONE, HEADER_ALONE).contains(number);
    }

    static void check(int number, byte[] bytes) throws Exception {
        String hex = HexFormat.of().formatHex(bytes);
        if (number == COLLATION_ALONE) {
            TdsWriter out = new TdsWriter();
            new Tokens(out, TdsVersion.V7_4, "").changes().collation();
            assertThat(HexFormat.of().formatHex(out.toByteArray())).contains(hex);
        } else if (number == HEADER_ALONE) {
            TdsWriter body = new TdsWriter();
            body.fill(0, 39);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            new PacketWriter(out, PacketType.PRELOGIN, 4096).end(body);
            assertThat(HexFormat.of().formatHex(out.toByteArray(), 0, PacketType.HEADER_BYTES))
                    .isEqualTo(hex);
        } else if (CLIENT.containsKey(number)) {
            TdsReader in = new TdsReader(HexFormat.of().parseHex(CLIENT.get(number) + hex));
            TypeInfo info = TypeInfo.read(in);
            ValueReader.read(in, info);
            assertThat(in.remaining()).isZero();
        } else {
            sameAgain(number, LENGTHS.getOrDefault(number, "") + hex);
        }
    }

    private static void sameAgain(int number, String hex) throws Exception {
        String value = number == 76 ? hex.substring(0, 34) : hex; // followed by the first byte of the next token
        TypeInfo info = TypeInfo.read(new TdsReader(HexFormat.of().parseHex(SERVER.get(number))));
        Object read = ValueReader.read(new TdsReader(HexFormat.of().parseHex(value)), info);
        TdsWriter out = new TdsWriter();
        ColumnCodec codec = ColumnCodec.of(info.type(), true);
        codec.write(out, read);
        assertThat(HexFormat.of().formatHex(out.toByteArray()))
                .as("%s %s", info.type(), read)
                .isEqualTo(value);
    }
}

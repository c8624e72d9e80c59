package io.sqlserversim.wire;

import java.util.HashMap;
import java.util.Map;

/** Code page 1252, the one of {@code SQL_Latin1_General_CP1_CI_AS}. Undefined bytes map to the C1 control of their number. */
final class Cp1252 {
    /** The characters of bytes 0x80 to 0x9F. */
    private static final String HIGH =
            "\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D\u008F"
                    + "\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\u009D\u017E\u0178";

    private static final Map<Character, Byte> BYTES = new HashMap<>();

    static {
        for (int i = 0; i < HIGH.length(); i++) {
            BYTES.put(HIGH.charAt(i), (byte) (0x80 + i));
        }
    }

    private Cp1252() {}

    static byte toByte(char c) {
        if (c < 0x80 || (c >= 0xA0 && c <= 0xFF)) {
            return (byte) c;
        }
        return BYTES.getOrDefault(c, (byte) '?');
    }

    static char toChar(byte b) {
        int value = b & 0xFF;
        return value >= 0x80 && value <= 0x9F ? HIGH.charAt(value - 0x80) : (char) value;
    }
}

package io.tidegate.core.model;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Texts as UTF-16LE, unit for unit: Java's own encoder and decoder replace unpaired surrogates, which Query Store may have.
 * No state.
 */
public final class Utf16 {
    private Utf16() {}

    /**
     * A text's bytes.
     *
     * @param text any
     * @return two bytes for each unit
     */
    public static byte[] bytes(String text) {
        ByteBuffer units = ByteBuffer.allocate(Character.BYTES * text.length()).order(ByteOrder.LITTLE_ENDIAN);
        units.asCharBuffer().put(text.toCharArray()); // as a whole: a unit at a time is many times slower
        return units.array();
    }

    /**
     * The text of such bytes.
     *
     * @param bytes two for each unit
     * @return the text
     */
    public static String text(byte[] bytes) {
        return ByteBuffer.wrap(bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asCharBuffer()
                .toString();
    }
}

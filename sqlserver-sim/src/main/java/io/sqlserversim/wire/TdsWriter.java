package io.sqlserversim.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A growing buffer of bytes, little-endian unless a method says otherwise. Used again and again for one response: the
 * packet writer takes from its front. Confined to one thread.
 */
public final class TdsWriter {
    private static final int SMALLEST = 16 * 1024;
    private static final int KEPT = 1024 * 1024;
    private static final VarHandle SHORT = view(short[].class);
    private static final VarHandle INT = view(int[].class);
    private static final VarHandle LONG = view(long[].class);

    private byte[] bytes = new byte[SMALLEST];
    private int size;

    /** An empty buffer. */
    public TdsWriter() {}

    private static VarHandle view(Class<?> array) {
        return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Bytes held.
     *
     * @return 0 or more
     */
    public int size() {
        return size;
    }

    /**
     * Forgets all bytes from an index on.
     *
     * @param newSize 0 to {@link #size()}
     */
    public void truncate(int newSize) {
        size = newSize;
    }

    /**
     * Copies bytes out without removing them.
     *
     * @param from first index
     * @param target where to
     * @param offset first index there
     * @param length how many
     */
    public void copyTo(int from, byte[] target, int offset, int length) {
        System.arraycopy(bytes, from, target, offset, length);
    }

    /**
     * Removes bytes at the front. Gives back memory that one large value had needed.
     *
     * @param count 0 to {@link #size()}
     */
    public void discard(int count) {
        int rest = size - count;
        byte[] target = bytes.length > KEPT && rest < KEPT / 2 ? new byte[KEPT] : bytes;
        System.arraycopy(bytes, count, target, 0, rest);
        bytes = target;
        size = rest;
    }

    /**
     * A copy of all bytes held.
     *
     * @return a new array
     */
    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    private int room(int count) {
        int at = size;
        int needed = at + count;
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(needed, bytes.length + (bytes.length >> 1)));
        }
        size = needed;
        return at;
    }

    /**
     * One byte.
     *
     * @param value its low 8 bits count
     */
    public void u8(int value) {
        int at = room(1);
        bytes[at] = (byte) value;
    }

    /**
     * Two bytes.
     *
     * @param value its low 16 bits count
     */
    public void u16(int value) {
        int at = room(2);
        SHORT.set(bytes, at, (short) value);
    }

    /**
     * Two bytes, big-endian.
     *
     * @param value its low 16 bits count
     */
    public void u16BigEndian(int value) {
        u16(Short.reverseBytes((short) value));
    }

    /**
     * Three bytes.
     *
     * @param value its low 24 bits count
     */
    public void u24(int value) {
        int at = room(3);
        SHORT.set(bytes, at, (short) value);
        bytes[at + 2] = (byte) (value >> 16);
    }

    /**
     * Four bytes.
     *
     * @param value the value
     */
    public void i32(int value) {
        int at = room(4);
        INT.set(bytes, at, value);
    }

    /**
     * Four bytes, big-endian.
     *
     * @param value the value
     */
    public void i32BigEndian(int value) {
        i32(Integer.reverseBytes(value));
    }

    /**
     * Eight bytes.
     *
     * @param value the value
     */
    public void i64(long value) {
        int at = room(8);
        LONG.set(bytes, at, value);
    }

    /**
     * The low bytes of a number.
     *
     * @param value the number
     * @param count 1 to 8
     */
    public void lowBytes(long value, int count) {
        int at = room(8);
        LONG.set(bytes, at, value);
        size = at + count;
    }

    /**
     * Bytes as they are.
     *
     * @param value the bytes
     */
    public void bytes(byte[] value) {
        bytes(value, 0, value.length);
    }

    /**
     * A part of an array as it is.
     *
     * @param value the array
     * @param offset first index
     * @param length how many
     */
    public void bytes(byte[] value, int offset, int length) {
        int at = room(length);
        System.arraycopy(value, offset, bytes, at, length);
    }

    /**
     * The same byte several times.
     *
     * @param value the byte
     * @param count 0 or more
     */
    public void fill(int value, int count) {
        int at = room(count);
        Arrays.fill(bytes, at, at + count, (byte) value);
    }

    /**
     * Text as UTF-16LE, unit by unit, without a length.
     *
     * @param text any units, lone surrogates included
     */
    public void utf16(String text) {
        int length = text.length();
        int at = room(2 * length);
        byte[] target = bytes;
        for (int i = 0; i < length; i++) {
            SHORT.set(target, at + 2 * i, (short) text.charAt(i));
        }
    }

    /**
     * Text as code page 1252, without a length; what the page lacks becomes a question mark.
     *
     * @param text the text
     */
    public void cp1252(String text) {
        int length = text.length();
        int at = room(length);
        byte[] target = bytes;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            target[at + i] = c < 0x80 ? (byte) c : Cp1252.toByte(c);
        }
    }

    /**
     * Text with its length in characters as one byte before it; cut at 255 characters.
     *
     * @param text the text
     */
    public void byteLengthText(String text) {
        String fitting = text.length() > 255 ? text.substring(0, 255) : text;
        u8(fitting.length());
        utf16(fitting);
    }

    /**
     * Text with its length in characters as two bytes before it; cut at 32,767 characters.
     *
     * @param text the text
     */
    public void shortLengthText(String text) {
        String fitting = text.length() > 32_767 ? text.substring(0, 32_767) : text;
        u16(fitting.length());
        utf16(fitting);
    }

    /**
     * Overwrites two bytes.
     *
     * @param at index of the first
     * @param value its low 16 bits count
     */
    public void setU16(int at, int value) {
        SHORT.set(bytes, at, (short) value);
    }

    /**
     * Overwrites one byte.
     *
     * @param at its index
     * @param value its low 8 bits count
     */
    public void setU8(int at, int value) {
        bytes[at] = (byte) value;
    }
}

package io.sqlserversim.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Reads a message, little-endian unless a method says otherwise. Confined to one thread. Every method throws
 * {@link ProtocolException} when the message is too short for it, before anything is allocated.
 */
public final class TdsReader {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] bytes;
    private final int end;
    private int position;

    /**
     * Reads a whole array.
     *
     * @param bytes the message
     */
    public TdsReader(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    /**
     * Reads a part of an array.
     *
     * @param bytes the message
     * @param from first index
     * @param end index after the last
     */
    public TdsReader(byte[] bytes, int from, int end) {
        this.bytes = bytes;
        this.position = from;
        this.end = end;
    }

    /**
     * Bytes left.
     *
     * @return 0 or more
     */
    public int remaining() {
        return end - position;
    }

    /**
     * The index of the next byte in the array.
     *
     * @return the index
     */
    public int position() {
        return position;
    }

    private int take(long count) throws ProtocolException {
        if (count < 0 || count > end - position) {
            throw new ProtocolException("the message ends " + count + " bytes too early at offset " + position);
        }
        int at = position;
        position += (int) count;
        return at;
    }

    /**
     * Leaves bytes out.
     *
     * @param count how many
     * @throws ProtocolException when there are not so many
     */
    public void skip(long count) throws ProtocolException {
        take(count);
    }

    /**
     * The next byte without taking it.
     *
     * @return 0 to 255
     * @throws ProtocolException at the end
     */
    public int peek() throws ProtocolException {
        int at = take(1);
        position = at;
        return bytes[at] & 0xFF;
    }

    /**
     * One byte.
     *
     * @return 0 to 255
     * @throws ProtocolException at the end
     */
    public int u8() throws ProtocolException {
        return bytes[take(1)] & 0xFF;
    }

    /**
     * Two bytes.
     *
     * @return 0 to 65,535
     * @throws ProtocolException at the end
     */
    public int u16() throws ProtocolException {
        return ((short) SHORT.get(bytes, take(2))) & 0xFFFF;
    }

    /**
     * Two bytes, big-endian.
     *
     * @return 0 to 65,535
     * @throws ProtocolException at the end
     */
    public int u16BigEndian() throws ProtocolException {
        return Short.reverseBytes((short) u16()) & 0xFFFF;
    }

    /**
     * Three bytes.
     *
     * @return 0 to 2^24 - 1
     * @throws ProtocolException at the end
     */
    public int u24() throws ProtocolException {
        int low = u16();
        return low | u8() << 16;
    }

    /**
     * Four bytes.
     *
     * @return the value
     * @throws ProtocolException at the end
     */
    public int i32() throws ProtocolException {
        return (int) INT.get(bytes, take(4));
    }

    /**
     * Four bytes as an unsigned number.
     *
     * @return 0 to 2^32 - 1
     * @throws ProtocolException at the end
     */
    public long u32() throws ProtocolException {
        return Integer.toUnsignedLong(i32());
    }

    /**
     * Eight bytes.
     *
     * @return the value
     * @throws ProtocolException at the end
     */
    public long i64() throws ProtocolException {
        return (long) LONG.get(bytes, take(8));
    }

    /**
     * A number of fewer than nine bytes, unsigned below eight.
     *
     * @param count 1 to 8
     * @return the value
     * @throws ProtocolException at the end
     */
    public long lowBytes(int count) throws ProtocolException {
        int at = take(count);
        long value = 0;
        for (int i = count - 1; i >= 0; i--) {
            value = value << 8 | (bytes[at + i] & 0xFF);
        }
        return value;
    }

    /**
     * Bytes as they are.
     *
     * @param count how many
     * @return a new array
     * @throws ProtocolException when there are not so many
     */
    public byte[] bytes(long count) throws ProtocolException {
        int at = take(count);
        return Arrays.copyOfRange(bytes, at, at + (int) count);
    }

    /**
     * UTF-16LE text.
     *
     * @param byteCount its length in bytes, even
     * @return the text, units as sent
     * @throws ProtocolException when there are not so many, or an odd number
     */
    public String utf16(long byteCount) throws ProtocolException {
        if ((byteCount & 1) != 0) {
            throw new ProtocolException("a Unicode text of an odd number of bytes");
        }
        int at = take(byteCount);
        char[] units = new char[(int) byteCount / 2];
        for (int i = 0; i < units.length; i++) {
            units[i] = (char) (short) SHORT.get(bytes, at + 2 * i);
        }
        return new String(units);
    }

    /**
     * Text in code page 1252.
     *
     * @param byteCount its length
     * @return the text
     * @throws ProtocolException when there are not so many bytes
     */
    public String cp1252(long byteCount) throws ProtocolException {
        int at = take(byteCount);
        char[] units = new char[(int) byteCount];
        for (int i = 0; i < units.length; i++) {
            units[i] = Cp1252.toChar(bytes[at + i]);
        }
        return new String(units);
    }

    /**
     * Text with its length in characters as one byte before it.
     *
     * @return the text
     * @throws ProtocolException at the end
     */
    public String byteLengthText() throws ProtocolException {
        return utf16(2L * u8());
    }

    /**
     * Text with its length in characters as two bytes before it.
     *
     * @return the text
     * @throws ProtocolException at the end
     */
    public String shortLengthText() throws ProtocolException {
        return utf16(2L * u16());
    }
}

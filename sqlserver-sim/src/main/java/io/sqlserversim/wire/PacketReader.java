package io.sqlserversim.wire;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Puts packets together to messages. Confined to one thread. */
public final class PacketReader {
    /** The longest message taken, in bytes: 16 MB. A longer one is a {@link ProtocolException}. */
    public static final int LARGEST_MESSAGE = 16 * 1024 * 1024;

    private static final int END_OF_MESSAGE = 0x01;
    private static final int IGNORE = 0x02;
    private static final int RESET = 0x08 | 0x10;

    private final InputStream in;
    private final byte[] header = new byte[PacketType.HEADER_BYTES];

    /**
     * Reads from a stream.
     *
     * @param in the stream; better buffered
     */
    public PacketReader(InputStream in) {
        this.in = in;
    }

    /**
     * The next message. Blocks until it is whole.
     *
     * @return null when the client closed between two messages
     * @throws ProtocolException for a bad header or a message that is too long
     * @throws IOException when the connection breaks
     */
    public @Nullable Message read() throws IOException {
        byte[] payload = new byte[0];
        int size = 0;
        int type = -1;
        boolean reset = false;
        while (true) {
            int got = in.readNBytes(header, 0, header.length);
            if (got == 0 && type < 0) {
                return null;
            }
            if (got < header.length) {
                throw new EOFException("the client closed inside a message");
            }
            int length = (header[2] & 0xFF) << 8 | (header[3] & 0xFF);
            if (length < header.length) {
                throw new ProtocolException("a packet of " + length + " bytes");
            }
            if (type < 0) {
                type = header[0] & 0xFF;
                reset = (header[1] & RESET) != 0;
            } else if (type != (header[0] & 0xFF)) {
                throw new ProtocolException(
                        "a packet of type " + (header[0] & 0xFF) + " inside a message of type " + type);
            }
            int body = length - header.length;
            if (size + body > LARGEST_MESSAGE) {
                throw new ProtocolException("a message of more than " + LARGEST_MESSAGE + " bytes");
            }
            payload = grown(payload, size, size + body);
            if (in.readNBytes(payload, size, body) < body) {
                throw new EOFException("the client closed inside a packet");
            }
            size += body;
            if ((header[1] & END_OF_MESSAGE) != 0) {
                return new Message(type, (header[1] & IGNORE) != 0, reset, Arrays.copyOf(payload, size));
            }
        }
    }

    private static byte[] grown(byte[] array, int used, int needed) {
        if (needed <= array.length) {
            return array;
        }
        return Arrays.copyOf(array, used == 0 ? needed : Math.max(needed, 2 * used));
    }
}

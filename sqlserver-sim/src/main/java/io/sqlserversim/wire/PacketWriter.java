package io.sqlserversim.wire;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Cuts a response into packets. Confined to one thread. A write blocks while the client does not read.
 */
public final class PacketWriter {
    private static final int END_OF_MESSAGE = 0x01;

    private final int type;
    private OutputStream out;
    private byte[] packet;
    private int spid;
    private int nextId = 1;
    private Runnable beforePacket = () -> {};

    /**
     * Writes messages of one type.
     *
     * @param out where to
     * @param type of {@link PacketType}
     * @param packetSize the most bytes per packet, header included
     */
    public PacketWriter(OutputStream out, int type, int packetSize) {
        this.out = out;
        this.type = type;
        this.packet = new byte[packetSize];
    }

    /**
     * Changes where to write, between two messages.
     *
     * @param stream the stream
     */
    public void output(OutputStream stream) {
        out = stream;
    }

    /**
     * Changes the packet size, between two messages.
     *
     * @param bytes the most bytes per packet, header included
     */
    public void packetSize(int bytes) {
        packet = new byte[bytes];
    }

    /**
     * Sets the SPID of all later packets.
     *
     * @param sessionId the SPID
     */
    public void spid(int sessionId) {
        spid = sessionId;
    }

    /**
     * Sets what runs before each packet is sent: a delay, a check.
     *
     * @param action may throw to give up
     */
    public void beforePacket(Runnable action) {
        beforePacket = action;
    }

    /**
     * Sends the full packets in the buffer, and keeps at least one byte for the last one.
     *
     * @param buffer the response so far; what was sent is taken from its front
     * @throws IOException when the socket is dead
     */
    public void drain(TdsWriter buffer) throws IOException {
        int body = packet.length - PacketType.HEADER_BYTES;
        if (buffer.size() > body) {
            int from = 0;
            try {
                while (buffer.size() - from > body) {
                    send(buffer, from, body, 0);
                    from += body;
                }
            } finally {
                buffer.discard(from);
            }
        }
    }

    /**
     * Sends all there is in the buffer, in packets without end-of-message.
     *
     * @param buffer the response so far; empty after it
     * @throws IOException when the socket is dead
     */
    public void flush(TdsWriter buffer) throws IOException {
        drain(buffer);
        if (buffer.size() > 0) {
            int rest = buffer.size();
            send(buffer, 0, rest, 0);
            buffer.discard(rest);
        }
    }

    /**
     * Sends the rest of the message and ends it.
     *
     * @param buffer the rest; empty after it
     * @throws IOException when the socket is dead
     */
    public void end(TdsWriter buffer) throws IOException {
        drain(buffer);
        int rest = buffer.size();
        send(buffer, 0, rest, END_OF_MESSAGE);
        buffer.discard(rest);
        nextId = 1;
    }

    /**
     * Whether a packet of the current message was sent.
     *
     * @return false between two messages, and while all of the message still lies in the buffer
     */
    public boolean isMessageBegun() {
        return nextId != 1;
    }

    private void send(TdsWriter buffer, int from, int body, int status) throws IOException {
        beforePacket.run();
        int length = body + PacketType.HEADER_BYTES;
        packet[0] = (byte) type;
        packet[1] = (byte) status;
        packet[2] = (byte) (length >> 8);
        packet[3] = (byte) length;
        packet[4] = (byte) (spid >> 8);
        packet[5] = (byte) spid;
        packet[6] = (byte) nextId++;
        packet[7] = 0;
        buffer.copyTo(from, packet, PacketType.HEADER_BYTES, body);
        out.write(packet, 0, length);
    }
}

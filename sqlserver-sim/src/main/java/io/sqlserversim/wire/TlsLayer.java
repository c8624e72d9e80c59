package io.sqlserversim.wire;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;

/**
 * TLS over a client's socket. In TDS 7 the handshake's records travel as payload of PRELOGIN packets, both ways; when
 * it ends, records go raw and TDS packets are inside them. In TDS 8 they are raw from the start. After the handshake
 * one thread may read while another writes.
 */
public final class TlsLayer {
    private final SSLEngine engine;
    private final InputStream rawIn;
    private final OutputStream rawOut;
    private final PacketWriter wrapped;
    private final TdsWriter flight = new TdsWriter();
    private ByteBuffer netIn;
    private ByteBuffer appIn;
    private ByteBuffer netOut;
    private boolean framed;

    /**
     * A layer whose handshake has not begun.
     *
     * @param rawIn from the client
     * @param rawOut to the client
     * @param strict true for TDS 8: TLS is the outermost layer from the first byte
     */
    public TlsLayer(InputStream rawIn, OutputStream rawOut, boolean strict) {
        this.engine = TlsIdentity.engine(strict);
        this.rawIn = rawIn;
        this.rawOut = rawOut;
        this.framed = !strict;
        this.wrapped = new PacketWriter(rawOut, PacketType.PRELOGIN, 4096);
        int packet = engine.getSession().getPacketBufferSize();
        this.netIn = ByteBuffer.allocate(2 * packet).limit(0);
        this.netOut = ByteBuffer.allocate(packet);
        this.appIn = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize())
                .limit(0);
    }

    /**
     * Does the whole handshake.
     *
     * @throws IOException when it fails or the client goes away
     */
    public void handshake() throws IOException {
        engine.beginHandshake();
        while (true) {
            switch (engine.getHandshakeStatus()) {
                case NEED_WRAP -> wrapHandshake();
                case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
                    sendFlight();
                    unwrapHandshake();
                }
                case NEED_TASK -> runTasks();
                case FINISHED, NOT_HANDSHAKING -> {
                    sendFlight();
                    framed = false;
                    return;
                }
            }
        }
    }

    /**
     * Bytes that were read from the client but not handed out: 0 when the client waits for an answer.
     *
     * @return 0 or more
     */
    public int unread() {
        return netIn.remaining() + appIn.remaining();
    }

    /**
     * The decrypted stream from the client.
     *
     * @return a stream for one thread
     */
    public InputStream in() {
        return new Decrypted();
    }

    /**
     * The stream to the client that encrypts.
     *
     * @return a stream for one thread
     */
    public OutputStream out() {
        return new Encrypted();
    }

    private void runTasks() {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    private void wrapHandshake() throws IOException {
        netOut.clear();
        SSLEngineResult result = engine.wrap(ByteBuffer.allocate(0), netOut);
        if (result.getStatus() == Status.CLOSED && result.bytesProduced() == 0) {
            throw new EOFException("TLS was closed inside its handshake");
        }
        flight.bytes(netOut.array(), 0, netOut.position());
    }

    private void sendFlight() throws IOException {
        if (flight.size() == 0) {
            return;
        }
        if (framed) {
            wrapped.end(flight);
        } else {
            rawOut.write(flight.toByteArray());
            flight.truncate(0);
        }
    }

    private void unwrapHandshake() throws IOException {
        appIn.clear();
        SSLEngineResult result = engine.unwrap(netIn, appIn);
        appIn.flip();
        if (result.getStatus() == Status.BUFFER_UNDERFLOW) {
            fill();
        } else if (result.getStatus() == Status.CLOSED) {
            throw new EOFException("the client closed TLS inside its handshake");
        }
        if (result.getHandshakeStatus() == HandshakeStatus.FINISHED && netIn.hasRemaining() && framed) {
            throw new ProtocolException("TLS records after the handshake inside a PRELOGIN packet");
        }
    }

    /** Reads some more records: the payload of one packet while framed, else whatever there is. */
    private void fill() throws IOException {
        netIn.compact();
        try {
            if (framed) {
                fillFromPacket();
            } else {
                int got = rawIn.read(netIn.array(), netIn.position(), netIn.remaining());
                if (got < 0) {
                    throw new EOFException("the client closed");
                }
                netIn.position(netIn.position() + got);
            }
        } finally {
            netIn.flip();
        }
    }

    private void fillFromPacket() throws IOException {
        byte[] header = rawIn.readNBytes(PacketType.HEADER_BYTES);
        if (header.length < PacketType.HEADER_BYTES) {
            throw new EOFException("the client closed inside the TLS handshake");
        }
        int body = ((header[2] & 0xFF) << 8 | (header[3] & 0xFF)) - PacketType.HEADER_BYTES;
        if ((header[0] & 0xFF) != PacketType.PRELOGIN || body < 0) {
            throw new ProtocolException("a packet of type " + (header[0] & 0xFF) + " inside the TLS handshake");
        }
        if (body > netIn.remaining()) {
            netIn = ByteBuffer.allocate(netIn.position() + body).put(netIn.flip());
        }
        if (rawIn.readNBytes(netIn.array(), netIn.position(), body) < body) {
            throw new EOFException("the client closed inside the TLS handshake");
        }
        netIn.position(netIn.position() + body);
    }

    private final class Decrypted extends InputStream {
        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            while (!appIn.hasRemaining()) {
                if (!unwrapSome()) {
                    return -1;
                }
            }
            int count = Math.min(length, appIn.remaining());
            appIn.get(target, offset, count);
            return count;
        }

        private boolean unwrapSome() throws IOException {
            if (!netIn.hasRemaining()) {
                try {
                    fill();
                } catch (EOFException e) {
                    return false;
                }
            }
            appIn.clear();
            SSLEngineResult result = engine.unwrap(netIn, appIn);
            appIn.flip();
            switch (result.getStatus()) {
                case OK -> runTasks();
                case BUFFER_UNDERFLOW -> fill();
                case BUFFER_OVERFLOW ->
                    appIn = ByteBuffer.allocate(2 * appIn.capacity()).limit(0);
                case CLOSED -> {
                    return false;
                }
            }
            return true;
        }
    }

    private final class Encrypted extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
            ByteBuffer plain = ByteBuffer.wrap(source, offset, length);
            while (plain.hasRemaining()) {
                netOut.clear();
                SSLEngineResult result = engine.wrap(plain, netOut);
                switch (result.getStatus()) {
                    case OK -> rawOut.write(netOut.array(), 0, netOut.position());
                    case BUFFER_OVERFLOW -> netOut = ByteBuffer.allocate(2 * netOut.capacity());
                    case BUFFER_UNDERFLOW, CLOSED -> throw new IOException("TLS is closed");
                }
            }
        }
    }
}

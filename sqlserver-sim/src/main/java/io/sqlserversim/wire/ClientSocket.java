package io.sqlserversim.wire;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.atomic.LongAdder;

/**
 * A client's TCP connection whose sent bytes are counted, and which can be told to drop at an exact byte. Reading and
 * writing may be done by two threads; {@link #reset()} and {@link #close()} by any.
 */
public final class ClientSocket {
    /** How a connection is dropped at a byte. */
    public enum Drop {
        /** TCP RST. */
        RESET,
        /** TCP FIN. */
        CLOSE,
        /** It stays open and swallows what is written. */
        STALL
    }

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    /**
     * Wraps an accepted socket.
     *
     * @param socket the socket
     * @param bytesOut is told every byte that goes to the socket
     * @param dropAtByte bytes after which it is dropped; {@link Long#MAX_VALUE} for never
     * @param drop how
     * @throws IOException when the socket is closed already
     */
    public ClientSocket(Socket socket, LongAdder bytesOut, long dropAtByte, Drop drop) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        this.in = new BufferedInputStream(socket.getInputStream(), 16 * 1024);
        this.out = new CountedOutput(socket.getOutputStream(), bytesOut, dropAtByte, drop);
    }

    /**
     * What the client sends. Buffered; supports mark.
     *
     * @return the stream
     */
    public InputStream in() {
        return in;
    }

    /**
     * To the client, unbuffered, counted.
     *
     * @return the stream
     */
    public OutputStream out() {
        return out;
    }

    /**
     * Limits how long a read may wait.
     *
     * @param millis 0 for no limit
     * @throws IOException when the socket is closed
     */
    public void readTimeoutMillis(int millis) throws IOException {
        socket.setSoTimeout(millis);
    }

    /** Closes it with TCP RST. Does nothing when it is closed. */
    public void reset() {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException e) {
            // closed already; there is nothing to reset
        }
        close();
    }

    /** Closes it with TCP FIN. Does nothing when it is closed. */
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // the client is gone in any case
        }
    }

    private final class CountedOutput extends OutputStream {
        private final OutputStream raw;
        private final LongAdder bytesOut;
        private final Drop drop;
        private long left;

        CountedOutput(OutputStream raw, LongAdder bytesOut, long dropAtByte, Drop drop) {
            this.raw = raw;
            this.bytesOut = bytesOut;
            this.left = dropAtByte;
            this.drop = drop;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            int allowed = (int) Math.min(length, left);
            if (allowed > 0) {
                bytesOut.add(allowed); // first: a client that has them finds them counted
                raw.write(bytes, offset, allowed);
                left -= allowed;
            }
            if (left == 0) {
                dropNow(allowed < length);
            }
        }

        private void dropNow(boolean cut) throws IOException {
            switch (drop) {
                case RESET -> reset();
                case CLOSE -> ClientSocket.this.close();
                case STALL -> {}
            }
            if (cut && drop != Drop.STALL) {
                throw new IOException("the connection was dropped by its script");
            }
        }
    }
}

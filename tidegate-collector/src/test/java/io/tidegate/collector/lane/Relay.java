package io.tidegate.collector.lane;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Lies between the driver and a server, and spoils what the server says on demand. Thread-safe. */
final class Relay implements AutoCloseable {
    private static final byte SPOILT = (byte) 0xFF;

    private final ServerSocket listener;
    private final int port;
    private final List<Line> lines = new CopyOnWriteArrayList<>();
    private volatile long spoiltFromByte = Long.MAX_VALUE;

    Relay(int port) throws IOException {
        this.port = port;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** What the server says on each connection to come is spoilt from this byte on. */
    void spoilEach(long fromByte) {
        spoiltFromByte = fromByte;
    }

    /** What the server says from now on on the youngest connection is spoilt. */
    void spoil() {
        lines.getLast().spoiltFrom = 0;
    }

    /** The server's side of the youngest connection ends, as far as the driver can tell; the other one stays open. */
    void halfClose() throws IOException {
        Line line = lines.getLast();
        line.ended = true;
        line.client.shutdownOutput();
    }

    /** All connections that there are go into the void, both ways, and nobody is told: no FIN, no reset. New ones are served. */
    void vanish() {
        lines.forEach(line -> line.vanished = true);
    }

    private void accept() {
        try {
            while (true) {
                connect(listener.accept());
            }
        } catch (IOException closed) {
            // the end
        }
    }

    /** A server that takes no connections now is none for this client alone. */
    private void connect(Socket client) throws IOException {
        Line line;
        try {
            line = new Line(client, new Socket(InetAddress.getLoopbackAddress(), port));
        } catch (IOException refused) {
            client.close();
            return;
        }
        line.spoiltFrom = spoiltFromByte;
        lines.add(line);
        Thread.ofVirtual().start(line::up);
        Thread.ofVirtual().start(line::down);
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Line line : lines) {
            line.client.close();
            line.server.close();
        }
    }

    private static final class Line {
        private final Socket client;
        private final Socket server;
        private volatile long spoiltFrom;
        private volatile boolean ended;
        private volatile boolean vanished;

        Line(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        /** A client that closes or resets ends the server's line, as it would without the relay. */
        void up() {
            byte[] bytes = new byte[8192];
            try {
                InputStream from = client.getInputStream();
                OutputStream to = server.getOutputStream();
                for (int read = from.read(bytes); read >= 0; read = from.read(bytes)) {
                    if (!vanished) {
                        to.write(bytes, 0, read);
                    }
                }
            } catch (IOException gone) {
                // the end of the line
            }
            hangUp();
        }

        private void hangUp() {
            try {
                if (!vanished) {
                    server.close();
                }
            } catch (IOException already) {
                // the end of the line
            }
        }

        void down() {
            byte[] bytes = new byte[8192];
            long passed = 0;
            try {
                InputStream from = server.getInputStream();
                OutputStream to = client.getOutputStream();
                for (int read = from.read(bytes); read >= 0; read = from.read(bytes)) {
                    if (passed + read > spoiltFrom) {
                        Arrays.fill(bytes, (int) Math.max(0, spoiltFrom - passed), read, SPOILT);
                    }
                    if (!ended && !vanished) {
                        to.write(bytes, 0, read);
                    }
                    passed += read;
                }
                reset();
            } catch (IOException gone) {
                reset();
            }
        }

        private void reset() {
            try {
                if (!ended && !vanished) {
                    client.close();
                }
            } catch (IOException already) {
                // the end of the line
            }
        }
    }
}

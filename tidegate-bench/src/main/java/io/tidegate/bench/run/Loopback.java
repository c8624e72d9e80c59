package io.tidegate.bench.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Bytes over TCP on the loopback interface, one socket, one thread on each side, and nothing done with them. No state. */
public final class Loopback {
    private static final int CHUNK_BYTES = 1 << 16;

    private Loopback() {}

    /**
     * Sends bytes to itself. Blocks until they have come.
     *
     * @param bytes how many
     * @return how fast, in units of 1,000,000 bytes
     * @throws IOException when there is no loopback interface
     * @throws InterruptedException when interrupted
     */
    public static double megabytesPerSecond(long bytes) throws IOException, InterruptedException {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new Socket(listening.getInetAddress(), listening.getLocalPort());
                Socket server = listening.accept()) {
            Thread sender = Thread.ofPlatform().start(() -> send(server, bytes));
            InputStream in = client.getInputStream();
            byte[] chunk = new byte[CHUNK_BYTES];
            long begun = System.nanoTime();
            long left = bytes;
            while (left > 0) {
                int n = in.read(chunk);
                left -= n < 0 ? left : n;
            }
            double seconds = (System.nanoTime() - begun) / 1e9;
            sender.join();
            return bytes / 1e6 / seconds;
        }
    }

    private static void send(Socket server, long bytes) {
        try {
            OutputStream out = server.getOutputStream();
            byte[] chunk = new byte[CHUNK_BYTES];
            for (long left = bytes; left > 0; left -= CHUNK_BYTES) {
                out.write(chunk, 0, (int) Math.min(left, CHUNK_BYTES));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package io.tidegate.store.postgres;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * The wire between a store and PostgreSQL, which can be cut at any message. It reads the frames of the protocol (version
 * 3.0, documentation of PostgreSQL 18, chapter 54), unencrypted ones only. Thread-safe.
 */
final class Wire implements AutoCloseable {
    /** What happens at the chosen place. */
    enum Fault {
        /** The message is given to the action before it is sent on. */
        ACT,
        /** Nothing is sent on any more, in neither direction. */
        FREEZE
    }

    /** Types of messages after which the server does something: query, sync, copy data, copy done. */
    private static final String WORK = "QSdc";

    private final ServerSocket listener;
    private final int serverPort;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final AtomicInteger untilFault = new AtomicInteger(Integer.MAX_VALUE);

    private volatile Fault fault = Fault.ACT;
    private volatile IntConsumer action = port -> {};
    private volatile boolean fired;
    private volatile boolean frozen;
    private volatile boolean losesCommit;

    Wire(int serverPort) throws IOException {
        this.serverPort = serverPort;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        thread(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** From now on the n-th message with work in it (from 1) meets the fault; the action gets the port of its session. */
    void arm(int n, Fault which, IntConsumer act) {
        fired = false;
        fault = which;
        action = act;
        untilFault.set(n);
    }

    /** The next commit is done, and its answer never arrives: the connection is closed instead, or stays silent. */
    void loseNextCommit(Fault which) {
        fired = false;
        fault = which;
        losesCommit = true;
    }

    /** Whether the fault has come. */
    boolean hasFired() {
        return fired;
    }

    /** What comes next is sent on. Connections that were frozen are closed. */
    void heal() throws IOException {
        untilFault.set(Integer.MAX_VALUE);
        losesCommit = false;
        if (frozen) {
            frozen = false;
            for (Socket s : sockets) {
                s.close();
            }
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
                sockets.add(client);
                sockets.add(server);
                thread(() -> pump(client, server, true));
                thread(() -> pump(server, client, false));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void pump(Socket from, Socket to, boolean toServer) {
        try (from;
                to) {
            DataInputStream in = new DataInputStream(from.getInputStream());
            DataOutputStream out = new DataOutputStream(to.getOutputStream());
            boolean isStartup = toServer;
            while (true) {
                int type = isStartup ? 0 : in.readUnsignedByte();
                int length = in.readInt();
                byte[] body = in.readNBytes(length - 4);
                if (toServer ? !request(type, to) : !answer(type, body)) {
                    return;
                }
                if (!frozen) {
                    send(out, isStartup, type, length, body);
                }
                isStartup = false;
            }
        } catch (IOException e) {
            // one side is closed, so the other is
        }
    }

    private static void send(DataOutputStream out, boolean isStartup, int type, int length, byte[] body)
            throws IOException {
        byte[] frame = new byte[body.length + (isStartup ? 4 : 5)];
        int at = 0;
        if (!isStartup) {
            frame[at++] = (byte) type;
        }
        for (int shift = 24; shift >= 0; shift -= 8) {
            frame[at++] = (byte) (length >>> shift);
        }
        System.arraycopy(body, 0, frame, at, body.length);
        out.write(frame);
        out.flush();
    }

    private boolean request(int type, Socket server) {
        if (type != 0 && WORK.indexOf(type) >= 0 && untilFault.decrementAndGet() == 0) {
            fired = true;
            if (fault == Fault.FREEZE) {
                frozen = true;
            } else {
                action.accept(server.getLocalPort());
            }
        }
        return true;
    }

    private boolean answer(int type, byte[] body) {
        boolean isCommit = type == 'C' && new String(body, StandardCharsets.US_ASCII).startsWith("COMMIT");
        if (!isCommit || !losesCommit) {
            return true;
        }
        losesCommit = false;
        fired = true;
        frozen = fault == Fault.FREEZE;
        return frozen;
    }

    private static void thread(Runnable work) {
        Thread.ofPlatform().daemon().name("wire").start(work);
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket s : sockets) {
            s.close();
        }
    }
}

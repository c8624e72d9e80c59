package io.sqlserversim.server;

import io.sqlserversim.wire.ClientSocket;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Speaks TDS on one loopback port, on behalf of one instance. Thread-safe. Started once and closed once; a restart of
 * the instance takes a new listener, which may have the same port.
 */
public final class SqlServerListener implements AutoCloseable {
    private static final Logger LOG = System.getLogger(SqlServerListener.class.getName());
    private static final int BACKLOG = 1024;
    private static final Duration STOP_LIMIT = Duration.ofSeconds(5);
    private static final Duration ACCEPT_PAUSE = Duration.ofMillis(10);

    private final SessionHost host;
    private final ServerSocket socket;
    private final ConnectionThreads threads;
    private final SessionIds ids = new SessionIds();
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final LongAdder bytesOut = new LongAdder();
    private final LongAdder accepted = new LongAdder();

    private SqlServerListener(SessionHost host, ServerSocket socket, ConnectionThreads threads) {
        this.host = host;
        this.socket = socket;
        this.threads = threads;
    }

    /**
     * Binds the port and begins to accept.
     *
     * @param host the instance
     * @param port 0 for any free one
     * @param threads makes the threads, three per connection at most; virtual ones are meant
     * @return the running listener
     * @throws IOException when the port cannot be bound
     */
    public static SqlServerListener start(SessionHost host, int port, ThreadFactory threads) throws IOException {
        ServerSocket socket = new ServerSocket();
        try {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port), BACKLOG);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
        ConnectionThreads own = new ConnectionThreads(threads, "tds-" + socket.getLocalPort());
        SqlServerListener listener = new SqlServerListener(host, socket, own);
        own.start("accept", listener::acceptLoop);
        return listener;
    }

    /**
     * The port it listens on.
     *
     * @return 1 to 65,535
     */
    public int port() {
        return socket.getLocalPort();
    }

    /**
     * Bytes written to all sockets since the start, packet headers and TLS included.
     *
     * @return 0 or more
     */
    public long bytesOut() {
        return bytesOut.sum();
    }

    /**
     * Connections that are open, or closed by the client while their statement still runs.
     *
     * @return 0 or more
     */
    public int connections() {
        return connections.size();
    }

    /**
     * Threads that are alive, the accepting one included.
     *
     * @return 0 after a complete {@link #close()}
     */
    public int threads() {
        return threads.count();
    }

    /**
     * Stops: accepts no more, ends each session, closes each socket. Waits up to 5 seconds for threads whose statement
     * does not look at its signals; those end later. Does nothing the second time.
     */
    @Override
    public void close() {
        stopping.countDown();
        try {
            socket.close();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "closing the listening socket: {0}", e.getMessage());
        }
        connections.forEach(Connection::stop);
        try {
            threads.join(STOP_LIMIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void acceptLoop() {
        while (!socket.isClosed()) {
            try {
                accept(socket.accept());
            } catch (IOException | RuntimeException e) {
                if (!socket.isClosed()) {
                    LOG.log(Level.WARNING, "a connection was not accepted", e);
                    pauseAfterFailure();
                }
            }
        }
    }

    private void accept(Socket client) throws IOException {
        boolean started = false;
        try {
            accepted.increment();
            ConnectionScript script = host.script(accepted.sum());
            ClientSocket counted = new ClientSocket(client, bytesOut, script.dropAtByte(), drop(script.drop()));
            InetSocketAddress address = (InetSocketAddress) client.getRemoteSocketAddress();
            Connection connection =
                    new Connection(host, counted, address, script, ids, threads, stopping, connections::remove);
            connections.add(connection);
            threads.start("reader", connection::run);
            started = true;
            if (stopping.getCount() == 0) {
                connection.stop();
            }
        } finally {
            if (!started) {
                client.close();
            }
        }
    }

    private static ClientSocket.Drop drop(ConnectionScript.Drop drop) {
        return switch (drop) {
            case RESET -> ClientSocket.Drop.RESET;
            case CLOSE -> ClientSocket.Drop.CLOSE;
            case STALL -> ClientSocket.Drop.STALL;
        };
    }

    private void pauseAfterFailure() {
        try {
            if (stopping.await(ACCEPT_PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.log(Level.DEBUG, "stopping");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package io.sqlserversim.server;

import io.sqlserversim.engine.StatementEnded.Reason;
import io.sqlserversim.server.LoginSequence.LoggedIn;
import io.sqlserversim.session.Session;
import io.sqlserversim.session.SessionSignals;
import io.sqlserversim.tds.Tokens;
import io.sqlserversim.wire.ClientSocket;
import io.sqlserversim.wire.Message;
import io.sqlserversim.wire.PacketType;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection. Its first thread runs the login and then only reads, so that an attention is seen whatever
 * the second one, the executor, does. When the client closes or resets its end, the reader just marks it: the running
 * statement goes on until it writes or ends, and only then the executor ends the session.
 */
final class Connection {
    private static final Logger LOG = System.getLogger(Connection.class.getName());
    private static final int LOGIN_READ_TIMEOUT_MILLIS = 60_000;

    private final SessionHost host;
    private final ClientSocket socket;
    private final InetSocketAddress address;
    private final ConnectionScript script;
    private final SessionIds ids;
    private final ConnectionThreads threads;
    private final CountDownLatch stopping;
    private final Consumer<Connection> onEnd;
    private volatile @Nullable Session session;

    Connection(
            SessionHost host,
            ClientSocket socket,
            InetSocketAddress address,
            ConnectionScript script,
            SessionIds ids,
            ConnectionThreads threads,
            CountDownLatch stopping,
            Consumer<Connection> onEnd) {
        this.host = host;
        this.socket = socket;
        this.address = address;
        this.script = script;
        this.ids = ids;
        this.threads = threads;
        this.stopping = stopping;
        this.onEnd = onEnd;
    }

    /** The reader's whole life. */
    void run() {
        try {
            switch (script.accept()) {
                case SERVE -> serve();
                case RESET -> socket.reset();
                case CLOSE -> socket.close();
                case SILENT -> swallow();
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "a connection ended before its login was done: {0}", e.getMessage());
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "a connection failed", e);
        } finally {
            if (session == null) {
                socket.close();
                onEnd.accept(this);
            }
        }
    }

    /** Asks the connection to end now; its threads end soon after, unless the engine does not look at its signals. */
    void stop() {
        Session open = session;
        if (open == null) {
            socket.close();
        } else {
            open.signals().raise(Reason.SHUTDOWN);
        }
    }

    private void swallow() throws IOException {
        byte[] nothing = new byte[4096];
        while (socket.in().read(nothing) >= 0) {
            // read and never answered
        }
    }

    private void serve() throws IOException {
        socket.readTimeoutMillis(LOGIN_READ_TIMEOUT_MILLIS);
        LoggedIn client = new LoginSequence(host, script, ids, socket, address, stopping).run();
        if (client == null) {
            return;
        }
        session = client.session();
        SessionSignals signals = client.session().signals();
        Mailbox mailbox = new Mailbox(signals, script.neverAcknowledges());
        boolean started = false;
        try {
            socket.readTimeoutMillis(0);
            Outbound out = outbound(client, mailbox, signals);
            signals.listener(() -> signalled(signals, mailbox, out));
            threads.start("executor", () -> converse(client, mailbox, out));
            started = true;
        } finally {
            if (!started) {
                end(client.session());
            }
        }
        if (stopping.getCount() == 0) {
            signals.raise(Reason.SHUTDOWN);
        }
        read(client, mailbox);
    }

    private Outbound outbound(LoggedIn client, Mailbox mailbox, SessionSignals signals) {
        Tokens tokens =
                new Tokens(client.buffer(), client.version(), client.policy().serverName());
        return new Outbound(
                client.buffer(), tokens, client.packets(), socket, mailbox, signals, script.trickleDelay(), stopping);
    }

    private void signalled(SessionSignals signals, Mailbox mailbox, Outbound out) {
        mailbox.wake();
        Reason pending = signals.pending();
        if (pending != null && pending != Reason.ATTENTION && out.isWriting()) {
            threads.start("breaker", out::breakBlockedWrite);
        }
    }

    private void read(LoggedIn client, Mailbox mailbox) {
        try {
            Message message = client.requests().read();
            while (message != null) {
                if (message.type() == PacketType.ATTENTION) {
                    mailbox.attention();
                } else {
                    mailbox.request(message);
                }
                message = client.requests().read();
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "session {0}: {1}", client.session().sessionId(), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            mailbox.clientGone();
        }
    }

    private void converse(LoggedIn client, Mailbox mailbox, Outbound out) {
        Session owner = client.session();
        try {
            RequestRunner runner = new RequestRunner(host, owner, client.version(), out);
            new Conversation(client, mailbox, out, runner, script).run();
        } catch (RuntimeException | StackOverflowError e) {
            LOG.log(Level.ERROR, "session " + owner.sessionId() + " failed", e);
        } finally {
            out.over();
            mailbox.close();
            end(owner);
        }
    }

    private void end(Session owner) {
        owner.signals().listener(() -> {});
        try {
            if (owner.close()) {
                host.ended(owner);
            }
        } finally {
            ids.release(owner.sessionId());
            socket.close();
            onEnd.accept(this);
        }
    }
}

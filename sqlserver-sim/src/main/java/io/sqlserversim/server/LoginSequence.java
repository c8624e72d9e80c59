package io.sqlserversim.server;

import io.sqlserversim.engine.SqlError;
import io.sqlserversim.session.Session;
import io.sqlserversim.session.SessionLogin;
import io.sqlserversim.tds.EncryptionPolicy;
import io.sqlserversim.tds.Login7;
import io.sqlserversim.tds.Prelogin;
import io.sqlserversim.tds.TdsVersion;
import io.sqlserversim.tds.Tokens;
import io.sqlserversim.wire.ClientSocket;
import io.sqlserversim.wire.Message;
import io.sqlserversim.wire.PacketReader;
import io.sqlserversim.wire.PacketType;
import io.sqlserversim.wire.PacketWriter;
import io.sqlserversim.wire.ProtocolException;
import io.sqlserversim.wire.TdsWriter;
import io.sqlserversim.wire.TlsLayer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** From the first byte of a connection to a session: PRELOGIN, TLS, LOGIN7. Confined to one thread. */
final class LoginSequence {
    private static final int FIRST_PACKET_SIZE = 4096;
    private static final int SMALLEST_PACKET = 512;
    private static final int LARGEST_PACKET = 32_767;
    private static final int TLS_HANDSHAKE_RECORD = 0x16;

    private final SessionHost host;
    private final WirePolicy policy;
    private final ConnectionScript script;
    private final SessionIds ids;
    private final ClientSocket socket;
    private final InetSocketAddress client;
    private final CountDownLatch stopping;
    private final TdsWriter buffer = new TdsWriter();
    private final PacketWriter packets;
    private InputStream in;
    private OutputStream out;

    LoginSequence(
            SessionHost host,
            ConnectionScript script,
            SessionIds ids,
            ClientSocket socket,
            InetSocketAddress client,
            CountDownLatch stopping) {
        this.host = host;
        this.policy = host.policy();
        this.script = script;
        this.ids = ids;
        this.socket = socket;
        this.client = client;
        this.stopping = stopping;
        this.in = socket.in();
        this.out = socket.out();
        this.packets = new PacketWriter(out, PacketType.TABULAR_RESULT, FIRST_PACKET_SIZE);
    }

    /** A client that was let in. Its login response is not sent yet. */
    record LoggedIn(
            Session session,
            WirePolicy policy,
            Login7 login,
            TdsVersion version,
            int packetSize,
            PacketReader requests,
            PacketWriter packets,
            TdsWriter buffer) {}

    /** Runs the sequence; null when the client went away or was refused. */
    @Nullable
    LoggedIn run() throws IOException {
        boolean strict = startStrict();
        Message first = new PacketReader(in).read();
        if (first == null) {
            return null;
        }
        if (first.type() == PacketType.LOGIN7) {
            return login(first, Prelogin.Scope.NONE, strict);
        }
        if (first.type() != PacketType.PRELOGIN) {
            throw new ProtocolException("a first message of type " + first.type());
        }
        Prelogin prelogin = Prelogin.parse(first.payload());
        pause(script.preloginDelay());
        prelogin.writeAnswer(buffer, policy.version(), policy.encryption());
        packets.end(buffer);
        Prelogin.Scope scope = strict ? Prelogin.Scope.NONE : prelogin.scope(policy.encryption());
        return loginAfterPrelogin(scope, strict);
    }

    private boolean startStrict() throws IOException {
        in.mark(1);
        int first = in.read();
        in.reset();
        if (first != TLS_HANDSHAKE_RECORD) {
            return false;
        }
        use(handshake(true));
        return true;
    }

    private TlsLayer handshake(boolean strict) throws IOException {
        TlsLayer tls = new TlsLayer(socket.in(), socket.out(), strict);
        tls.handshake();
        return tls;
    }

    private void use(TlsLayer tls) {
        in = tls.in();
        out = tls.out();
        packets.output(out);
    }

    private @Nullable LoggedIn loginAfterPrelogin(Prelogin.Scope scope, boolean strict) throws IOException {
        TlsLayer tls = null;
        if (scope != Prelogin.Scope.NONE) {
            tls = handshake(false);
            use(tls);
        }
        Message second = new PacketReader(in).read();
        if (second == null) {
            return null;
        }
        if (second.type() != PacketType.LOGIN7) {
            throw new ProtocolException("a message of type " + second.type() + " where LOGIN7 belongs");
        }
        if (scope == Prelogin.Scope.LOGIN && tls != null) {
            if (tls.unread() > 0) {
                throw new ProtocolException("encrypted bytes after LOGIN7");
            }
            in = socket.in();
            out = socket.out();
            packets.output(out);
        }
        return login(second, scope, strict);
    }

    private @Nullable LoggedIn login(Message message, Prelogin.Scope scope, boolean strict) throws IOException {
        boolean encrypted = strict || scope == Prelogin.Scope.ALL;
        if (!encrypted && policy.encryption() == EncryptionPolicy.REQUIRED) {
            throw new ProtocolException("LOGIN7 without encryption at a server that requires it");
        }
        Login7 login = Login7.parse(message.payload());
        pause(script.loginDelay());
        int sessionId = ids.acquire();
        LoginOutcome outcome = null;
        try {
            outcome = host.login(request(sessionId, login, encrypted));
        } finally {
            if (!(outcome instanceof LoginOutcome.Accepted)) {
                ids.release(sessionId);
            }
        }
        TdsVersion version = login.version().granted();
        return switch (outcome) {
            case LoginOutcome.Accepted let -> accepted(let.session(), login, version);
            case LoginOutcome.Refused refused -> {
                refuse(refused, version);
                yield null;
            }
        };
    }

    private LoginRequest request(int sessionId, Login7 login, boolean encrypted) {
        SessionLogin said = new SessionLogin(
                login.userName(),
                login.applicationName(),
                login.hostName(),
                login.libraryName(),
                login.clientProcessId(),
                login.readOnlyIntent(),
                encrypted,
                UUID.randomUUID(),
                client.getAddress().getHostAddress(),
                client.getPort());
        return new LoginRequest(sessionId, said, login.password(), login.database(), login.integrated());
    }

    private LoggedIn accepted(Session session, Login7 login, TdsVersion version) {
        int asked = login.packetSize() == 0 ? policy.packetSize() : login.packetSize();
        int packetSize = Math.clamp(asked, SMALLEST_PACKET, LARGEST_PACKET);
        return new LoggedIn(session, policy, login, version, packetSize, new PacketReader(in), packets, buffer);
    }

    private void refuse(LoginOutcome.Refused refused, TdsVersion version) throws IOException {
        Tokens tokens = new Tokens(buffer, version, policy.serverName());
        for (SqlError error : refused.errors()) {
            tokens.error(error.number(), error.state(), error.severity(), error.text(), 1);
        }
        tokens.done(Tokens.ERROR, 0, 0);
        packets.end(buffer);
    }

    private void pause(Duration time) throws IOException {
        if (time.isZero()) {
            return;
        }
        try {
            if (stopping.await(time.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new IOException("the listener stops");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}

package io.sqlserversim.server;

import io.sqlserversim.engine.StatementEnded;
import io.sqlserversim.engine.StatementEnded.Reason;
import io.sqlserversim.session.SessionSignals;
import io.sqlserversim.tds.Tokens;
import io.sqlserversim.wire.ClientSocket;
import io.sqlserversim.wire.PacketWriter;
import io.sqlserversim.wire.TdsWriter;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The way out to one client: the buffer, its tokens, and the packets. Confined to the executor, but for
 * {@link #breakBlockedWrite()}.
 *
 * <p>A socket write blocks as long as the client does not read. An attention cannot end such a write, since half a
 * packet cannot be taken back: it is seen once the client reads on, as clients do after they sent one. A KILL or a
 * shutdown gives the write a grace and then resets the socket.
 */
final class Outbound {
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final TdsWriter buffer;
    private final Tokens tokens;
    private final PacketWriter packets;
    private final ClientSocket socket;
    private final Mailbox mailbox;
    private final SessionSignals signals;
    private final Duration delay;
    private final CountDownLatch stopping;
    private final CountDownLatch over = new CountDownLatch(1);
    private long sent;
    private boolean farewell;
    private volatile boolean dead; // also set by the breaker
    private final AtomicLong writes = new AtomicLong(); // odd while a write is under way; set by the executor alone

    Outbound(
            TdsWriter buffer,
            Tokens tokens,
            PacketWriter packets,
            ClientSocket socket,
            Mailbox mailbox,
            SessionSignals signals,
            Duration delay,
            CountDownLatch stopping) {
        this.buffer = buffer;
        this.tokens = tokens;
        this.packets = packets;
        this.socket = socket;
        this.mailbox = mailbox;
        this.signals = signals;
        this.delay = delay;
        this.stopping = stopping;
        packets.beforePacket(this::beforePacket);
    }

    TdsWriter buffer() {
        return buffer;
    }

    Tokens tokens() {
        return tokens;
    }

    SessionSignals signals() {
        return signals;
    }

    /** Token bytes handed over so far on this connection, sent or buffered. */
    long bytes() {
        return sent + buffer.size();
    }

    /** Ends the calling statement when the socket is known to be dead from our side. */
    void checkAlive() {
        if (dead) {
            throw new StatementEnded(Reason.CONNECTION_DEAD);
        }
    }

    /**
     * Forgets the answer if none of it was sent yet: what a cancelled request had in its buffer never leaves the server.
     *
     * @return false when some of it is on its way already
     */
    boolean forgetUnsent() {
        if (packets.isMessageBegun()) {
            return false;
        }
        buffer.truncate(0);
        return true;
    }

    /** Sends the full packets. */
    void drain() {
        write(() -> packets.drain(buffer));
    }

    /** Sends everything, without ending the message. */
    void flush() {
        write(() -> packets.flush(buffer));
    }

    /** Sends everything and ends the message. */
    void end() {
        write(() -> packets.end(buffer));
    }

    /** From here on a KILL stops no packet: the farewell is to be sent, within a grace. */
    void beginFarewell() {
        farewell = true;
    }

    /** Cuts the connection with TCP RST. */
    void drop() {
        dead = true;
        socket.reset();
    }

    /** Waits, but no longer than the listener lives. */
    void pause(Duration time) {
        if (time.isZero()) {
            return;
        }
        try {
            if (stopping.await(time.toNanos(), TimeUnit.NANOSECONDS)) {
                signals.raise(Reason.SHUTDOWN);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StatementEnded(Reason.SHUTDOWN);
        }
    }

    boolean isWriting() {
        return (writes.get() & 1) != 0;
    }

    /** Resets the socket when the write that is under way is still under way after a grace. Blocks for the grace. */
    void breakBlockedWrite() {
        long seen = writes.get();
        try {
            if (!over.await(GRACE.toNanos(), TimeUnit.NANOSECONDS) && (seen & 1) != 0 && writes.get() == seen) {
                drop();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The connection is over: nobody needs to break a write any more. */
    void over() {
        over.countDown();
    }

    private void beforePacket() {
        if (signals.pending() == null) {
            pause(delay);
        }
        writes.set((writes.get() | 1) + 2); // whoever raises a KILL from here on sees it and breaks the write
        checkAlive();
        if (mailbox.isClientGone()) {
            throw new StatementEnded(Reason.CONNECTION_DEAD);
        }
        Reason pending = signals.pending();
        if (!farewell && pending != null && pending != Reason.ATTENTION) {
            throw new StatementEnded(pending);
        }
    }

    private void write(SocketWrite action) {
        int before = buffer.size();
        try {
            action.run();
        } catch (IOException e) {
            dead = true;
            Reason pending = signals.pending();
            throw new StatementEnded(pending == null || pending == Reason.ATTENTION ? Reason.CONNECTION_DEAD : pending);
        } finally {
            sent += before - buffer.size();
            writes.set((writes.get() | 1) + 1);
        }
    }

    private interface SocketWrite {
        void run() throws IOException;
    }
}

package io.sqlserversim.server;

import io.sqlserversim.engine.StatementEnded.Reason;
import io.sqlserversim.session.SessionSignals;
import io.sqlserversim.wire.Message;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Where a connection's reader leaves what it read, and its executor takes it. Here it is decided what an attention
 * means: it is raised to the session's signals for the request that runs, and for each that waits when its turn comes;
 * in any case one acknowledgement is owed, and given after the last request that was sent before the attention. So it is
 * never given twice, never before the answer that it follows, and no attention is left over for the next request.
 * Thread-safe.
 */
final class Mailbox {
    /** Requests that may wait; a client that sends more without reading answers is held back. */
    private static final int CAPACITY = 16;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final SessionSignals signals;
    private final boolean neverAcknowledges;
    private final Deque<Message> waiting = new ArrayDeque<>();
    private boolean running;
    private boolean owed;
    private int cancelled; // how many of those that wait, from the first, were sent before the attention
    private volatile boolean clientGone; // written under lock
    private boolean closed;

    Mailbox(SessionSignals signals, boolean neverAcknowledges) {
        this.signals = signals;
        this.neverAcknowledges = neverAcknowledges;
    }

    /** What the executor does next. */
    sealed interface Work {
        /** Executes a request. */
        record Execute(Message message) implements Work {}

        /** Sends the acknowledgement of an attention. */
        record Acknowledge() implements Work {}

        /** Ends the session. */
        record Leave() implements Work {}
    }

    /** From the reader: a request. Blocks while too many wait. */
    void request(Message message) throws InterruptedException {
        lock.lock();
        try {
            while (waiting.size() >= CAPACITY && !closed) {
                changed.await();
            }
            waiting.add(message);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** From the reader: an attention. */
    void attention() {
        lock.lock();
        try {
            signals.attentionArrived();
            owed = true;
            cancelled = waiting.size();
            if (running) {
                signals.raise(Reason.ATTENTION);
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** From the reader: the client closed or reset its end. Ends nothing that runs. */
    void clientGone() {
        lock.lock();
        try {
            clientGone = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean isClientGone() {
        return clientGone;
    }

    /** Lets the executor look at the signals again. */
    void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** From the executor, when it takes nothing any more: frees a reader that is held back. */
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** From the executor, when the last work is done: waits for the next. What was received is executed even when the
     * client has gone meanwhile. */
    Work next() throws InterruptedException {
        lock.lock();
        try {
            running = false;
            signals.acknowledgeAttention();
            while (true) {
                Reason pending = signals.pending();
                if (pending == Reason.KILLED || pending == Reason.SHUTDOWN) {
                    return new Work.Leave();
                }
                if (owed && cancelled == 0 && !signals.isDeaf()) {
                    owed = false;
                    signals.acknowledgeAttention();
                    if (!neverAcknowledges) {
                        return new Work.Acknowledge();
                    }
                }
                if (!waiting.isEmpty()) {
                    return new Work.Execute(take());
                }
                if (clientGone) {
                    return new Work.Leave();
                }
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    private Message take() {
        running = true;
        if (cancelled > 0) {
            cancelled--;
            signals.raise(Reason.ATTENTION);
        }
        changed.signalAll();
        return waiting.remove();
    }
}

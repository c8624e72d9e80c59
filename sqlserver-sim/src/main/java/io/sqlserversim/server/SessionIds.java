package io.sqlserversim.server;

import java.util.BitSet;
import java.util.concurrent.locks.ReentrantLock;

/** Gives out SPIDs: the lowest free one from 51 up, as SQL Server does for user sessions. Thread-safe. */
final class SessionIds {
    private static final int FIRST = 51;

    private final ReentrantLock lock = new ReentrantLock();
    private final BitSet taken = new BitSet();

    int acquire() {
        lock.lock();
        try {
            int index = taken.nextClearBit(0);
            taken.set(index);
            return FIRST + index;
        } finally {
            lock.unlock();
        }
    }

    void release(int sessionId) {
        lock.lock();
        try {
            taken.clear(sessionId - FIRST);
        } finally {
            lock.unlock();
        }
    }
}

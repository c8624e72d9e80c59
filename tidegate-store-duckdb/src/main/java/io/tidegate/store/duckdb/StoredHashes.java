package io.tidegate.store.duckdb;

import java.sql.SQLException;
import java.util.List;

/**
 * The first 64 bits of the hash of every content that is stored, or that a transaction may store: what is not in here is
 * surely not stored, and nobody need ask. Never less than the store has: what a transaction took back may stay. Beyond a
 * number of contents it keeps nothing and knows nothing. Thread-safe.
 */
final class StoredHashes {
    /** 16 MB when full. */
    private static final int MOST = 1 << 20;

    private final int most;
    private long[] slots = new long[1 << 10];
    private int count;
    private boolean hasZero;
    private boolean isLoaded;
    private boolean isTooMuch;

    StoredHashes() {
        this(MOST);
    }

    /** With another number of contents, beyond which it gives up. */
    StoredHashes(int most) {
        this.most = most;
    }

    /** Before the first question: takes in what is stored. Blocks for a scan of the hashes, once. */
    synchronized void load(Db db) throws SQLException {
        if (isLoaded) {
            return;
        }
        if (db.number("SELECT count(*) FROM content") > most) {
            giveUp();
        } else {
            List<String> stored = db.list("SELECT lower(hex(content_hash)) FROM content", r -> r.getString(1));
            stored.forEach(this::add);
        }
        isLoaded = true;
    }

    /** False when content with that hash, in hexadecimal digits, is surely not stored. */
    synchronized boolean mayHave(String hash) {
        long prefix = prefix(hash);
        return isTooMuch || (prefix == 0 ? hasZero : slots[slot(prefix)] != 0);
    }

    /**
     * To be called in the transaction that stores it, before that ends.
     *
     * @return true when it surely was not stored before
     */
    synchronized boolean add(String hash) {
        if (isTooMuch) {
            return false;
        }
        long prefix = prefix(hash);
        if (prefix == 0) {
            boolean isNew = !hasZero;
            hasZero = true;
            return isNew;
        }
        int slot = slot(prefix);
        if (slots[slot] != 0) {
            return false;
        }
        slots[slot] = prefix;
        count++;
        if (count > most) {
            giveUp();
        } else if (count > slots.length / 2) {
            grow();
        }
        return true;
    }

    private void giveUp() {
        isTooMuch = true;
        slots = new long[0];
    }

    private void grow() {
        long[] before = slots;
        slots = new long[2 * before.length];
        for (long prefix : before) {
            if (prefix != 0) {
                slots[slot(prefix)] = prefix;
            }
        }
    }

    /** Where a prefix is, or would be put: its bits are as good as random. */
    private int slot(long prefix) {
        int at = (int) prefix & (slots.length - 1);
        while (slots[at] != 0 && slots[at] != prefix) {
            at = (at + 1) & (slots.length - 1);
        }
        return at;
    }

    private static long prefix(String hash) {
        return Long.parseUnsignedLong(hash, 0, Long.BYTES * 2, 16);
    }
}

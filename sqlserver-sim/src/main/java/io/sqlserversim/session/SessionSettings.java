package io.sqlserversim.session;

/**
 * What SET statements and transactions have left in a session. Written by the thread that executes the session's
 * requests, read by others through the views; thread-safe since every field is volatile.
 */
public final class SessionSettings {
    private volatile int lockTimeoutMillis = -1;
    private volatile int deadlockPriority;
    private volatile int transactionCount;
    private volatile boolean committed;
    private volatile int isolationLevel = 2;
    private volatile int textSize = Integer.MAX_VALUE;
    private volatile long rowCount;
    private volatile byte[] contextInfo = new byte[0];

    /** The settings of a session just logged in. */
    public SessionSettings() {}

    /**
     * SET LOCK_TIMEOUT.
     *
     * @return milliseconds, -1 for no limit
     */
    public int lockTimeoutMillis() {
        return lockTimeoutMillis;
    }

    /**
     * Changes LOCK_TIMEOUT.
     *
     * @param millis milliseconds, -1 for no limit
     */
    public void lockTimeoutMillis(int millis) {
        lockTimeoutMillis = millis;
    }

    /**
     * SET DEADLOCK_PRIORITY.
     *
     * @return -10 to 10
     */
    public int deadlockPriority() {
        return deadlockPriority;
    }

    /**
     * Changes DEADLOCK_PRIORITY.
     *
     * @param priority -10 to 10
     */
    public void deadlockPriority(int priority) {
        deadlockPriority = priority;
    }

    /**
     * Open transactions, that is @@TRANCOUNT.
     *
     * @return 0 or more
     */
    public int transactionCount() {
        return transactionCount;
    }

    /**
     * Changes the number of open transactions.
     *
     * @param count 0 or more
     */
    public void transactionCount(int count) {
        transactionCount = count;
    }

    /**
     * Ends all open transactions.
     *
     * @param commit whether they were committed, else rolled back
     */
    public void endTransaction(boolean commit) {
        committed = commit;
        transactionCount = 0;
    }

    /**
     * How the last transaction ended.
     *
     * @return true when it was committed
     */
    public boolean isCommitted() {
        return committed;
    }

    /**
     * SET TRANSACTION ISOLATION LEVEL, as {@code sys.dm_exec_sessions} shows it.
     *
     * @return 1 read uncommitted, 2 read committed, 3 repeatable read, 4 serializable, 5 snapshot
     */
    public int isolationLevel() {
        return isolationLevel;
    }

    /**
     * Changes the isolation level.
     *
     * @param level 1 to 5
     */
    public void isolationLevel(int level) {
        isolationLevel = level;
    }

    /**
     * SET TEXTSIZE.
     *
     * @return bytes
     */
    public int textSize() {
        return textSize;
    }

    /**
     * Changes TEXTSIZE.
     *
     * @param bytes the size
     */
    public void textSize(int bytes) {
        textSize = bytes;
    }

    /**
     * Rows of the last statement, that is @@ROWCOUNT.
     *
     * @return 0 or more
     */
    public long rowCount() {
        return rowCount;
    }

    /**
     * Changes @@ROWCOUNT.
     *
     * @param rows 0 or more
     */
    public void rowCount(long rows) {
        rowCount = rows;
    }

    /**
     * SET CONTEXT_INFO.
     *
     * @return up to 128 bytes; empty when never set
     */
    public byte[] contextInfo() {
        return contextInfo.clone();
    }

    /**
     * Changes CONTEXT_INFO.
     *
     * @param bytes up to 128 bytes
     */
    public void contextInfo(byte[] bytes) {
        contextInfo = bytes.clone();
    }

    /** Back to what a session has just after login. */
    public void reset() {
        lockTimeoutMillis = -1;
        deadlockPriority = 0;
        transactionCount = 0;
        isolationLevel = 2;
        textSize = Integer.MAX_VALUE;
        contextInfo = new byte[0];
    }
}

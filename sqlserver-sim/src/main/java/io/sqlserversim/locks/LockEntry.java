package io.sqlserversim.locks;

/**
 * A lock that is held or waited for, for {@code sys.dm_tran_locks}. Immutable.
 *
 * @param key what it is on
 * @param sessionId whose
 * @param owner whom it lives with
 * @param mode the mode held or asked for
 * @param count how often it was taken; 0 while waiting
 * @param granted false while waiting
 */
public record LockEntry(LockKey key, int sessionId, LockOwner owner, LockMode mode, int count, boolean granted) {}

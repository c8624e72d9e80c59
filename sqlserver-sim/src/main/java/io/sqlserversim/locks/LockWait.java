package io.sqlserversim.locks;

/**
 * A wait for an application lock, as {@code sys.dm_exec_requests} shows it. Immutable.
 *
 * @param key what it is on
 * @param mode the mode asked for
 * @param blocker the session that keeps it waiting, the first of several; 0 when that has just gone
 */
public record LockWait(LockKey key, LockMode mode, int blocker) {}

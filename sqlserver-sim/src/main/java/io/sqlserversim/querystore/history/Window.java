package io.sqlserversim.querystore.history;

/**
 * A stretch of time in which executions were captured and, as far as they got into the files, still are there.
 * Immutable; times in {@link Ticks}.
 *
 * @param from inclusive
 * @param to exclusive; {@link Long#MAX_VALUE} while it goes on
 * @param flushedOnly whether only that is left which had been written by {@code to}: what was in memory then, a crash or
 *     a restore has lost
 * @param branch the number of the epoch in which it was captured: what the executions are a function of
 */
public record Window(long from, long to, boolean flushedOnly, int branch) {
    static Window open(long from, int branch) {
        return new Window(from, Long.MAX_VALUE, false, branch);
    }

    Window endingAt(long end) {
        return new Window(from, end, flushedOnly, branch);
    }

    Window flushedAt(long flush) {
        return new Window(from, flush, true, branch);
    }

    boolean covers(long start, long end) {
        return from <= start && to >= end;
    }
}

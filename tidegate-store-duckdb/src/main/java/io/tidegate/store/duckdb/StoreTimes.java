package io.tidegate.store.duckdb;

import io.tidegate.core.time.Ticker;
import java.util.concurrent.atomic.LongAdder;

/** Where the store's time goes, since it was opened, in nanoseconds of waiting and work together, and how much it does. Thread-safe. */
public final class StoreTimes {
    private final LongAdder append = new LongAdder();
    private final LongAdder commit = new LongAdder();
    private final LongAdder compress = new LongAdder();
    private final LongAdder commits = new LongAdder();
    private final LongAdder statements = new LongAdder();

    private final Ticker ticker;

    StoreTimes(Ticker ticker) {
        this.ticker = ticker;
    }

    /** A piece of work that is being timed. */
    interface Span extends AutoCloseable {
        @Override
        void close();
    }

    /** Times an append, to the closing of the span. */
    Span append() {
        return span(append);
    }

    /** Times hashing and compressing, to the closing of the span. */
    Span compress() {
        return span(compress);
    }

    private Span span(LongAdder adder) {
        long begin = ticker.readNanos();
        return () -> adder.add(ticker.readNanos() - begin);
    }

    void addCommit(long nanos, boolean writes) {
        if (writes) {
            commit.add(nanos);
            commits.increment();
        }
    }

    void addStatement() {
        statements.increment();
    }

    /**
     * Commits of changes.
     *
     * @return how many, those that several calls shared once
     */
    public long commits() {
        return commits.sum();
    }

    /**
     * Statements run, by the writer and all readers; those that begin a transaction count too.
     *
     * @return how many
     */
    public long statements() {
        return statements.sum();
    }

    /**
     * Rows handed to the engine.
     *
     * @return nanoseconds on the writer's thread
     */
    public long appendNanos() {
        return append.sum();
    }

    /**
     * Commits, checkpoints included.
     *
     * @return nanoseconds on the writer's thread
     */
    public long commitNanos() {
        return commit.sum();
    }

    /**
     * Hashing and compressing content.
     *
     * @return nanoseconds on the readers' threads
     */
    public long compressNanos() {
        return compress.sum();
    }
}

package io.tidegate.core.gate;

/**
 * The gates of a host: finds the one of a server, and closes them all to newcomers. Implementations are thread-safe.
 *
 * @param <K> the host's own server key: a number in Fleet, a string in Lite
 */
public interface Gates<K> {

    /**
     * Always the same gate for equal keys. Does not block.
     *
     * @param server the host's key
     * @return the one gate
     */
    Gate gate(K server);

    /** From now on every try is answered {@link Admission.ShuttingDown}. Leases that are held stay. Idempotent. */
    void admitNothing();

    /** Journals each lease that is still held as {@link LeaseEnding#UNKNOWN_AT_EXIT}: the last thing before the process ends. */
    void recordHeldAtExit();
}

package io.tidegate.core.gate;

/**
 * Finds the gate of a server. Implementations are thread-safe.
 *
 * @param <K> the host's own server key: a number in Fleet, a string in Lite
 */
@FunctionalInterface
public interface Gates<K> {

    /**
     * Always the same gate for equal keys. Does not block.
     *
     * @param server the host's key
     * @return the one gate
     */
    Gate gate(K server);
}

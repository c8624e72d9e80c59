package io.sqlserversim.server;

import java.time.Duration;

/**
 * The faults that one connection meets, decided when it is accepted. Times are real time. Immutable.
 *
 * @param accept what happens right after accept
 * @param preloginDelay waited before the first answer
 * @param loginDelay waited between LOGIN7 and its answer, before the host is asked
 * @param dropAtByte after this many bytes sent, as counted on the socket under TLS, the connection is dropped;
 *     {@link Long#MAX_VALUE} for never
 * @param drop how it is dropped
 * @param tricklePacketBytes the most bytes per packet, header included, 512 and up; 0 for the negotiated size
 * @param trickleDelay waited before each packet of an answer
 * @param acknowledgementDelay waited before an attention's acknowledgement (the second message)
 * @param neverAcknowledges whether an attention ends the statement but is never acknowledged
 */
public record ConnectionScript(
        Accept accept,
        Duration preloginDelay,
        Duration loginDelay,
        long dropAtByte,
        Drop drop,
        int tricklePacketBytes,
        Duration trickleDelay,
        Duration acknowledgementDelay,
        boolean neverAcknowledges) {

    /** No faults. */
    public static final ConnectionScript CLEAR = new ConnectionScript(
            Accept.SERVE,
            Duration.ZERO,
            Duration.ZERO,
            Long.MAX_VALUE,
            Drop.RESET,
            0,
            Duration.ZERO,
            Duration.ZERO,
            false);

    /** What happens right after accept. */
    public enum Accept {
        /** It is served. */
        SERVE,
        /** TCP RST. */
        RESET,
        /** TCP FIN. */
        CLOSE,
        /** Nothing is read or answered until the listener stops. */
        SILENT
    }

    /** How a connection is dropped. */
    public enum Drop {
        /** TCP RST. */
        RESET,
        /** TCP FIN. */
        CLOSE,
        /** The socket stays open and says no more; the statement goes on as if its bytes were sent. */
        STALL
    }

    /**
     * The same with another fate at accept.
     *
     * @param value what happens
     * @return the changed script
     */
    public ConnectionScript withAccept(Accept value) {
        return new ConnectionScript(
                value,
                preloginDelay,
                loginDelay,
                dropAtByte,
                drop,
                tricklePacketBytes,
                trickleDelay,
                acknowledgementDelay,
                neverAcknowledges);
    }

    /**
     * The same with slow answers at login.
     *
     * @param prelogin before the answer to PRELOGIN
     * @param login before the answer to LOGIN7
     * @return the changed script
     */
    public ConnectionScript withLoginDelays(Duration prelogin, Duration login) {
        return new ConnectionScript(
                accept,
                prelogin,
                login,
                dropAtByte,
                drop,
                tricklePacketBytes,
                trickleDelay,
                acknowledgementDelay,
                neverAcknowledges);
    }

    /**
     * The same with a drop.
     *
     * @param atByte after this many bytes sent
     * @param how how
     * @return the changed script
     */
    public ConnectionScript withDrop(long atByte, Drop how) {
        return new ConnectionScript(
                accept,
                preloginDelay,
                loginDelay,
                atByte,
                how,
                tricklePacketBytes,
                trickleDelay,
                acknowledgementDelay,
                neverAcknowledges);
    }

    /**
     * The same with small, slow packets.
     *
     * @param packetBytes the most bytes per packet, 512 and up; 0 for the negotiated size
     * @param delay before each packet of an answer
     * @return the changed script
     */
    public ConnectionScript withTrickle(int packetBytes, Duration delay) {
        return new ConnectionScript(
                accept,
                preloginDelay,
                loginDelay,
                dropAtByte,
                drop,
                packetBytes,
                delay,
                acknowledgementDelay,
                neverAcknowledges);
    }

    /**
     * The same with late or missing acknowledgements of attention.
     *
     * @param delay before the acknowledgement
     * @param never whether it never comes
     * @return the changed script
     */
    public ConnectionScript withAcknowledgement(Duration delay, boolean never) {
        return new ConnectionScript(
                accept, preloginDelay, loginDelay, dropAtByte, drop, tricklePacketBytes, trickleDelay, delay, never);
    }
}

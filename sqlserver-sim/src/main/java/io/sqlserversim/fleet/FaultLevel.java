package io.sqlserversim.fleet;

/** How much goes wrong in a fleet by itself. */
public enum FaultLevel {
    /** Nothing. */
    NONE,
    /** Now and then a dropped connection, an error, a short hang. */
    SOME,
    /** Also hangs that are deaf to attention for seconds, refused logins, trickles. */
    MANY
}

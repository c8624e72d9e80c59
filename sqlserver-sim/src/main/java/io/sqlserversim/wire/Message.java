package io.sqlserversim.wire;

/**
 * One message, put together from its packets. Immutable by convention: nobody writes to the payload.
 *
 * @param type one of {@link PacketType}, or any other byte that a client sent
 * @param ignored whether the client gave it up while sending (status 0x02 on the last packet)
 * @param reset whether it asks for a clean session first (status 0x08 or 0x10 on the first packet)
 * @param payload the bytes after the headers
 */
public record Message(int type, boolean ignored, boolean reset, byte[] payload) {}

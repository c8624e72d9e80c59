package io.sqlserversim.wire;

/** The message types of TDS (MS-TDS 2.2.3.1.1) that this server reads or writes. */
public final class PacketType {
    /** A batch of SQL text. */
    public static final int SQL_BATCH = 0x01;

    /** Calls of procedures. */
    public static final int RPC = 0x03;

    /** Every answer of a server. */
    public static final int TABULAR_RESULT = 0x04;

    /** Attention; no payload. */
    public static final int ATTENTION = 0x06;

    /** Rows of a bulk load. */
    public static final int BULK_LOAD = 0x07;

    /** Transaction manager request. */
    public static final int TRANSACTION_MANAGER = 0x0E;

    /** LOGIN7. */
    public static final int LOGIN7 = 0x10;

    /** PRELOGIN, and the carrier of TLS records while they are wrapped. */
    public static final int PRELOGIN = 0x12;

    /** The bytes of a packet's header. */
    public static final int HEADER_BYTES = 8;

    private PacketType() {}
}

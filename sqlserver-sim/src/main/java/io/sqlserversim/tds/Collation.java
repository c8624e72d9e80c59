package io.sqlserversim.tds;

import io.sqlserversim.wire.TdsWriter;

/** The one collation that this server sends: {@code SQL_Latin1_General_CP1_CI_AS}, code page 1252. */
final class Collation {
    static final int BYTES = 5;

    private static final int LCID_AND_FLAGS = 0x00D0_0409;
    private static final int SORT_ID = 0x34;

    private Collation() {}

    static void write(TdsWriter out) {
        out.i32(LCID_AND_FLAGS);
        out.u8(SORT_ID);
    }
}

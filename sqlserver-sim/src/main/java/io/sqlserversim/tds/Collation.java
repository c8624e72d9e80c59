package io.sqlserversim.tds;

import io.sqlserversim.types.TextCollation;
import io.sqlserversim.wire.TdsWriter;

/** The five bytes by which TDS names a collation: locale, flags and version, then the number of a SQL collation. */
final class Collation {
    static final int BYTES = 5;

    private Collation() {}

    static void write(TdsWriter out, TextCollation collation) {
        out.i32(collation.wireFlags());
        out.u8(collation.sortId());
    }
}

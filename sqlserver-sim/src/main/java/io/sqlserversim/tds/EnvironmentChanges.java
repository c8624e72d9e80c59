package io.sqlserversim.tds;

import io.sqlserversim.wire.TdsWriter;

/** Writes ENVCHANGE tokens (MS-TDS 2.2.7.9). Confined to one thread. */
public final class EnvironmentChanges {
    private static final int ENVCHANGE = 0xE3;
    private static final int DATABASE = 1;
    private static final int LANGUAGE = 2;
    private static final int PACKET_SIZE = 4;
    private static final int COLLATION = 7;
    private static final int BEGIN = 8;
    private static final int COMMIT = 9;
    private static final int ROLLBACK = 10;
    private static final int RESET = 18;

    private final TdsWriter out;

    EnvironmentChanges(TdsWriter out) {
        this.out = out;
    }

    /**
     * The current database.
     *
     * @param from the old name
     * @param to the new name
     */
    public void database(String from, String to) {
        texts(DATABASE, to, from);
    }

    /**
     * The language.
     *
     * @param to the new name
     */
    public void language(String to) {
        texts(LANGUAGE, to, "");
    }

    /**
     * The packet size, which holds from the next message on.
     *
     * @param from the old size in bytes
     * @param to the new size in bytes
     */
    public void packetSize(int from, int to) {
        texts(PACKET_SIZE, Integer.toString(to), Integer.toString(from));
    }

    /** The collation of the server. */
    public void collation() {
        int at = begin(COLLATION);
        out.u8(Collation.BYTES);
        Collation.write(out, io.sqlserversim.types.TextCollation.SERVER);
        out.u8(0);
        end(at);
    }

    /** The acknowledgement of a reset session. */
    public void reset() {
        int at = begin(RESET);
        out.u16(0);
        end(at);
    }

    /**
     * A transaction began.
     *
     * @param descriptor which one
     */
    public void transactionBegun(long descriptor) {
        int at = begin(BEGIN);
        out.u8(8);
        out.i64(descriptor);
        out.u8(0);
        end(at);
    }

    /**
     * A transaction ended.
     *
     * @param committed whether it was committed, not rolled back
     * @param descriptor which one
     */
    public void transactionEnded(boolean committed, long descriptor) {
        int at = begin(committed ? COMMIT : ROLLBACK);
        out.u8(0);
        out.u8(8);
        out.i64(descriptor);
        end(at);
    }

    private void texts(int type, String to, String from) {
        int at = begin(type);
        out.byteLengthText(to);
        out.byteLengthText(from);
        end(at);
    }

    private int begin(int type) {
        out.u8(ENVCHANGE);
        int at = out.size();
        out.u16(0);
        out.u8(type);
        return at;
    }

    private void end(int at) {
        out.setU16(at, out.size() - at - 2);
    }
}

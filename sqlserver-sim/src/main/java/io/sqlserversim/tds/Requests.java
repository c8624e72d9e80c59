package io.sqlserversim.tds;

import io.sqlserversim.wire.ProtocolException;
import io.sqlserversim.wire.TdsReader;

/** What SQL batches, RPC and transaction manager requests have in common, and the batch itself. */
public final class Requests {
    private Requests() {}

    /**
     * Steps over ALL_HEADERS (MS-TDS 2.2.5.3), which 7.1 has not. Their content is not judged.
     *
     * @param in at the message's first byte
     * @param version the granted version
     * @throws ProtocolException when they are longer than the message
     */
    public static void skipHeaders(TdsReader in, TdsVersion version) throws ProtocolException {
        if (!version.has72()) {
            return;
        }
        long total = in.u32();
        if (total < 4) {
            throw new ProtocolException("ALL_HEADERS of " + total + " bytes");
        }
        in.skip(total - 4);
    }

    /**
     * The text of a SQL batch message.
     *
     * @param payload the message
     * @param version the granted version
     * @return the text, maybe empty
     * @throws ProtocolException when it is not whole
     */
    public static String batchText(byte[] payload, TdsVersion version) throws ProtocolException {
        TdsReader in = new TdsReader(payload);
        skipHeaders(in, version);
        return in.utf16(in.remaining());
    }
}

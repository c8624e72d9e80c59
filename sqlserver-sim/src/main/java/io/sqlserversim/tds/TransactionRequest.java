package io.sqlserversim.tds;

import io.sqlserversim.wire.ProtocolException;
import io.sqlserversim.wire.TdsReader;

/**
 * A transaction manager request (MS-TDS 2.2.6.9). Immutable.
 *
 * @param kind what is asked for
 * @param beginsAgain whether a new transaction begins right after a commit or rollback
 */
public record TransactionRequest(Kind kind, boolean beginsAgain) {
    /** What is asked for. */
    public enum Kind {
        /** BEGIN TRANSACTION. */
        BEGIN,
        /** COMMIT. */
        COMMIT,
        /** ROLLBACK. */
        ROLLBACK,
        /** SAVE TRANSACTION. */
        SAVE,
        /** Distributed transactions, which this server has not. */
        DISTRIBUTED
    }

    /**
     * Reads a request.
     *
     * @param payload the message
     * @param version the granted version
     * @return the request
     * @throws ProtocolException when it is not whole or unknown
     */
    public static TransactionRequest parse(byte[] payload, TdsVersion version) throws ProtocolException {
        TdsReader in = new TdsReader(payload);
        Requests.skipHeaders(in, version);
        int type = in.u16();
        Kind kind = switch (type) {
            case 5 -> Kind.BEGIN;
            case 7 -> Kind.COMMIT;
            case 8 -> Kind.ROLLBACK;
            case 9 -> Kind.SAVE;
            case 0, 1, 6 -> Kind.DISTRIBUTED;
            default -> throw new ProtocolException("transaction manager request " + type);
        };
        boolean again = false;
        if ((kind == Kind.COMMIT || kind == Kind.ROLLBACK) && in.remaining() > 0) {
            in.skip(in.u8());
            again = in.remaining() > 0 && (in.u8() & 1) != 0;
        }
        return new TransactionRequest(kind, again);
    }
}

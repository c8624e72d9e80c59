package io.sqlserversim.tds;

import io.sqlserversim.wire.ProtocolException;
import io.sqlserversim.wire.TdsReader;
import io.sqlserversim.wire.TdsWriter;

/**
 * PRELOGIN (MS-TDS 2.2.6.5): what the client sent of interest, and the answer. Immutable.
 *
 * @param encryption the client's ENCRYPTION byte without the certificate flag: {@link #OFF}, {@link #ON},
 *     {@link #NOT_SUPPORTED} or {@link #REQUIRED}
 * @param asksFederated whether it offered federated authentication, which must then be answered
 */
public record Prelogin(int encryption, boolean asksFederated) {
    /** Encryption for the login only. */
    public static final int OFF = 0;

    /** Encryption for everything. */
    public static final int ON = 1;

    /** No encryption at all. */
    public static final int NOT_SUPPORTED = 2;

    /** Encryption is demanded. */
    public static final int REQUIRED = 3;

    private static final int VERSION_OPTION = 0;
    private static final int ENCRYPTION_OPTION = 1;
    private static final int INSTANCE_OPTION = 2;
    private static final int THREAD_OPTION = 3;
    private static final int MARS_OPTION = 4;
    private static final int FEDERATED_OPTION = 6;
    private static final int TERMINATOR = 0xFF;

    /** How much of a connection is encrypted. */
    public enum Scope {
        /** Nothing. */
        NONE,
        /** LOGIN7 only; the answer to it is plain already. */
        LOGIN,
        /** Everything from LOGIN7 on. */
        ALL
    }

    /**
     * Reads a client's PRELOGIN.
     *
     * @param payload the message
     * @return what it says
     * @throws ProtocolException when its option list does not end or points outside
     */
    public static Prelogin parse(byte[] payload) throws ProtocolException {
        TdsReader options = new TdsReader(payload);
        int encryption = NOT_SUPPORTED;
        boolean federated = false;
        for (int option = options.u8(); option != TERMINATOR; option = options.u8()) {
            int offset = options.u16BigEndian();
            int length = options.u16BigEndian();
            if (offset + length > payload.length) {
                throw new ProtocolException("PRELOGIN option " + option + " lies outside the message");
            }
            if (option == ENCRYPTION_OPTION && length >= 1) {
                encryption = payload[offset] & 0x7F;
            } else if (option == FEDERATED_OPTION) {
                federated = true;
            }
        }
        if (encryption > REQUIRED) {
            throw new ProtocolException("PRELOGIN encryption " + encryption);
        }
        return new Prelogin(encryption, federated);
    }

    /**
     * The ENCRYPTION byte that answers this client.
     *
     * @param policy the server's policy
     * @return the byte; it is derived from both sides, since clients refuse an answer that does not fit theirs
     */
    public int answer(EncryptionPolicy policy) {
        return switch (policy) {
            case NOT_SUPPORTED -> NOT_SUPPORTED;
            case OPTIONAL ->
                switch (encryption) {
                    case OFF -> OFF;
                    case NOT_SUPPORTED -> NOT_SUPPORTED;
                    default -> ON;
                };
            case REQUIRED -> encryption == ON || encryption == REQUIRED ? ON : REQUIRED;
        };
    }

    /**
     * What follows from both sides.
     *
     * @param policy the server's policy
     * @return how much is encrypted, if the client goes on at all
     */
    public Scope scope(EncryptionPolicy policy) {
        return switch (answer(policy)) {
            case OFF -> Scope.LOGIN;
            case NOT_SUPPORTED -> Scope.NONE;
            default -> Scope.ALL;
        };
    }

    /**
     * Writes the answer's payload: VERSION, ENCRYPTION, INSTOPT, THREADID, MARS, and FEDAUTHREQUIRED when asked.
     *
     * @param out where to
     * @param version the server's version
     * @param policy the server's policy
     */
    public void writeAnswer(TdsWriter out, ServerVersion version, EncryptionPolicy policy) {
        int[] lengths = asksFederated ? new int[] {6, 1, 1, 0, 1, 1} : new int[] {6, 1, 1, 0, 1};
        int[] options = {
            VERSION_OPTION, ENCRYPTION_OPTION, INSTANCE_OPTION, THREAD_OPTION, MARS_OPTION, FEDERATED_OPTION
        };
        int offset = 5 * lengths.length + 1;
        for (int i = 0; i < lengths.length; i++) {
            out.u8(options[i]);
            out.u16BigEndian(offset);
            out.u16BigEndian(lengths[i]);
            offset += lengths[i];
        }
        out.u8(TERMINATOR);
        out.u8(version.major());
        out.u8(version.minor());
        out.u16BigEndian(version.build());
        out.u16(0);
        out.u8(answer(policy));
        out.u8(0); // the instance name was right
        out.u8(0); // no MARS
        if (asksFederated) {
            out.u8(0);
        }
    }
}

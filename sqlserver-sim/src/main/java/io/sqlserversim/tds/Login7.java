package io.sqlserversim.tds;

import io.sqlserversim.wire.ProtocolException;
import io.sqlserversim.wire.TdsReader;
import java.util.ArrayList;
import java.util.List;

/**
 * LOGIN7 (MS-TDS 2.2.6.4). Immutable. Its text form leaves the password out.
 *
 * @param version the TDS version asked for
 * @param packetSize the packet size asked for, in bytes; 0 for the server's default
 * @param clientProcessId the client's process id as it says
 * @param hostName the client's host name
 * @param userName the SQL login; empty with Windows authentication
 * @param password in clear text
 * @param applicationName the program's name
 * @param serverName the server as the client called it
 * @param libraryName the client library
 * @param language the language asked for; empty for the default
 * @param database the database asked for, or that of the session to be recovered; empty for the login's default
 * @param readOnlyIntent whether it asked for a read-only replica
 * @param integrated whether it wants Windows authentication
 * @param features ids of the features asked for, in the order sent; empty when there was no extension
 * @param extended whether there was a feature extension, which must then be answered
 */
public record Login7(
        TdsVersion version,
        int packetSize,
        int clientProcessId,
        String hostName,
        String userName,
        String password,
        String applicationName,
        String serverName,
        String libraryName,
        String language,
        String database,
        boolean readOnlyIntent,
        boolean integrated,
        List<Integer> features,
        boolean extended) {

    /** Session recovery. */
    public static final int SESSION_RECOVERY = 0x01;

    /** UTF-8 support. */
    public static final int UTF8_SUPPORT = 0x0A;

    private static final int INTEGRATED_FLAG = 0x80; // OptionFlags2
    private static final int READ_ONLY_FLAG = 0x20; // TypeFlags
    private static final int EXTENSION_FLAG = 0x10; // OptionFlags3
    private static final int FEATURES_END = 0xFF;
    private static final int SMALLEST = 86; // the fixed part of TDS 7.1

    @Override
    public String toString() {
        return "Login7[" + userName + "@" + hostName + ", " + applicationName + ", database=" + database + "]";
    }

    /**
     * Reads a LOGIN7 message.
     *
     * @param payload the message
     * @return what it says
     * @throws ProtocolException when a part lies outside the message
     */
    public static Login7 parse(byte[] payload) throws ProtocolException {
        if (payload.length < SMALLEST) {
            throw new ProtocolException("LOGIN7 of " + payload.length + " bytes");
        }
        TdsReader fixed = new TdsReader(payload);
        fixed.skip(4);
        TdsVersion version = new TdsVersion(fixed.i32());
        int packetSize = fixed.i32();
        fixed.skip(4);
        int processId = fixed.i32();
        fixed.skip(5);
        int flags2 = fixed.u8();
        int typeFlags = fixed.u8();
        int flags3 = fixed.u8();
        boolean extended = (flags3 & EXTENSION_FLAG) != 0 && version.has72();
        return new Login7(
                version,
                packetSize,
                processId,
                text(payload, 36),
                text(payload, 40),
                password(payload),
                text(payload, 48),
                text(payload, 52),
                text(payload, 60),
                text(payload, 64),
                database(payload, extended),
                (typeFlags & READ_ONLY_FLAG) != 0,
                (flags2 & INTEGRATED_FLAG) != 0,
                extended ? features(payload) : List.of(),
                extended);
    }

    private static String database(byte[] payload, boolean extended) throws ProtocolException {
        String recovered = extended ? recovered(payload) : "";
        return recovered.isEmpty() ? text(payload, 68) : recovered;
    }

    private static String text(byte[] payload, int at) throws ProtocolException {
        TdsReader part = part(payload, at, 2);
        return part.utf16(part.remaining());
    }

    private static TdsReader part(byte[] payload, int at, int unit) throws ProtocolException {
        TdsReader pair = new TdsReader(payload, at, at + 4);
        int offset = pair.u16();
        int length = unit * pair.u16();
        if (length > 0 && offset + length > payload.length) {
            throw new ProtocolException("the LOGIN7 field at " + at + " lies outside the message");
        }
        return length == 0 ? new TdsReader(payload, 0, 0) : new TdsReader(payload, offset, offset + length);
    }

    private static String password(byte[] payload) throws ProtocolException {
        TdsReader hidden = part(payload, 44, 2);
        byte[] bytes = hidden.bytes(hidden.remaining());
        for (int i = 0; i < bytes.length; i++) {
            int mixed = (bytes[i] ^ 0xA5) & 0xFF;
            bytes[i] = (byte) (mixed >> 4 | mixed << 4);
        }
        return new TdsReader(bytes).utf16(bytes.length);
    }

    private static List<Integer> features(byte[] payload) throws ProtocolException {
        TdsReader pointer = part(payload, 56, 1);
        long offset = pointer.u32();
        if (offset > payload.length) {
            throw new ProtocolException("LOGIN7's feature extension lies outside the message");
        }
        TdsReader block = new TdsReader(payload, (int) offset, payload.length);
        List<Integer> ids = new ArrayList<>();
        for (int id = block.u8(); id != FEATURES_END; id = block.u8()) {
            ids.add(id);
            block.skip(block.u32());
        }
        return List.copyOf(ids);
    }

    /**
     * The database in which a session that is to be recovered was: that of the changes since its login, else that of the
     * login. Empty when no session is to be recovered.
     */
    private static String recovered(byte[] payload) throws ProtocolException {
        TdsReader block = new TdsReader(payload, (int) part(payload, 56, 1).u32(), payload.length);
        for (int id = block.u8(); id != FEATURES_END; id = block.u8()) {
            long length = block.u32();
            if (id == SESSION_RECOVERY && length > 0) {
                return recovered(block);
            }
            block.skip(length);
        }
        return "";
    }

    /** Two parts, each with its length: the session after login, and what has changed since. */
    private static String recovered(TdsReader data) throws ProtocolException {
        long initial = data.u32();
        String first = data.utf16(2L * data.u8());
        data.skip(Math.max(0, initial - 1 - 2L * first.length()));
        data.u32();
        String changed = data.utf16(2L * data.u8());
        return changed.isEmpty() ? first : changed;
    }
}

package io.sqlserversim.tds;

import io.sqlserversim.engine.Request;
import io.sqlserversim.wire.ProtocolException;
import io.sqlserversim.wire.TdsReader;
import java.util.ArrayList;
import java.util.List;

/** An RPC message (MS-TDS 2.2.6.6): one call or several. */
public final class RpcMessage {
    private static final int BY_NUMBER = 0xFFFF;
    private static final int SEPARATOR = 0xFF;
    private static final int NO_EXECUTE = 0xFE;
    private static final int SEPARATOR_BEFORE_72 = 0x80;
    private static final int MOST_PARAMETERS = 2100 + 2;
    private static final int OUTPUT_STATUS = 0x01;

    private static final List<String> NUMBERED = List.of(
            "",
            "sp_cursor",
            "sp_cursoropen",
            "sp_cursorprepare",
            "sp_cursorexecute",
            "sp_cursorprepexec",
            "sp_cursorunprepare",
            "sp_cursorfetch",
            "sp_cursoroption",
            "sp_cursorclose",
            "sp_executesql",
            "sp_prepare",
            "sp_execute",
            "sp_prepexec",
            "sp_prepexecrpc",
            "sp_unprepare");

    private RpcMessage() {}

    /**
     * Reads the calls of a message.
     *
     * @param payload the message
     * @param version the granted version
     * @return the calls in the order sent, at least one
     * @throws ProtocolException when it is not whole, or has a type that this server does not take
     */
    public static List<Request.Rpc> parse(byte[] payload, TdsVersion version) throws ProtocolException {
        TdsReader in = new TdsReader(payload);
        Requests.skipHeaders(in, version);
        List<Request.Rpc> calls = new ArrayList<>();
        do {
            calls.add(call(in, version));
        } while (in.remaining() > 0);
        return calls;
    }

    private static Request.Rpc call(TdsReader in, TdsVersion version) throws ProtocolException {
        String name = name(in);
        in.u16(); // recompile, no metadata, reuse metadata: nothing here depends on them
        List<Request.Parameter> parameters = new ArrayList<>();
        while (in.remaining() > 0) {
            int next = in.peek();
            if (next == SEPARATOR || next == NO_EXECUTE || (next == SEPARATOR_BEFORE_72 && !version.has72())) {
                in.u8();
                break;
            }
            if (parameters.size() == MOST_PARAMETERS) {
                throw new ProtocolException("more than " + MOST_PARAMETERS + " parameters");
            }
            parameters.add(parameter(in));
        }
        return new Request.Rpc(name, List.copyOf(parameters));
    }

    private static String name(TdsReader in) throws ProtocolException {
        int length = in.u16();
        if (length != BY_NUMBER) {
            return in.utf16(2L * length);
        }
        int number = in.u16();
        if (number < 1 || number >= NUMBERED.size()) {
            throw new ProtocolException("procedure number " + number);
        }
        return NUMBERED.get(number);
    }

    private static Request.Parameter parameter(TdsReader in) throws ProtocolException {
        String name = in.byteLengthText();
        boolean output = (in.u8() & OUTPUT_STATUS) != 0;
        TypeInfo info = TypeInfo.read(in);
        return new Request.Parameter(name, info.type(), ValueReader.read(in, info), output);
    }
}

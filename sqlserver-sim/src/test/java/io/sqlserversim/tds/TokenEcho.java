package io.sqlserversim.tds;

import io.sqlserversim.types.Column;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.wire.ProtocolException;
import io.sqlserversim.wire.TdsReader;
import io.sqlserversim.wire.TdsWriter;
import java.util.ArrayList;
import java.util.List;

/** Reads the tokens of a recorded server and says the same with what the simulated server writes tokens with. */
final class TokenEcho {
    private final TdsWriter out = new TdsWriter();
    private TypeInfo[] types = {};
    private RowWriter rows;

    /** What the simulated server writes for the same facts. Rows are read by the columns of this or an earlier call. */
    byte[] echo(byte[] tokens) throws ProtocolException {
        out.truncate(0);
        TdsReader in = new TdsReader(tokens);
        while (in.remaining() > 0) {
            token(in, in.u8());
        }
        return out.toByteArray();
    }

    private Tokens tokens(String server) {
        return new Tokens(out, TdsVersion.V7_4, server);
    }

    private void token(TdsReader in, int token) throws ProtocolException {
        switch (token) {
            case 0xAA, 0xAB -> message(in, token == 0xAA);
            case 0xAC -> returnValue(in);
            case 0xAD -> loginAck(in);
            case 0xAE -> featureAcknowledgement(in);
            case 0xE3 -> environmentChange(in);
            case 0xFD -> tokens("").done(in.u16(), in.u16(), in.i64());
            case 0xFF -> tokens("").doneInProc(in.u16(), in.u16(), in.i64());
            case 0x81 -> columns(in);
            case 0xD1, 0xD2 -> row(in, token == 0xD2);
            default -> throw new ProtocolException("token 0x" + Integer.toHexString(token));
        }
    }

    private void message(TdsReader in, boolean error) throws ProtocolException {
        in.skip(2);
        int number = in.i32();
        int state = in.u8();
        int severity = in.u8();
        String text = in.shortLengthText();
        Tokens as = tokens(in.byteLengthText());
        in.skip(1); // the procedure's name, empty in all vectors
        if (error) {
            as.error(number, state, severity, text, in.i32());
        } else {
            as.info(number, state, severity, text, in.i32());
        }
    }

    private void returnValue(TdsReader in) throws ProtocolException {
        int ordinal = in.u16();
        String name = in.byteLengthText();
        in.skip(7); // status, user type, flags
        TypeInfo info = TypeInfo.read(in);
        tokens("").returnValue(ordinal, name, info.type(), ValueReader.read(in, info));
    }

    private void loginAck(TdsReader in) throws ProtocolException {
        in.skip(3); // length, interface
        int version = Integer.reverseBytes(in.i32());
        in.byteLengthText();
        new Tokens(out, new TdsVersion(version), "").loginAck(new ServerVersion(in.u8(), in.u8(), in.u16BigEndian()));
    }

    private void featureAcknowledgement(TdsReader in) throws ProtocolException {
        boolean recovery = false;
        boolean utf8 = false;
        for (int feature = in.u8(); feature != 0xFF; feature = in.u8()) {
            in.skip(in.u32());
            recovery |= feature == Login7.SESSION_RECOVERY;
            utf8 |= feature == Login7.UTF8_SUPPORT;
        }
        tokens("").featureAcknowledgement(utf8, recovery);
    }

    private void environmentChange(TdsReader in) throws ProtocolException {
        TdsReader body = new TdsReader(in.bytes(in.u16()));
        int type = body.u8();
        EnvironmentChanges changes = tokens("").changes();
        switch (type) {
            case 1 -> {
                String to = body.byteLengthText();
                changes.database(body.byteLengthText(), to);
            }
            case 2 -> changes.language(body.byteLengthText());
            case 4 -> {
                int to = Integer.parseInt(body.byteLengthText());
                changes.packetSize(Integer.parseInt(body.byteLengthText()), to);
            }
            case 7 -> changes.collation();
            case 8 -> {
                body.skip(1);
                changes.transactionBegun(body.i64());
            }
            default -> throw new ProtocolException("ENVCHANGE " + type);
        }
    }

    private void columns(TdsReader in) throws ProtocolException {
        List<Column> columns = new ArrayList<>();
        types = new TypeInfo[in.u16()];
        for (int i = 0; i < types.length; i++) {
            in.skip(4);
            boolean nullable = (in.u16() & 1) != 0;
            types[i] = TypeInfo.read(in);
            columns.add(new Column(in.byteLengthText(), types[i].type(), nullable));
        }
        rows = tokens("").columns(columns);
    }

    private void row(TdsReader in, boolean bitmap) throws ProtocolException {
        byte[] nulls = bitmap ? in.bytes((types.length + 7) / 8) : new byte[(types.length + 7) / 8];
        Object[] values = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            boolean isNull = (nulls[i / 8] >> (i % 8) & 1) != 0;
            values[i] = isNull ? null : ValueReader.read(in, types[i]);
        }
        rows.row(values);
    }

    /** Columns for a row whose own were not recorded. */
    void columnsAre(SqlType... of) throws ProtocolException {
        TdsWriter metadata = new TdsWriter();
        List<Column> columns = new ArrayList<>();
        for (SqlType type : of) {
            columns.add(new Column("c", type, true));
        }
        new Tokens(metadata, TdsVersion.V7_4, "").columns(columns);
        echo(metadata.toByteArray());
    }
}

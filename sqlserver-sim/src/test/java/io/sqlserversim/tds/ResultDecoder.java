package io.sqlserversim.tds;

import io.sqlserversim.wire.ProtocolException;
import io.sqlserversim.wire.TdsReader;
import java.util.ArrayList;
import java.util.List;

/** Reads COLMETADATA and rows, for tests. */
final class ResultDecoder {
    private ResultDecoder() {}

    static List<Object[]> rows(TdsReader in) throws ProtocolException {
        TypeInfo[] types = columns(in);
        List<Object[]> rows = new ArrayList<>();
        while (in.remaining() > 0 && (in.peek() == 0xD1 || in.peek() == 0xD2)) {
            rows.add(row(in, types));
        }
        return rows;
    }

    private static TypeInfo[] columns(TdsReader in) throws ProtocolException {
        if (in.u8() != 0x81) {
            throw new ProtocolException("no COLMETADATA");
        }
        TypeInfo[] types = new TypeInfo[in.u16()];
        for (int i = 0; i < types.length; i++) {
            in.skip(6);
            types[i] = TypeInfo.read(in);
            in.byteLengthText();
        }
        return types;
    }

    private static Object[] row(TdsReader in, TypeInfo[] types) throws ProtocolException {
        boolean bitmap = in.u8() == 0xD2;
        byte[] nulls = bitmap ? in.bytes((types.length + 7) / 8) : new byte[(types.length + 7) / 8];
        Object[] values = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            boolean isNull = (nulls[i / 8] >> (i % 8) & 1) != 0;
            values[i] = isNull ? null : ValueReader.read(in, types[i]);
        }
        return values;
    }
}

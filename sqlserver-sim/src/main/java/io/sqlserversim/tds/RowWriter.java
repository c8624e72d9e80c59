package io.sqlserversim.tds;

import io.sqlserversim.wire.TdsWriter;
import org.jspecify.annotations.Nullable;

/**
 * Writes the rows of one result set, each as ROW or, where that is shorter and the client knows it, as NBCROW. Confined
 * to one thread.
 */
public final class RowWriter {
    private static final int ROW = 0xD1;
    private static final int NBCROW = 0xD2;

    private final TdsWriter out;
    private final ColumnCodec[] codecs;
    private final int[] nullBytes;
    private final int bitmapBytes;
    private final boolean bitmaps;

    RowWriter(TdsWriter out, ColumnCodec[] codecs, boolean bitmaps) {
        this.out = out;
        this.codecs = codecs;
        this.bitmaps = bitmaps;
        this.bitmapBytes = (codecs.length + 7) / 8;
        this.nullBytes = new int[codecs.length];
        for (int i = 0; i < codecs.length; i++) {
            nullBytes[i] = codecs[i].nullBytes();
        }
    }

    /**
     * Writes a row whole, or, when a value does not fit its column, nothing.
     *
     * @param values one per column; null is NULL
     * @throws IllegalArgumentException when there are not as many values as columns, or one does not fit its type
     */
    public void row(@Nullable Object[] values) {
        if (values.length != codecs.length) {
            throw new IllegalArgumentException(values.length + " values for " + codecs.length + " columns");
        }
        int at = out.size();
        try {
            if (bitmaps && nullCost(values) > bitmapBytes) {
                writeWithBitmap(values);
            } else {
                writePlain(values);
            }
        } catch (RuntimeException e) {
            out.truncate(at);
            throw e;
        }
    }

    private int nullCost(@Nullable Object[] values) {
        int cost = 0;
        for (int i = 0; i < values.length; i++) {
            if (values[i] == null) {
                cost += nullBytes[i];
            }
        }
        return cost;
    }

    private void writePlain(@Nullable Object[] values) {
        out.u8(ROW);
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            if (value == null) {
                codecs[i].writeNull(out);
            } else {
                codecs[i].write(out, value);
            }
        }
    }

    private void writeWithBitmap(@Nullable Object[] values) {
        out.u8(NBCROW);
        for (int first = 0; first < values.length; first += 8) {
            int bits = 0;
            int last = Math.min(values.length, first + 8);
            for (int i = first; i < last; i++) {
                if (values[i] == null) {
                    bits |= 1 << (i - first);
                }
            }
            out.u8(bits);
        }
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            if (value != null) {
                codecs[i].write(out, value);
            }
        }
    }
}

package io.tidegate.sqlserver.read;

import io.tidegate.core.model.RuntimeKey;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.sqlserver.session.RowHandler;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds the rows of the current key back until the key changes, so that a cut never falls inside a key: the second part
 * of a split row would be lost for good. Confined to one thread.
 */
final class KeyGroups implements RowHandler {
    private final RuntimeSink sink;
    private final long maxRows;
    private final List<RuntimeRow> pending = new ArrayList<>();
    private @Nullable RuntimeRowReader reader;
    private @Nullable RuntimeKey lastKey;
    private long taken;
    private boolean limited;

    KeyGroups(RuntimeSink sink, long maxRows) {
        this.sink = sink;
        this.maxRows = maxRows;
    }

    @Override
    public void begin(ResultSet rows) throws SQLException {
        reader = RuntimeRowReader.of(rows);
    }

    @Override
    public long take(ResultSet row, boolean closing) throws SQLException {
        if (reader == null) {
            throw new IllegalStateException("take before begin");
        }
        RuntimeRow next = reader.read(row);
        if (!pending.isEmpty() && !pending.getLast().key().equals(next.key())) {
            flush();
        }
        if (closing && pending.isEmpty()) {
            return NOT_TAKEN;
        }
        pending.add(next);
        taken++;
        return RuntimeRow.FIXED_BYTES;
    }

    /** A statement that gave as many rows as it may has perhaps been cut inside the last key. */
    @Override
    public void end(boolean cutInside) {
        limited = taken >= maxRows;
        if (cutInside || limited) {
            if (limited && lastKey == null) {
                throw new IllegalStateException("one key has " + taken + " rows or more");
            }
            pending.clear();
        } else {
            flush();
        }
    }

    /** Whether the statement's own row limit ended it. */
    boolean isLimited() {
        return limited;
    }

    @Nullable
    RuntimeKey lastKey() {
        return lastKey;
    }

    private void flush() {
        if (!pending.isEmpty()) {
            lastKey = pending.getLast().key();
            pending.forEach(sink::accept);
            pending.clear();
        }
    }
}

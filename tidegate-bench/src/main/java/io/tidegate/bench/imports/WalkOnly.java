package io.tidegate.bench.imports;

import io.tidegate.sqlserver.session.RowHandler;
import java.sql.ResultSet;

/** Lets the driver walk over rows, and takes no value from them. Confined to the session's thread. */
final class WalkOnly implements RowHandler {
    private final long bytesPerRow;

    /** Counts each row for so many bytes. */
    WalkOnly(long bytesPerRow) {
        this.bytesPerRow = bytesPerRow;
    }

    @Override
    public void begin(ResultSet rows) {}

    @Override
    public long take(ResultSet row, boolean closing) {
        return bytesPerRow;
    }

    @Override
    public void end(boolean cutInside) {}
}

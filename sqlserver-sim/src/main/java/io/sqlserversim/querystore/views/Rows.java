package io.sqlserversim.querystore.views;

/** The rows of a scan, one after the other; the object is the current row. Confined to one thread. */
interface Rows {
    /** Moves to the next row; false after the last. */
    boolean advance();

    /** Rows looked at so far, returned or not. */
    long visited();
}

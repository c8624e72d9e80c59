package io.tidegate.core.schema;

/** What a column holds, whatever the engine calls its type. */
public enum LogicalType {
    /** 32-bit integer. */
    INT,
    /** 64-bit integer. */
    BIGINT,
    /** 64-bit floating point. */
    DOUBLE,
    /** True or false. */
    BOOLEAN,
    /** Unicode text of any length. */
    TEXT,
    /** Bytes of any length. */
    BYTES,
    /** An instant in UTC, to the microsecond. */
    TIMESTAMP,
    /** An instant in UTC as a BIGINT: ticks of 100 ns since 1970-01-01. */
    TICKS
}

package io.sqlserversim.engine;

/** An error in the hands of a CATCH block. */
record CaughtError(SqlError error, int line) {}

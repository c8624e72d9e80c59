package io.sqlserversim.engine;

/** Where execution goes after a statement. */
enum Flow {
    NEXT,
    BREAK,
    CONTINUE,
    RETURN
}

package io.sqlserversim.catalog;

import io.sqlserversim.session.SessionCost;
import java.time.Duration;

/**
 * A statement that has ended. Immutable.
 *
 * @param text the statement, without comments before and after it
 * @param parameters their declarations, e.g. {@code @P0 int}, where it came with some; else empty
 * @param elapsed by the server's clock
 * @param cost what it cost its session
 * @param rows returned or changed
 * @param bytes of the answer that it gave its client: tokens, without packet headers and what ends the whole answer
 * @param executionType 0 regular, 3 aborted by its client or by KILL, 4 ended by an error
 */
public record ExecutedStatement(
        String text, String parameters, Duration elapsed, SessionCost cost, long rows, long bytes, int executionType) {}

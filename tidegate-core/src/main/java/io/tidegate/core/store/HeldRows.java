package io.tidegate.core.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How many rows of statistics a store holds, of all servers and both kinds, as its ledger says. Immutable.
 *
 * @param all rows
 * @param since those of them whose interval begins at or after the instant that was asked for
 * @param oldest begin of the oldest interval that has rows; null when none has
 */
public record HeldRows(long all, long since, @Nullable Instant oldest) {}

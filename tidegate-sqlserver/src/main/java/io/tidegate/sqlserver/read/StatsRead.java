package io.tidegate.sqlserver.read;

import io.tidegate.core.model.StatsKey;
import io.tidegate.sqlserver.session.ReadEnd;
import org.jspecify.annotations.Nullable;

/**
 * What came of reading rows of a kind. Immutable.
 *
 * @param end complete, or what cut it
 * @param lastKey the last key of which every row was delivered: the place to resume behind; null when none was
 */
public record StatsRead(ReadEnd end, @Nullable StatsKey lastKey) {}

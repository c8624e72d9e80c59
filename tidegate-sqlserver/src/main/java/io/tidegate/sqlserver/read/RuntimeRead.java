package io.tidegate.sqlserver.read;

import io.tidegate.core.model.RuntimeKey;
import io.tidegate.sqlserver.session.ReadEnd;
import org.jspecify.annotations.Nullable;

/**
 * What came of reading runtime rows. Immutable.
 *
 * @param end complete, or what cut it
 * @param lastKey the last key of which every row was delivered: the place to resume behind; null when none was
 */
public record RuntimeRead(ReadEnd end, @Nullable RuntimeKey lastKey) {}

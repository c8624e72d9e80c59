package io.tidegate.core.state;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of state and for how long it stood, by the source's clock. Immutable.
 *
 * @param validFrom when it was first read like this, inclusive
 * @param validTo when it was first read otherwise or not at all, exclusive; null while it stands
 * @param row what was read
 */
public record StateVersion(Instant validFrom, @Nullable Instant validTo, StateRow row) {}

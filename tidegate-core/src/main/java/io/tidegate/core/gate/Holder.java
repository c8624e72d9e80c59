package io.tidegate.core.gate;

import java.time.Instant;
import java.util.Objects;

/**
 * Who has a lease. Immutable.
 *
 * @param purpose what for
 * @param database the database whose work it is
 * @param since when it was granted, by our clock
 * @param abandoned its loop has gone on; its statement may still run
 */
public record Holder(Purpose purpose, String database, Instant since, boolean abandoned) {
    /** Checks that all are there. */
    public Holder {
        Objects.requireNonNull(purpose, "purpose");
        Objects.requireNonNull(database, "database");
        Objects.requireNonNull(since, "since");
    }
}

package io.tidegate.core.ledger;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** The source's clock in the model; stands still unless told to go on. */
final class ModelClock implements InstantSource {
    private Instant now;

    ModelClock(Instant start) {
        now = start;
    }

    @Override
    public Instant instant() {
        return now;
    }

    void pass(Duration time) {
        now = now.plus(time);
    }
}

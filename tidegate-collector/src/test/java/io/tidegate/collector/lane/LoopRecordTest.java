package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.status.LoopStatus;
import io.tidegate.core.status.PassOutcome;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a loop's record makes of the ends of its passes. */
class LoopRecordTest {
    private static final Instant THEN = Instant.parse("2026-11-29T10:00:00Z");

    private final LoopRecord record = new LoopRecord();

    /** Fails with an abandoned or deferred pass that counts as the last good one. */
    @ParameterizedTest
    @EnumSource
    @Incident(58)
    void givenAGoodPass_whenAnotherEnds_thenOnlyOneThatReadMovesTheLastSuccess(PassOutcome outcome) {
        record.ended(PassOutcome.DONE, "", THEN);

        record.ended(outcome, "why", THEN.plusSeconds(60));

        boolean hasRead = outcome == PassOutcome.DONE || outcome == PassOutcome.EMPTY || outcome == PassOutcome.CUT;
        assertThat(record.status(Duration.ofSeconds(60)).lastSuccess())
                .isEqualTo(hasRead ? THEN.plusSeconds(60) : THEN);
        assertThat(record.status(Duration.ofSeconds(60)).last()).isEqualTo(outcome);
        assertThat(record.status(Duration.ofSeconds(60)).detail()).isEqualTo("why");
        assertThat(record.status(Duration.ofSeconds(60)).counts().get(outcome))
                .isEqualTo(outcome == PassOutcome.DONE ? 2 : 1);
    }

    @Test
    @Incident(63)
    void givenRefusals_whenGranted_thenTheLongestTimeKeptOutIsKept() {
        record.refused(THEN, 0);
        record.refused(THEN.plusSeconds(60), Duration.ofSeconds(60).toNanos());
        assertThat(record.status(Duration.ofSeconds(60)).deferredSince()).isEqualTo(THEN);
        record.granted(Duration.ofSeconds(90).toNanos());
        record.refused(THEN.plusSeconds(100), Duration.ofSeconds(100).toNanos());
        record.granted(Duration.ofSeconds(101).toNanos());

        assertThat(record.status(Duration.ofSeconds(60)).deferredSince()).isNull();
        assertThat(record.status(Duration.ofSeconds(60)).longestKeptOut()).isEqualTo(Duration.ofSeconds(90));
    }

    @Test
    @Incident(69)
    void givenPassesAndMissedPoints_whenAsked_thenWhatWasDeliveredStandsBesideTheCadence() {
        assertThat(record.status(Duration.ofSeconds(60)).cadenceWords()).isEmpty();
        record.due(THEN, 0);
        record.ended(PassOutcome.DONE, "", THEN);
        record.due(THEN.plusSeconds(60), 2);
        record.ended(PassOutcome.EMPTY, "", THEN);
        record.ended(PassOutcome.DEFERRED, "", THEN);
        record.ended(PassOutcome.FAILED, "", THEN);

        LoopStatus status = record.status(Duration.ofSeconds(60));

        assertThat(status.missed()).isEqualTo(2);
        assertThat(status.points()).isEqualTo(6);
        assertThat(status.delivered()).isEqualTo(2);
        assertThat(status.cadenceWords()).isEqualTo("2 of 6 every 60 s, 2 missed");
    }
}

package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.DatabaseOperations;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.store.Stretch;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The only copy of a database, which takes no writes: its history is collected like any other. Mutation seen to break it: a
 * copy that is not writable is read in a group only.
 */
class ReadOnlyCopyTest {
    private final CollectorFixture fixture = new CollectorFixture();
    private final long phase = fixture.ticker.readNanos();
    private final ServerLane lane = fixture.lane(CollectorFixture.settings(), phase, phase + 1);

    @AfterEach
    void close() {
        lane.close();
        fixture.close();
    }

    /** Why it takes no writes. */
    enum Copy {
        READ_ONLY {
            @Override
            void make(DatabaseOperations databases, String name, boolean on) {
                databases.readOnly(name, on);
            }
        },
        STANDBY {
            @Override
            void make(DatabaseOperations databases, String name, boolean on) {
                databases.standby(name, on);
            }
        };

        abstract void make(DatabaseOperations databases, String name, boolean on);
    }

    @ParameterizedTest
    @EnumSource
    @Incident(90)
    void givenASoleCopyThatTakesNoWrites_whenCollected_thenItsHistoryIsHeldAndItsTimeIsReadOnly(Copy copy) {
        Instant since = fixture.clock.now();
        copy.make(fixture.server().databases(), fixture.database(), true);
        for (int i = 0; i < 5; i++) {
            fixture.clock.advance(Duration.ofMinutes(1));
            fixture.pass(Duration.ofMinutes(1));
            lane.tick(phase);
        }
        while (lane.backfill() != PassOutcome.EMPTY) {
            assertThat(lane.status().backfill().last()).isIn(PassOutcome.DONE, PassOutcome.CUT);
        }

        HeldRows.assertWhole(fixture, lane, since);
        assertThat(fixture.store
                        .reader()
                        .stretches(fixture.store.registerServer(fixture.server().name())))
                .filteredOn(stretch -> stretch.word() == Stretch.Word.READ_ONLY)
                .singleElement()
                .satisfies(stretch -> assertThat(Duration.between(stretch.from(), stretch.to()))
                        .isGreaterThanOrEqualTo(Duration.ofMinutes(4)));

        var series = lane.databases().getFirst().series().key();
        copy.make(fixture.server().databases(), fixture.database(), false);
        fixture.clock.advance(Duration.ofMinutes(1));
        fixture.pass(Duration.ofMinutes(1));
        lane.tick(phase);
        assertThat(lane.databases().getFirst().series().key()).isEqualTo(series);
    }
}

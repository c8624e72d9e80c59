package io.tidegate.collector.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fault.FaultRule;
import io.sqlserversim.fault.Match;
import io.sqlserversim.fault.Occurrence;
import io.sqlserversim.fleet.FleetSpec;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.model.Kind;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * How often a whole list is asked for that agrees, counted at the server. Mutations seen to break it: lists of any length read
 * each hour; lists of any length read each day; a limit of 50,000.
 */
class LongListTest {
    private static final String LIST = "whole list";

    private static CollectorFixture fixture(Duration history) {
        CollectorFixture fixture = new CollectorFixture(FleetSpec.TEST.paced(1, 1, history));
        fixture.server()
                .faults()
                .add(new FaultRule(
                        LIST,
                        Match.ANY.withText("tidegate:interval_slice"),
                        Occurrence.ALWAYS,
                        new io.sqlserversim.fault.Fault.Trickle(Duration.ZERO, false)));
        return fixture;
    }

    private static long asked(CollectorFixture fixture) {
        return fixture.server().faults().triggered().getOrDefault(LIST, 0L);
    }

    /** How often the list was asked for in this hour, by a probe just before its end and two behind. */
    private static long nextHour(CollectorFixture fixture, Prober prober) {
        long before = asked(fixture);
        fixture.clock.advance(fixture.untilTurn(Duration.ofHours(1)).minusSeconds(1));
        prober.probe();
        assertThat(asked(fixture)).as("before the hour turns").isEqualTo(before);
        fixture.clock.advance(Duration.ofSeconds(1));
        prober.probe();
        long after = asked(fixture);
        prober.probe();
        assertThat(asked(fixture)).as("once it was read").isEqualTo(after);
        return after - before;
    }

    @Test
    void givenAListOfUpToFiveThousand_whenADayGoesBy_thenItIsReadWholeOnceInEachHour() {
        try (CollectorFixture fixture = fixture(Duration.ofHours(50))) {
            Prober prober = fixture.prober();
            prober.probe();
            long first = asked(fixture);
            assertThat(first).isPositive();

            for (int hour = 0; hour < 24; hour++) {
                assertThat(nextHour(fixture, prober)).as("hour " + hour).isPositive();
            }
            prober.close();
        }
    }

    @Test
    void givenALongerList_whenTwoDaysGoBy_thenItIsReadWholeOnceInEachDay() {
        try (CollectorFixture fixture = fixture(Duration.ofDays(4))) {
            Prober prober = fixture.prober();
            prober.probe();
            assertThat(asked(fixture)).isPositive();

            int hours = 0;
            for (int hour = 0; hour < 48; hour++) {
                hours += nextHour(fixture, prober) > 0 ? 1 : 0;
            }
            assertThat(hours).isEqualTo(2);
            assertThat(fixture.store.unheld(
                            prober.states().get(fixture.database()).series().key(), Kind.RUNTIME))
                    .hasSizeGreaterThan(5_000);
            prober.close();
        }
    }
}

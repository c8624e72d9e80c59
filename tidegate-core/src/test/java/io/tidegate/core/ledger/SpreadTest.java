package io.tidegate.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.ledger.HourlyDuties.Duty;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Duties of a fleet: when each server's hour and day begin. Mutations seen to break it: a phase of zero for all; one by the
 * name's plain hash code, by which neighbours turn in one minute; one that is not taken off the time of the last turn; a new
 * epoch that forgets the phase.
 */
class SpreadTest {
    private static final Instant MIDNIGHT = Instant.parse("2026-11-29T00:00:00Z");
    private static final List<String> FLEET =
            IntStream.rangeClosed(1, 42).mapToObj(i -> "sim-" + i).toList();

    /** Minutes of three days at which a list of a length is read whole, by a process that starts at some of them. */
    private static List<Integer> turns(String server, long listed, int... starts) {
        List<Integer> turns = new ArrayList<>();
        HourlyDuties duties = HourlyDuties.of(server);
        for (int minute = 0; minute < 3 * 24 * 60; minute++) {
            int at = minute;
            if (IntStream.of(starts).anyMatch(start -> start == at)) {
                duties = HourlyDuties.of(server);
            }
            Instant now = MIDNIGHT.plus(Duration.ofMinutes(minute));
            if (duties.due(now, listed).contains(Duty.WHOLE_LIST)) {
                turns.add(minute);
                duties = duties.done(Duty.WHOLE_LIST, now);
            }
        }
        return turns;
    }

    @Test
    void givenAFleet_whenADayGoesBy_thenNoMinuteHasMoreThanAFewDailyDutiesAndEachServerHasOneADay() {
        for (String server : FLEET) {
            List<Integer> turns = turns(server, 5_001);
            assertThat(turns).hasSize(4); // the start's, and one on each day
            assertThat(turns.get(2) - turns.get(1)).isEqualTo(24 * 60);
            assertThat(turns.get(3) - turns.get(2)).isEqualTo(24 * 60);
        }
        assertThat(busiest(5_001, 24 * 60)).isLessThanOrEqualTo(2);
    }

    @Test
    void givenAFleet_whenAnHourGoesBy_thenItsHourlyDutiesLieInManyMinutesAndEachServerHasOneAnHour() {
        for (String server : FLEET) {
            List<Integer> turns = turns(server, 5_000);
            assertThat(turns.size()).isBetween(3 * 24, 3 * 24 + 1); // 72 where the first is an hour after the start
            for (int i = 2; i < turns.size(); i++) {
                assertThat(turns.get(i) - turns.get(i - 1)).isEqualTo(60);
            }
        }
        assertThat(busiest(5_000, 60)).isLessThanOrEqualTo(5);
    }

    /** The most servers of which a duty turns in the same minute. */
    private static long busiest(long listed, int period) {
        return FLEET.stream()
                .collect(Collectors.groupingBy(server -> turns(server, listed).get(1) % period, Collectors.counting()))
                .values()
                .stream()
                .mapToLong(Long::longValue)
                .max()
                .orElseThrow();
    }

    /** What was done is not stored: a start does each once more, and the turns stay where they were. */
    @Test
    void givenARestart_whenDaysGoBy_thenTheTurnsAreThoseOfBeforeAndTheStartAddsOne() {
        for (String server : FLEET) {
            List<Integer> undisturbed = turns(server, 5_001);
            int start = undisturbed.get(1) + 100;

            List<Integer> restarted = new ArrayList<>(turns(server, 5_001, start));

            assertThat(restarted.get(2)).isEqualTo(start);
            restarted.subList(2, 3).clear();
            assertThat(restarted).isEqualTo(undisturbed);
        }
    }

    @Test
    void givenANewEpoch_whenItsDutiesBegin_thenTheyTurnAsTheServersDo() {
        HourlyDuties duties = HourlyDuties.of("sim-7").done(Duty.CENSUS, MIDNIGHT);

        assertThat(duties.anew()).isEqualTo(HourlyDuties.of("sim-7"));
        assertThat(duties.phase()).isPositive();
    }

    /** The month's sample of a census. Mutation seen to break it: a month that begins for all at once. */
    @Test
    void givenManyDatabases_whenTheirMonthsBegin_thenNoHourHasMoreThanAFew() {
        assertThat(IntStream.rangeClosed(1, 42)
                        .mapToObj(i -> CensusPlan.phase(i + "/1").toHours())
                        .collect(Collectors.groupingBy(hour -> hour, Collectors.counting()))
                        .values())
                .allMatch(count -> count <= 3);
    }
}

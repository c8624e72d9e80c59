package io.tidegate.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.RuntimeStatsInterval;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * When: peeks, grids, streaks. Mutations seen to break it: a new interval that leaves the count of cuts; a grid that
 * catches up on missed points; a peek's spacing from its end or its begin; all of its lateness made up for;
 * a closed interval that is peeked at until it settles, or not once behind its end.
 */
class ScheduleTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Instant NOON = Instant.parse("2026-11-29T12:00:00Z");

    @ParameterizedTest
    @CsvSource({"0, 60", "250, 60", "251, 60.24", "2000, 480", "7500, 1800", "60000, 1800"})
    @Incident(74)
    void givenWhatAPeekTook_whenScheduled_thenTheNextIsDueAfter240TimesThat(long millis, double seconds) {
        PeekSchedule due = new PeekSchedule(Duration.ofMinutes(1), 0, 5 * SECOND, 0, Instant.MIN);

        PeekSchedule next = due.afterPeek(Duration.ofMillis(millis), Duration.ZERO, 5 * SECOND, NOON);

        assertThat(next.spacing().toMillis()).isEqualTo((long) (seconds * 1000));
        assertThat(next.isDue(next.dueNanos() - 1)).isFalse();
        assertThat(next.isDue(next.dueNanos())).isTrue();
        assertThat(next.dueNanos()).isEqualTo(5 * SECOND + next.spacing().toNanos());
    }

    /** Each peek begins when a tick has come to it: up to some seconds behind the tick's own time, sooner or later than the last. */
    @ParameterizedTest
    @CsvSource({
        "60,  0, 60", // every tick
        "60, 50, 60", // for a quick peek of many databases: every tick as well
        "70,  0, 70", // what the budget allows, on the average
        "90,  0, 90",
        "300, 0, 300"
    })
    void givenTicksThatComeToItSoonerAndLater_whenPeeked_thenItIsAsOftenAsTheSpacingSays(
            long spacingSeconds, long millis, long meanSeconds) {
        Random random = new Random(7);
        PeekSchedule schedule = PeekSchedule.startingAt(3 * SECOND);
        long first = -1;
        long last = -1;
        int peeks = 0;
        for (long tick = 0; tick < 600; tick++) {
            long now = tick * 60 * SECOND + (tick == 0 ? 3 * SECOND : (long) (random.nextDouble() * 5 * SECOND));
            if (schedule.isDue(now)) {
                long due = schedule.dueNanos();
                schedule = schedule.afterPeek(Duration.ofMillis(millis), Duration.ofSeconds(spacingSeconds), now, NOON);
                assertThat(schedule.dueNanos() - due).isGreaterThanOrEqualTo(spacingSeconds * SECOND);
                first = first < 0 ? now : first;
                last = now;
                peeks++;
            }
        }
        double mean = (last - first) / (double) SECOND / (peeks - 1);

        assertThat(mean).isBetween(meanSeconds * 0.99, meanSeconds * 1.2);
    }

    @Test
    void givenAPeekThatWaitedLong_whenItHasCome_thenTheNextIsNotMuchSooner() {
        PeekSchedule late = PeekSchedule.startingAt(0).afterPeek(Duration.ZERO, Duration.ZERO, 1_000 * SECOND, NOON);

        assertThat(late.dueNanos()).isEqualTo(1_030 * SECOND);
        assertThat(late.afterPeek(Duration.ZERO, Duration.ZERO, 1_030 * SECOND, NOON)
                        .dueNanos())
                .isEqualTo(1_090 * SECOND);
    }

    @ParameterizedTest
    @CsvSource({
        "-1,  0, false", // before its end
        " 0,  0, false",
        "59,  1, false", // rows may be on their way
        "60,  0, true",
        "60,  5, true",
        "60, -1, false", // the source's clock has gone back since
    })
    void givenAPeek_whenItCameSoLongBehindAnIntervalsEnd_thenItWasTheLastBeforeThatSettlesOrNot(
            long seconds, long later, boolean isSeen) {
        RuntimeStatsInterval interval = new RuntimeStatsInterval(7, NOON.minusSeconds(900), NOON);
        IntervalClock clock = new IntervalClock(Duration.ofMinutes(15), Duration.ofSeconds(60));
        Instant at = NOON.plusSeconds(seconds);
        PeekSchedule schedule = PeekSchedule.startingAt(0);
        assertThat(schedule.hasSeen(interval, clock, at)).isFalse();

        PeekSchedule next = schedule.afterPeek(Duration.ZERO, Duration.ZERO, 0, at);

        assertThat(next.hasSeen(interval, clock, at.plusSeconds(later))).isEqualTo(isSeen);
        assertThat(next.afterCut(0).hasSeen(interval, clock, at.plusSeconds(later)))
                .isEqualTo(isSeen);
        assertThat(next.on(8, 0).hasSeen(interval, clock, at.plusSeconds(later)))
                .isEqualTo(isSeen);
        assertThat(next.unseen().hasSeen(interval, clock, at.plusSeconds(later)))
                .isFalse();
    }

    @Test
    void givenCutPeeks_whenThreeInARow_thenTheSpacingDoublesAndTheIntervalIsTooLarge() {
        PeekSchedule other =
                PeekSchedule.startingAt(0).afterOtherCut(0).afterOtherCut(0).afterOtherCut(0);
        assertThat(other.tooLarge()).as("cut by something else").isEmpty();
        assertThat(other.spacing()).isEqualTo(Duration.ofMinutes(8));
        PeekSchedule once = PeekSchedule.startingAt(0).afterCut(0);
        assertThat(once.spacing()).isEqualTo(Duration.ofMinutes(2));
        PeekSchedule thrice = once.afterCut(0).afterCut(0);
        assertThat(thrice.spacing()).isEqualTo(Duration.ofMinutes(8));
        assertThat(thrice.isTooLarge()).isTrue();
        assertThat(thrice.isDue(Long.MAX_VALUE / 2)).isFalse();

        assertThat(thrice.on(0, SECOND)).isEqualTo(thrice);
        PeekSchedule next = thrice.on(8, SECOND);
        assertThat(next.isTooLarge()).isFalse();
        assertThat(next.spacing()).isEqualTo(Duration.ofMinutes(8));
        assertThat(next.dueNanos()).isEqualTo(SECOND + next.spacing().toNanos());
        assertThat(next.isDue(next.dueNanos())).isTrue();
        assertThat(next.on(8, 5 * SECOND)).isEqualTo(next);
    }

    @Test
    void givenACutPeek_whenTheNextIsWhole_thenCountingCutsBeginsAnew() {
        assertThat(PeekSchedule.startingAt(0)
                        .afterCut(0)
                        .afterPeek(Duration.ZERO, Duration.ZERO, 0, NOON)
                        .cuts())
                .isZero();
        assertThat(PeekSchedule.startingAt(0).isDue(0)).isTrue();
    }

    @Test
    void givenAGrid_whenPointsAreMissed_thenTheyAreSkippedAndTheGridStays() {
        DueGrid grid = new DueGrid(7, Duration.ofNanos(10));

        assertThat(grid.nextAfter(7)).isEqualTo(17);
        assertThat(grid.nextAfter(6)).isEqualTo(7);
        assertThat(grid.nextAfter(58)).isEqualTo(67);
        assertThat(new DueGrid(-3, Duration.ofNanos(10)).nextAfter(-20)).isEqualTo(-13);
    }

    @Test
    void givenTwoLoopsOfManyServers_whenSpread_thenEachBackfillIsDueHalfwayBetweenTwoTicksOfItsServer() {
        Duration tick = Duration.ofMinutes(1);
        long minute = tick.toNanos();
        for (int i = 0; i < 7; i++) {
            DueGrid ticks = DueGrid.spread(-12_345, tick, i, 7);
            DueGrid backfills = DueGrid.between(ticks, Duration.ofMinutes(5), i, 7);

            long due = backfills.nextAfter(ticks.phaseNanos());
            assertThat(due - ticks.lastAt(due)).isEqualTo(minute / 2);
            assertThat(backfills.phaseNanos() - ticks.phaseNanos()).isEqualTo(minute / 2 + 5 * i / 7 * minute);
        }
    }

    @Test
    @Incident(71)
    void givenAFleet_whenSpread_thenPhasesFillTheCadence() {
        for (int i = 0; i < 10; i++) {
            assertThat(DueGrid.spread(100, Duration.ofNanos(1000), i, 10).phaseNanos())
                    .isEqualTo(100 + i * 100L);
        }
        assertThatThrownBy(() -> new DueGrid(0, Duration.ZERO)).hasMessageContaining("cadence");
    }

    @Test
    @Incident(63)
    void givenRefusals_whenAGrantComes_thenOnlyThatEndsTheStreak() {
        DeferralStreak streak = DeferralStreak.NONE.afterDeferral(5 * SECOND).afterDeferral(9 * SECOND);
        assertThat(streak.refusals()).isEqualTo(2);
        assertThat(streak.keptOut(15 * SECOND)).isEqualTo(Duration.ofSeconds(10));
        assertThat(streak.afterGrant()).isEqualTo(DeferralStreak.NONE);
        assertThat(DeferralStreak.NONE.keptOut(15)).isZero();
    }

    /** Tick every 60 s at :00, backfill due at second 330. */
    @ParameterizedTest
    @CsvSource({"2, 300, false", "3, 300, true", "3, 240, false", "3, 360, false", "4, 300, true"})
    void givenABackfillRefusedThrice_whenTheTickTries_thenItSkipsTheLastTryBeforeTheBackfillOnly(
            int refusals, long tickSecond, boolean skips) {
        DeferralStreak streak = new DeferralStreak(refusals, 0);
        DueGrid tick = new DueGrid(0, Duration.ofSeconds(60));

        assertThat(streak.makesTickSkip(tick, tickSecond * SECOND, 330 * SECOND))
                .isEqualTo(skips);
    }
}

package io.tidegate.core.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tidegate.core.incident.Incident;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * What the hour has cost and who may still go. Mutations seen to break it: a window that does not slide, or forgets one lease
 * at a time; a rank that may use all; a limit without cores; an estimate charged as nothing; a running lease that is not
 * counted; time and CPU swapped.
 */
class HeavyAccountTest {
    private static final HeavyBudget STANDARD = HeavyBudget.STANDARD;

    private final HeavyAccount account = new HeavyAccount();

    @Test
    @Incident(73)
    void givenFourCores_whenReckoned_thenTwoThousandthsOfFourHoursOfCpu() {
        assertThat(STANDARD.cpuTime(4)).isEqualTo(Duration.ofMillis(28_800));
        assertThat(STANDARD.cpuTime(1)).isEqualTo(Duration.ofMillis(7_200));
    }

    @Test
    void givenNoReadingOfCores_whenAsked_thenOneIsAssumedAndSaidSo() {
        Usage usage = account.usage(STANDARD, 0);

        assertThat(usage.cores()).isEqualTo(1);
        assertThat(usage.areCoresAssumed()).isTrue();
        assertThat(usage.words()).contains("7.2 s CPU", "1 core, assumed");

        account.coresSeen(8);
        assertThat(account.usage(STANDARD, 0).cpuLimit()).isEqualTo(Duration.ofMillis(57_600));
        assertThat(account.usage(STANDARD, 0).areCoresAssumed()).isFalse();
        assertThat(account.usage(STANDARD, 0).words()).endsWith("(8 cores)");

        account.coresSeen(0);
        assertThat(account.usage(STANDARD, 0).cores()).as("no server has none").isEqualTo(1);
    }

    @Test
    void givenAShrinkingBudget_whenAsked_thenPeeksStopFirstAndSettledReadsLast() {
        account.coresSeen(64);
        Rank[] lastToFirst = {Rank.PEEK, Rank.BACKFILL, Rank.CENSUS, Rank.CONTENT, Rank.SETTLED};
        for (int stopped = 1; stopped <= lastToFirst.length; stopped++) {
            lease(stopped == 1 ? 18 : 3, 0.1);
            for (int i = 0; i < lastToFirst.length; i++) {
                assertThat(account.allowance(STANDARD, lastToFirst[i], seconds(100))
                                .isGranted())
                        .as("%s after %d stops", lastToFirst[i], stopped)
                        .isEqualTo(i >= stopped);
            }
        }
    }

    @Test
    void givenCpuSpentBeforeTime_whenAsked_thenTheScarcerOneRules() {
        account.coresSeen(1);
        lease(2, 7.1);

        Allowance settled = account.allowance(STANDARD, Rank.SETTLED, seconds(100));

        assertThat(settled.isGranted()).isFalse();
        assertThat(settled.words()).contains("2.0 s of 30.0 s heavy time", "7.1 s of 7.2 s CPU", "settled reads");
    }

    @Test
    void givenALeaseWithoutAReading_whenCharged_thenItsElapsedTimeCountsAsCpu() {
        account.coresSeen(64);
        account.begun(0);
        account.ended(seconds(12), Duration.ZERO, Duration.ofMillis(3), true, true);

        Usage usage = account.usage(STANDARD, seconds(12));

        assertThat(usage.cpuUsed()).isEqualTo(Duration.ofSeconds(12));
        assertThat(usage.isEstimated()).isTrue();
        assertThat(usage.words()).endsWith("(64 cores), estimated");

        account.begun(seconds(20));
        account.ended(seconds(21), Duration.ZERO, Duration.ofMillis(3), false, true);
        assertThat(account.usage(STANDARD, seconds(21)).isEstimated())
                .as("a part of the sum is")
                .isTrue();
    }

    @Test
    void givenALeaseWhoseBeginWasNotTold_whenEnded_thenItCostsWhatItsRowSays() {
        account.ended(seconds(12), Duration.ofSeconds(5), Duration.ofMillis(3), false, true);

        assertThat(account.usage(STANDARD, seconds(12)).heavyUsed()).isEqualTo(Duration.ofSeconds(5));
        assertThat(account.usage(STANDARD, seconds(12)).cpuUsed()).isEqualTo(Duration.ofMillis(3));
    }

    @Test
    void givenLeasesOfAnEarlierProcess_whenAsked_thenTheyCountUntilTheirHourIsOver() {
        account.coresSeen(64);
        account.before(seconds(-3_000), Duration.ofSeconds(14), Duration.ofSeconds(2), false, false);
        account.before(seconds(-60), Duration.ofSeconds(16), Duration.ofSeconds(3), true, false);

        Allowance spent = account.allowance(STANDARD, Rank.SETTLED, 0);
        assertThat(spent.usage().heavyUsed()).isEqualTo(Duration.ofSeconds(30));
        assertThat(spent.usage().cpuUsed()).as("the second was estimated").isEqualTo(Duration.ofSeconds(5));
        assertThat(spent.usage().isEstimated()).isTrue();
        assertThat(spent.until()).as("the older one goes first").isEqualTo(Duration.ofMinutes(10));

        assertThat(account.usage(STANDARD, seconds(600)).heavyUsed()).isEqualTo(Duration.ofSeconds(16));
        assertThat(account.usage(STANDARD, seconds(3_540)).heavyUsed()).isZero();
    }

    @Test
    void givenManyLeases_whenTwoHoursHavePassed_thenAllOfThemAreForgotten() {
        lease(20, 0.1);
        lease(5, 0.1);
        lease(3, 0.1);

        assertThat(account.usage(STANDARD, seconds(7_200)).heavyUsed()).isZero();
    }

    @Test
    void givenTheLeastThatIsWorthALogin_whenAsked_thenItMayGoAndWithLessNot() {
        account.coresSeen(64);
        lease(29.8, 0.1);
        assertThat(account.allowance(STANDARD, Rank.SETTLED, seconds(100)).left())
                .isEqualTo(Duration.ofMillis(200));

        lease(0.001, 0.001);
        assertThat(account.allowance(STANDARD, Rank.SETTLED, seconds(100)).isGranted())
                .isFalse();
    }

    @Test
    void givenATimeToWait_whenSaid_thenInMinutesRoundedUp() {
        Usage usage = account.usage(STANDARD, 0);

        assertThat(new Allowance(Rank.PEEK, Duration.ZERO, Duration.ofSeconds(61), usage).words())
                .endsWith("; peeks may use 60 % of it and go on in about 2 min");
        assertThat(new Allowance(Rank.PEEK, Duration.ZERO, Duration.ofMinutes(2), usage).words())
                .endsWith("about 2 min");
        assertThat(new Allowance(Rank.PEEK, Duration.ZERO, Duration.ZERO, usage).words())
                .endsWith("about 1 min");
    }

    @Test
    void givenALeaseThatSentNothing_whenEnded_thenItCostsNothing() {
        account.begun(0);
        account.ended(seconds(12), Duration.ZERO, Duration.ZERO, false, false);

        assertThat(account.usage(STANDARD, seconds(12)).heavyUsed()).isZero();
    }

    @Test
    void givenALeaseUnderWay_whenAsked_thenItsTimeCountsAlready() {
        account.begun(0);

        assertThat(account.usage(STANDARD, seconds(40)).heavyUsed()).isEqualTo(Duration.ofSeconds(40));
        Allowance settled = account.allowance(STANDARD, Rank.SETTLED, seconds(40));
        assertThat(settled.isGranted()).isFalse();
        assertThat(settled.until()).as("nobody knows its end").isEqualTo(HeavyBudget.WINDOW);
    }

    @Test
    void givenASpentBudget_whenAnHourHasPassed_thenItSlidesAndSaidWhen() {
        account.coresSeen(64);
        lease(20, 0.1);
        account.begun(seconds(1_800));
        account.ended(seconds(1_815), Duration.ZERO, Duration.ofMillis(1), false, true);

        Allowance spent = account.allowance(STANDARD, Rank.SETTLED, seconds(1_900));
        assertThat(spent.isGranted()).isFalse();
        assertThat(spent.until()).isEqualTo(Duration.ofSeconds(3_620 - 1_900));

        Allowance slid = account.allowance(STANDARD, Rank.SETTLED, seconds(3_620));
        assertThat(slid.isGranted()).isTrue();
        assertThat(slid.left()).isEqualTo(Duration.ofSeconds(15));
    }

    @Test
    void givenNoLimit_whenAnythingWasSpent_thenAllGo() {
        lease(3_000, 3_000);

        assertThat(account.allowance(HeavyBudget.UNLIMITED, Rank.PEEK, seconds(3_001))
                        .isGranted())
                .isTrue();
        assertThat(new HeavyBudget(HeavyBudget.WINDOW, 99).isUnlimited()).isFalse();
        assertThat(new HeavyBudget(Duration.ofSeconds(30), 100).isUnlimited()).isFalse();
    }

    @Test
    void givenLimitsThatAreNone_whenMade_thenRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new HeavyBudget(Duration.ZERO, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new HeavyBudget(Duration.ofHours(2), 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new HeavyBudget(Duration.ofSeconds(1), 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new HeavyBudget(Duration.ofSeconds(1), 101));
    }

    @Test
    @Incident(74)
    void givenMoreDatabasesOrDearerPeeks_whenPaced_thenTheyAreFartherApart() {
        PeekPace one = new PeekPace(STANDARD, 64, 1);
        assertThat(one.spacing(Duration.ofSeconds(1), Duration.ZERO)).isEqualTo(Duration.ofSeconds(400));
        assertThat(one.spacing(Duration.ofSeconds(2), Duration.ZERO)).isEqualTo(Duration.ofSeconds(800));
        assertThat(new PeekPace(STANDARD, 64, 3).spacing(Duration.ofSeconds(1), Duration.ZERO))
                .isEqualTo(Duration.ofSeconds(1_200));
        assertThat(new PeekPace(STANDARD, 1, 1).spacing(Duration.ofSeconds(1), Duration.ofSeconds(1)))
                .isBetween(Duration.ofSeconds(1_666), Duration.ofSeconds(1_667));
        assertThat(new PeekPace(STANDARD, 4, 1).spacing(Duration.ofMillis(1), Duration.ofSeconds(1)))
                .as("a quarter of that on four cores")
                .isBetween(Duration.ofSeconds(416), Duration.ofSeconds(417));
        assertThat(new PeekPace(HeavyBudget.UNLIMITED, 1, 9).spacing(Duration.ofSeconds(9), Duration.ofSeconds(9)))
                .isZero();
    }

    /** A lease that began when the ticker was at zero. */
    private void lease(double heldSeconds, double cpuSeconds) {
        account.begun(0);
        account.ended(seconds(heldSeconds) - seconds(0), Duration.ZERO, millis(cpuSeconds), false, true);
    }

    private static Duration millis(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1_000));
    }

    private static long seconds(double seconds) {
        return Math.round(seconds * 1_000_000_000);
    }

    /** Mutations seen to break it: light work that is not added to the CPU; that counts as heavy time; that is not forgotten. */
    @Test
    void givenLightWork_whenAnHourHasNotPassed_thenItTakesFromTheCpuAloneAndIsShown() {
        HeavyAccount account = new HeavyAccount();
        account.light(0, Duration.ofMillis(1_500));
        account.light(seconds(60), Duration.ofMillis(500));
        account.light(seconds(60), Duration.ZERO);

        Usage usage = account.usage(STANDARD, seconds(120));
        assertThat(usage.heavyUsed()).isZero();
        assertThat(usage.cpuUsed()).isEqualTo(Duration.ofSeconds(2)).isEqualTo(usage.lightUsed());
        assertThat(usage.words()).contains("2.0 s of 7.2 s CPU (light 2.0 s)");
        assertThat(account.allowance(STANDARD, Rank.SETTLED, seconds(120)).left())
                .isEqualTo(Duration.ofMillis(5_200));
        assertThat(account.usage(STANDARD, seconds(3_600)).lightUsed()).isEqualTo(Duration.ofMillis(500));
    }
}

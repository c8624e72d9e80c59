package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.time.ManualTicker;
import io.tidegate.sqlserver.fault.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * How a server that is gone, or refuses us, is tried again. Mutations seen to break it: a wait that does not grow, one
 * without a limit, one without chance; a try that leaves the other loop its own; a success on a kept session that forgets
 * the refusal.
 */
class ReconnectTest {
    private static final Duration CADENCE = Duration.ofMinutes(1);
    private static final Fault GONE = new Fault.Unreachable("gone", 0);
    private static final Fault REFUSED = new Fault.LoginRefused("refused", 18456);

    private final ManualTicker ticker = new ManualTicker();

    @Test
    void givenAServerThatIsGone_whenTriedForADay_thenEachCadenceAtFirstAndEachFifthForEver() {
        Reconnect reconnect = with(1);

        List<Duration> waits = waits(reconnect, GONE, Duration.ofDays(1));

        assertThat(waits.subList(0, 5)).containsExactly(minutes(1), minutes(2), minutes(4), minutes(5), minutes(5));
        assertThat(waits).as("no end").hasSizeGreaterThan(24 * 12 - 5);
        assertThat(waits).allSatisfy(wait -> assertThat(wait).isLessThanOrEqualTo(minutes(5)));
    }

    @Test
    void givenALoginThatIsRefused_whenTriedForAnHour_thenFourTimesAtMost() {
        assertThat(waits(with(0), REFUSED, Duration.ofHours(1)))
                .containsExactly(minutes(5), minutes(10), minutes(20), minutes(30));
        assertThat(waits(with(1), REFUSED, Duration.ofDays(1)))
                .hasSizeLessThan(4 + 2 * 24)
                .hasSizeGreaterThan(30);
    }

    @Test
    void givenChance_whenServersComeBack_thenTheyDoNotComeAllAtOnce() {
        assertThat(waits(with(0), GONE, minutes(1)).getFirst()).isEqualTo(Duration.ofSeconds(30));
        assertThat(waits(with(0.5), GONE, minutes(1)).getFirst()).isEqualTo(Duration.ofSeconds(45));
        assertThat(waits(with(0.5), REFUSED, minutes(1)).getFirst()).isEqualTo(Duration.ofMillis(337_500));
    }

    @Test
    void givenATryThatIsDue_whenBothLoopsAsk_thenOneIsLetThrough() {
        Reconnect reconnect = with(1);
        reconnect.failed(REFUSED);
        ticker.advance(minutes(10));

        assertThat(reconnect.ask()).isZero();
        assertThat(reconnect.ask()).isPositive();
    }

    @Test
    void givenARefusal_whenAKeptSessionAnswers_thenItStandsUntilALoginGoesWell() {
        Reconnect reconnect = with(1);
        reconnect.failed(REFUSED);

        reconnect.probed(false);
        assertThat(reconnect.ask()).isPositive();
        reconnect.probed(true);
        assertThat(reconnect.ask()).isZero();
    }

    @Test
    void givenAServerThatIsGone_whenItIsBack_thenNothingIsLeftOfTheWait() {
        Reconnect reconnect = with(1);
        waits(reconnect, GONE, Duration.ofHours(1));

        reconnect.failed(new Fault.Transient("it is there, and busy", 17142, false));

        assertThat(reconnect.ask()).isZero();
        reconnect.failed(GONE);
        assertThat(reconnect.ask()).isEqualTo(minutes(1));
    }

    /** Fails again and again for a time; what it has to wait after each failure. */
    private List<Duration> waits(Reconnect reconnect, Fault fault, Duration time) {
        List<Duration> waits = new ArrayList<>();
        for (Duration past = Duration.ZERO; past.compareTo(time) < 0; ) {
            assertThat(reconnect.ask()).isZero();
            reconnect.failed(fault);
            Duration wait = reconnect.ask();
            ticker.advance(wait);
            waits.add(wait);
            past = past.plus(wait);
        }
        return waits;
    }

    /** Chance that always says the same; 1 stands for as near to it as can be. */
    private Reconnect with(double chance) {
        RandomGenerator random = new RandomGenerator() {
            @Override
            public long nextLong() {
                throw new AssertionError("not asked");
            }

            @Override
            public double nextDouble() {
                return chance;
            }
        };
        return new Reconnect(ticker, random, CADENCE);
    }

    private static Duration minutes(long minutes) {
        return Duration.ofMinutes(minutes);
    }
}

package io.sqlserversim.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ClocksTest {
    private static final Instant START = Instant.parse("2026-11-29T08:00:00.123456789Z");

    private final AtomicLong nanos = new AtomicLong(-5);

    @Test
    void givenSixtyTimesTheSpeed_whenASecondPasses_thenAMinuteIsShown() {
        AcceleratedClock clock = new AcceleratedClock(START, 60, nanos::get);
        nanos.addAndGet(1_000_000_000);
        assertThat(clock.now()).isEqualTo(Instant.parse("2026-11-29T08:01:00.123456700Z"));
        assertThat(clock.real(Duration.ofMinutes(2))).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void givenAFrozenClock_whenTimePasses_thenItStandsForGood() {
        AcceleratedClock clock = new AcceleratedClock(START, 60, nanos::get);
        nanos.addAndGet(1_000_000_000);
        Instant stopped = clock.freeze();
        nanos.addAndGet(1_000_000_000);
        assertThat(clock.isFrozen()).isTrue();
        assertThat(clock.now()).isEqualTo(stopped).isEqualTo(clock.freeze());
    }

    @Test
    void givenAManualClock_whenMoved_thenOnlyThat() {
        ManualClock clock = new ManualClock(START);
        assertThat(clock.advance(Duration.ofHours(-1))).isEqualTo(clock.now());
        clock.set(START);
        assertThat(clock.now()).isEqualTo(Instant.parse("2026-11-29T08:00:00.123456700Z"));
        assertThat(clock.real(Duration.ofSeconds(5))).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void givenARealClock_whenAsked_thenTicksOf100Nanoseconds() {
        assertThat(new RealClock(InstantSource.fixed(START)).now())
                .isEqualTo(Instant.parse("2026-11-29T08:00:00.123456700Z"));
    }

    @Test
    void givenNoSpeed_whenMade_thenRefused() {
        assertThatThrownBy(() -> new AcceleratedClock(START, 0, nanos::get)).hasMessageContaining("at least 1, was 0");
    }
}

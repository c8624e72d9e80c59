package io.tidegate.core.budget;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Mutations meant to break it: the limit itself is aimed at; no most; spaced from half of the limit on; all probes ever are averaged;
 * one probe is enough.
 */
class LightPaceTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration NEAR = Duration.ofMinutes(5);

    /** Of 6 s an hour: 60 probes of 100 ms use it up. */
    @ParameterizedTest
    @CsvSource({"40,1", "99,1", "101,3", "140,3", "160,4", "900,4"})
    void givenProbesOfOneCost_whenAsked_thenTheyTakeHalfOfTheBudgetWhereTheyWouldTakeMoreThanAll(
            int millis, int apart) {
        LightPace pace = new LightPace(MINUTE, NEAR);
        for (int i = 0; i < 10; i++) {
            pace.cost(Duration.ofMillis(millis));
        }

        LightPace.Spacing spacing = pace.spacing(Duration.ofSeconds(6));

        assertThat(spacing.cadences()).isEqualTo(apart);
        assertThat(spacing.words().isEmpty()).isEqualTo(apart == 1);
        if (millis == 140) {
            assertThat(spacing.words())
                    .isEqualTo("probes alone would use 8.4 s of the 6.0 s CPU that budgets.cpu allows in an hour,"
                            + " so they come every 180 s");
        }
    }

    @Test
    void givenAFirstProbeThatAsksMore_whenOthersFollow_thenItAloneSpacesNothing() {
        LightPace pace = new LightPace(MINUTE, NEAR);
        pace.cost(Duration.ofSeconds(2));
        assertThat(pace.spacing(Duration.ofSeconds(6)).cadences()).isEqualTo(1);
        for (int i = 0; i < 4; i++) {
            pace.cost(Duration.ofMillis(10));
        }
        assertThat(pace.spacing(Duration.ofSeconds(6)).cadences()).isEqualTo(4);
        for (int i = 0; i < 6; i++) {
            pace.cost(Duration.ofMillis(10));
        }
        assertThat(pace.spacing(Duration.ofSeconds(6)).cadences())
                .as("ten others")
                .isEqualTo(1);
    }

    /** A probe tells of the time since the one before only where that is near. */
    @ParameterizedTest
    @CsvSource({"60,300,4", "30,300,5", "300,600,1", "150,300,1"})
    void givenACadence_whenProbesCostTooMuch_thenTheyAreNeverFurtherApartThanWhatKeepsTheirTimeTold(
            int cadence, int near, int apart) {
        LightPace pace = new LightPace(Duration.ofSeconds(cadence), Duration.ofSeconds(near));
        for (int i = 0; i < 10; i++) {
            pace.cost(Duration.ofMinutes(1));
        }

        assertThat(pace.spacing(Duration.ofSeconds(6)).cadences()).isEqualTo(apart);
        assertThat(pace.spacing(Duration.ofSeconds(6)).words()).contains("probes alone");
    }
}

package io.tidegate.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.web.api.Nearest;
import io.tidegate.web.api.Spans;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnitsTest {
    @ParameterizedTest
    @CsvSource({"500ms,500", "90s,90000", "5m,300000", "3h,10800000", "1d,86400000", "PT1M30S,90000"})
    void givenADuration_whenParsed_thenItHasSoManyMillis(String text, long millis) {
        assertThat(Spans.parse(text)).contains(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"90", "", "soon", "1 fortnight", "-5s"})
    void givenNoDuration_whenParsed_thenItIsRefused(String text) {
        assertThat(Spans.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1B,1", "512KB,524288", "64MB,67108864", "2 GB,2147483648"})
    void givenASize_whenParsed_thenItHasSoManyBytes(String text, long bytes) {
        assertThat(Units.bytes(text)).contains(bytes);
    }

    @ParameterizedTest
    @CsvSource({"PT0.5S,500ms", "PT90S,90s", "PT5M,5m", "PT3H,3h", "PT9600H,400d", "PT0S,0s"})
    void givenADuration_whenShown_thenItIsWhatAUserWouldWrite(Duration duration, String text) {
        assertThat(Spans.text(duration)).isEqualTo(text);
    }

    @Test
    void givenAMisspeltName_whenLookedUp_thenTheNearestIsNamedAndANothingLikeItListsAll() {
        List<String> known = List.of("tick", "backfill", "deadline");

        assertThat(Nearest.hint("backfil", known)).isEqualTo("did you mean 'backfill'?");
        assertThat(Nearest.hint("tikc", known)).isEqualTo("did you mean 'tick'?");
        assertThat(Nearest.hint("zzzzzz", known)).isEqualTo("known are: tick, backfill, deadline");
    }
}

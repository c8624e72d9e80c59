package io.tidegate.sqlserver.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import java.lang.reflect.Proxy;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.TimeZone;
import microsoft.sql.DateTimeOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The driver's times as ticks, whatever the offset they are shown with and wherever we run. */
class ValuesTest {
    private static final long TICKS_PER_SECOND = 10_000_000;
    private final TimeZone before = TimeZone.getDefault();

    @AfterEach
    void restore() {
        TimeZone.setDefault(before);
    }

    /** Fails when the seventh digit is dropped, or when a second before 1970 is rounded towards it. */
    @ParameterizedTest
    @CsvSource({
        "2026-03-29T00:59:59.9999999Z, 0",
        "2026-03-29T01:00:00.0000001Z, 330",
        "2026-11-01T05:59:59.1234567Z, -240",
        "1969-12-31T23:59:59.9999999Z, 60",
        "0001-01-01T00:00:00.0000001Z, 0"
    })
    @Incident({98, 99})
    void givenAnInstantAtAnyOffset_whenRead_thenItsTicksAreThoseOfTheInstant(String text, int offsetMinutes)
            throws SQLException {
        Instant instant = Instant.parse(text);

        assertThat(Values.ticks(row(instant, offsetMinutes), 1))
                .isEqualTo(instant.getEpochSecond() * TICKS_PER_SECOND + instant.getNano() / 100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTC", "America/New_York", "Asia/Kolkata", "Europe/Berlin"})
    @Incident(98)
    void givenAHourThatClocksSkipOrRepeat_whenReadInAnyZone_thenItIsTheSame(String zone) throws SQLException {
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        for (String text : new String[] {"2026-03-29T01:30:00Z", "2026-10-25T00:30:00Z", "2026-11-01T06:30:00Z"}) {
            Instant instant = Instant.parse(text);

            assertThat(Values.ticks(row(instant, -240), 1)).isEqualTo(instant.getEpochSecond() * TICKS_PER_SECOND);
            assertThat(Values.instant(row(instant, 330), 1)).isEqualTo(instant);
        }
    }

    private static ResultSet row(Instant instant, int offsetMinutes) {
        DateTimeOffset value = DateTimeOffset.valueOf(Timestamp.from(instant), offsetMinutes);
        return (ResultSet) Proxy.newProxyInstance(
                ValuesTest.class.getClassLoader(), new Class<?>[] {ResultSet.class}, (p, m, a) -> {
                    assertThat(m.getName()).isEqualTo("getObject");
                    return value;
                });
    }
}

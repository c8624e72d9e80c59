package io.tidegate.core.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.store.HeldRows;
import io.tidegate.core.store.StoreDisk.Size;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/**
 * Mutations seen to break it: growth by all rows; by seven days of a store that is three days old; the disk is full when the
 * retention is over; a disk that has room is told to be full one day; no rows are taken for no growth.
 */
class StoreStatusTest {
    private static final Instant NOW = Instant.parse("2026-11-30T00:00:00Z");
    private static final long GB = 1_000_000_000;
    private static final Size SIZE = new Size(2 * GB, 3 * GB);

    @Test
    @Incident(102)
    void givenRowsOfALongTime_whenReckoned_thenTheLastWeekSaysHowItGrowsWhenTheDiskIsFullAndWhereItSettles() {
        HeldRows rows = new HeldRows(2_000_000, 700_000, NOW.minus(Duration.ofDays(30)));

        StoreStatus status = StoreStatus.of(SIZE, rows, NOW, Duration.ofDays(400));

        assertThat(status.growthBytesPerDay()).isEqualTo(GB / 10);
        assertThat(status.fullAt()).isEqualTo(NOW.plus(Duration.ofDays(30)));
        assertThat(status.settlesAtBytes()).isEqualTo(40 * GB);
        assertThat(status.words())
                .isEqualTo("store: 2.0 GB, 3.0 GB free; grows by 100.0 MB a day, to 40.0 GB within its retention;"
                        + " at that rate the disk is full on 2026-12-30");
        assertThat(StoreStatus.of(SIZE, rows, NOW, Duration.ofDays(40)).words())
                .endsWith("to 4.0 GB within its retention, for which the disk has room");
        assertThat(StoreStatus.of(SIZE, rows, NOW, null).words())
                .endsWith("a day; at that rate the disk is full on 2026-12-30");
    }

    @Test
    void givenAStoreThatIsThreeDaysOld_whenReckoned_thenGrowthIsThatOfThreeDays() {
        HeldRows rows = new HeldRows(3_000, 3_000, NOW.minus(Duration.ofDays(3)));

        assertThat(StoreStatus.of(SIZE, rows, NOW, null).growthBytesPerDay()).isEqualTo(666_666_667L);
    }

    @Test
    void givenNoRowsOrNoneADayOld_whenReckoned_thenNothingIsForecast() {
        for (HeldRows rows :
                new HeldRows[] {new HeldRows(0, 0, null), new HeldRows(9, 9, NOW.minus(Duration.ofHours(23)))}) {
            StoreStatus status = StoreStatus.of(SIZE, rows, NOW, Duration.ofDays(400));

            assertThat(status.growthBytesPerDay()).isNull();
            assertThat(status.fullAt()).isNull();
            assertThat(status.settlesAtBytes()).isNull();
            assertThat(status.words()).endsWith("how fast it grows is known when it has rows a day old");
        }
    }

    @Test
    void givenNothingNewForAWeek_whenReckoned_thenItDoesNotGrow() {
        StoreStatus status = StoreStatus.of(SIZE, new HeldRows(9, 0, NOW.minus(Duration.ofDays(30))), NOW, null);

        assertThat(status.growthBytesPerDay()).isZero();
        assertThat(status.fullAt()).isNull();
        assertThat(status.words()).isEqualTo("store: 2.0 GB, 3.0 GB free; grows by 0.0 MB a day");
    }
}

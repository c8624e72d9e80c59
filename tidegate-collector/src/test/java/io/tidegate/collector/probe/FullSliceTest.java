package io.tidegate.collector.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.model.Kind;
import io.tidegate.core.store.LedgerEntry;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists whose last slice is full, nearly full, or has one interval. */
class FullSliceTest {
    /**
     * Mutations seen to break it: a list whose last slice is full and is taken for all of it; an empty slice behind it that is
     * asked for its last interval.
     */
    @ParameterizedTest
    @CsvSource({"1030, 999", "1031, 1000", "1032, 1001", "2064, 2000"})
    void givenAListOfSoMany_whenProbed_thenAllOfItIsListedAndItsOptionsAreKept(int minutes, int count) {
        try (var fixture = new CollectorFixture(FleetSpec.TEST.paced(1, 1, Duration.ofMinutes(minutes)))) {
            Prober prober = fixture.prober();
            prober.probe();

            var series = fixture.store.reader().allSeries().getFirst().key();
            assertThat(fixture.store.reader().ledger(series))
                    .filteredOn(entry -> entry.kind() == Kind.RUNTIME)
                    .hasSize(count)
                    .extracting(LedgerEntry::goneAt)
                    .containsOnlyNulls();
            assertThat(fixture.store.reader().options(series)).isPresent();
            assertThat(prober.states().get(fixture.database()).isEpochSuspect()).isFalse();
            prober.close();
        }
    }
}

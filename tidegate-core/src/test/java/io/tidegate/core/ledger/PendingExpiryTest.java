package io.tidegate.core.ledger;

import static io.tidegate.core.ledger.RuleFixture.entry;
import static io.tidegate.core.ledger.RuleFixture.hour;
import static io.tidegate.core.ledger.RuleFixture.options;
import static io.tidegate.core.store.LedgerEntry.State.GONE;
import static io.tidegate.core.store.LedgerEntry.State.HELD;
import static io.tidegate.core.store.LedgerEntry.State.LISTED;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.store.LedgerEntry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The source's clock is hour 100 and 10 minutes; interval n ends at hour n. The cap is 1,000 MB. */
class PendingExpiryTest {
    private static final List<LedgerEntry> ENTRIES =
            List.of(entry(3, GONE), entry(4, HELD), entry(7, LISTED), entry(9, LISTED), entry(101, LISTED));

    @Test
    @Incident(83)
    void givenPendingIntervals_whenAsked_thenTheOldestGoesWhenItIsAsOldAsTheThreshold() {
        assertThat(expiry(options(30, 800, true)))
                .contains(new PendingExpiry(hour(7).plus(Duration.ofDays(30)), false));
    }

    @Test
    @Incident(83)
    void givenAStoreAboveFourFifthsOfItsCap_whenAsked_thenItMayGoEarlierUnlessCleanUpIsOff() {
        assertThat(expiry(options(30, 801, true))).contains(new PendingExpiry(hour(7).plus(Duration.ofDays(30)), true));
        assertThat(expiry(options(30, 801, false)))
                .contains(new PendingExpiry(hour(7).plus(Duration.ofDays(30)), false));
    }

    @Test
    void givenNoThreshold_whenAsked_thenNothingGoesByAge() {
        assertThat(expiry(options(0, 100, true))).contains(new PendingExpiry(null, false));
        assertThat(expiry(options(0, 900, true))).contains(new PendingExpiry(null, true));
    }

    @Test
    void givenNothingSettledThatIsNotHeld_whenAsked_thenNothingIsSaid() {
        Coverage coverage = coverage(options(30, 900, true));

        assertThat(PendingExpiry.of(coverage, List.of(entry(4, HELD), entry(101, LISTED)), options(30, 900, true)))
                .isEmpty();
    }

    private static Optional<PendingExpiry> expiry(QueryStoreOptions options) {
        return PendingExpiry.of(coverage(options), ENTRIES, options);
    }

    private static Coverage coverage(QueryStoreOptions options) {
        return new Coverage(IntervalClock.of(options), hour(100).plusSeconds(600));
    }
}

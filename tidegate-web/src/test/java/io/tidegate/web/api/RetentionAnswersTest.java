package io.tidegate.web.api;

import static io.tidegate.core.store.StoreFixture.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.ledger.TimeCoverage;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.InMemoryStore;
import io.tidegate.core.store.StoreChanges;
import io.tidegate.core.store.StoreDisk;
import io.tidegate.core.store.StoreFixture;
import io.tidegate.web.api.Answers.Count;
import io.tidegate.web.api.Answers.DatabaseCoverage;
import io.tidegate.web.api.Answers.Seconds;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a source lists that is older than the retention. Mutation seen to break it: {@link TimeCoverage} is not told how old that is. */
class RetentionAnswersTest {
    private final InMemoryStore store = new InMemoryStore();

    @Test
    void givenListedIntervalsBeyondTheRetention_whenAsked_thenTheyAreExcludedWithTheReasonAndNothingIsPending() {
        SeriesKey one = StoreFixture.series(store, "sim-1", "Sales");
        StoreFixture.list(store, one, 1, 2, 3);
        StoreFixture.held(store, one, 3, StoreFixture.row(3, 7, 1));

        DatabaseCoverage known = coverage(Duration.ofDays(1));
        assertThat(known.words()).containsExactly(new Count("held", 1), new Count("excluded", 2));
        assertThat(known.pendingUntil()).isNull();
        assertThat(Objects.requireNonNull(known.watched()).words()).contains(new Seconds("excluded", 7_200));
        assertThat(known.watched().toString()).contains("older than the retention of 1 day");
        assertThat(coverage(null).words()).containsExactly(new Count("held", 1), new Count("pending", 2));
    }

    private DatabaseCoverage coverage(@Nullable Duration retention) {
        StoreSize size = new StoreSize(store.reader(), StoreDisk.UNKNOWN, retention, () -> NOW);
        return new StoreAnswers(
                        store.reader(), new StoreChanges(), size, StoreAnswersTest.noLeases(), null, null, () -> NOW)
                .coverage(null, "Sales")
                .getFirst();
    }
}

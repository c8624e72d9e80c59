package io.tidegate.web.api;

import static io.tidegate.core.store.StoreFixture.hour;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.InMemoryStore;
import io.tidegate.core.store.LeaseLog;
import io.tidegate.core.store.Observation;
import io.tidegate.core.store.StoreFixture;
import io.tidegate.web.api.Answers.DatabaseCoverage;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/** What a store in memory answers. Mutation seen to break it: the expiry is asked with the held intervals alone. */
class StoreAnswersTest {
    private final InMemoryStore store = new InMemoryStore();
    private final Answers answers =
            new StoreAnswers(store.reader(), noLeases(), null, null, InstantSource.fixed(StoreFixture.NOW));

    @Test
    @Incident(83)
    void givenPendingIntervals_whenCoverageIsAsked_thenItSaysWhenTheSourceWillRemoveTheOldest() {
        SeriesKey series = StoreFixture.listed(store, 5, 6, 7);
        StoreFixture.held(store, series, 5, StoreFixture.row(5, 7, 1));
        assertThat(coverage().pendingUntil()).isEqualTo(hour(6).plus(Duration.ofDays(30)));
        assertThat(coverage().mayExpireEarlier()).isFalse();

        observed(series, new QueryStoreOptions(2, 0, 900, 60, 0, 900, 1000, true));
        assertThat(coverage().pendingUntil()).isNull();
        assertThat(coverage().mayExpireEarlier()).isTrue();
    }

    @Test
    void givenNothingPending_whenCoverageIsAsked_thenNothingIsToBeRemoved() {
        observed(StoreFixture.series(store), new QueryStoreOptions(2, 0, 900, 60, 30, 900, 1000, true));

        assertThat(coverage().pendingUntil()).isNull();
        assertThat(coverage().mayExpireEarlier()).isFalse();
    }

    private void observed(SeriesKey series, QueryStoreOptions options) {
        store.observe(
                new Observation(series, StoreFixture.NOW, StoreFixture.intervals(), false, Long.MIN_VALUE, options));
    }

    private DatabaseCoverage coverage() {
        return answers.coverage("sim-1", "Sales").getFirst();
    }

    private static LeaseLog noLeases() {
        return (LeaseLog) Proxy.newProxyInstance(
                LeaseLog.class.getClassLoader(), new Class<?>[] {LeaseLog.class}, (self, method, args) -> {
                    throw new AssertionError("not asked here: " + method.getName());
                });
    }
}

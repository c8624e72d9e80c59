package io.tidegate.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.gate.DeferredBy;
import io.tidegate.core.gate.InstanceIdentity;
import io.tidegate.core.gate.LeaseEnding;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.gate.Purpose;
import io.tidegate.core.gate.SessionIdentity;
import io.tidegate.core.store.LeaseLog.Intent;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every log of leases does.
 *
 * @param <S> the store that has it
 */
public abstract class LeaseLogContract<S extends LeaseLog & ExpiryStore & AutoCloseable> {
    private static final Instant T = Instant.parse("2026-01-01T00:00:00Z");
    private static final SessionIdentity SESSION = new SessionIdentity(
            new InstanceIdentity("SQL1", LocalDateTime.of(2026, 1, 1, 0, 0)),
            51,
            LocalDateTime.of(2026, 1, 2, 3, 4, 5));

    @TempDir
    Path directory;

    /** Opens the store that lies in a folder, or makes a new one there when the folder is empty. */
    protected abstract S open(Path directory);

    /** Mutations meant to break it: light rows among the leases; those of other servers, or of before. */
    @Test
    void givenRowsOfLightWork_whenAsked_thenTheyComeAloneAndAmongNoLeases() throws Exception {
        try (S log = open(directory)) {
            log.recordLeases(
                    List.of(light("a", T, 10), light("a", T.plusSeconds(600), 20), light("b", T.plusSeconds(600), 40)));

            assertThat(log.light("a", T.plusSeconds(1))).containsExactly(light("a", T.plusSeconds(600), 20));
            assertThat(log.light("a", T)).hasSize(2);
            assertThat(log.leases(null, T.minusSeconds(3_600), T.plusSeconds(3_600), 10))
                    .isEmpty();
        }
    }

    private static LeaseRow<String> light(String server, Instant ended, long cpuMs) {
        return new LeaseRow<>(
                server,
                Purpose.LIGHT,
                "",
                null,
                null,
                "",
                null,
                ended.minusSeconds(600),
                null,
                ended,
                LeaseEnding.NOTHING_SENT,
                null,
                false,
                0,
                0,
                cpuMs,
                0,
                0,
                false,
                "");
    }

    @Test
    void givenRows_whenRecorded_thenTheyComeBackAsTheyWereByTheInstantTheyWereAskedFor() throws Exception {
        LeaseRow<String> held = new LeaseRow<>(
                "a",
                Purpose.TICK,
                "Sales",
                T,
                T.plusSeconds(60),
                "lite",
                51,
                T.plusSeconds(5),
                T.plusSeconds(6),
                T.plusSeconds(9),
                LeaseEnding.RELEASED,
                null,
                true,
                10,
                2000,
                30,
                40,
                5,
                false,
                "shrunk: pressure: O'Hara's queue");
        LeaseRow<String> deferred = new LeaseRow<>(
                "b",
                Purpose.BACKFILL,
                "Orders",
                null,
                null,
                "lite",
                null,
                T.plusSeconds(1),
                null,
                T.plusSeconds(1),
                LeaseEnding.DEFERRED,
                new DeferredBy(DeferredBy.Kind.LEASE, "TICK of Orders", T),
                false,
                0,
                0,
                0,
                0,
                0,
                false,
                "");
        try (S store = open(directory)) {
            store.recordLeases(List.of(held, deferred));

            assertThat(store.leases(null, T, T.plusSeconds(100), 10)).containsExactly(deferred, held);
            assertThat(store.leases("a", T, T.plusSeconds(100), 10)).containsExactly(held);
            assertThat(store.leases(null, T, T.plusSeconds(100), 1)).containsExactly(held);
            assertThat(store.leases(null, T.plusSeconds(50), T.plusSeconds(100), 10))
                    .isEmpty();
        }
    }

    private static LeaseRow<String> lease(Instant asked, Instant ended) {
        return new LeaseRow<>(
                "a",
                Purpose.TICK,
                "Sales",
                null,
                null,
                "lite",
                51,
                asked,
                asked,
                ended,
                LeaseEnding.RELEASED,
                null,
                false,
                0,
                0,
                0,
                0,
                0,
                false,
                "");
    }

    /** Mutations seen to break it: no limit in the statement; a lease is old by when it was asked for; {@code <=}. */
    @Test
    void givenOldLeases_whenExpired_thenInBoundedStepsAndNoIntentWithThem() throws Exception {
        LeaseRow<String> long1 = lease(T, T.plusSeconds(7200));
        LeaseRow<String> young = lease(T.plusSeconds(3600), T.plusSeconds(3600));
        Expiry step = new Expiry(Expiry.What.LEASES, T.plusSeconds(3600 + 86_400), Duration.ofDays(1), 2);
        try (S store = open(directory)) {
            store.storeIntent("a", SESSION, T.minusSeconds(86_400));
            store.recordLeases(List.of(long1, lease(T, T.plusSeconds(1)), lease(T, T.plusSeconds(2)), young));
            store.recordLeases(List.of(lease(T, T.plusSeconds(3599))));

            assertThat(store.expire(step)).isEqualTo(2);
            assertThat(store.leases(null, T, T.plusSeconds(9000), 10)).hasSize(3);
            assertThat(store.expire(step)).isOne();
            assertThat(store.expire(step)).isZero();

            assertThat(store.leases(null, T, T.plusSeconds(9000), 10)).containsExactly(long1, young);
            assertThat(store.openIntents()).hasSize(1);
        }
    }

    @Test
    void givenAnIntent_whenTheStoreIsOpenedAnew_thenItIsOpenUntilItIsCleared() throws Exception {
        try (S store = open(directory)) {
            store.storeIntent("a", SESSION, T);
            store.storeIntent("a", SESSION, T);
        }
        try (S store = open(directory)) {
            assertThat(store.openIntents()).containsExactly(new Intent("a", SESSION, T));

            store.clearIntent("a", SESSION);

            assertThat(store.openIntents()).isEmpty();
        }
    }
}

package io.tidegate.core.budget;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.gate.InstanceIdentity;
import io.tidegate.core.gate.LeaseEnding;
import io.tidegate.core.gate.LeaseJournal;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.gate.Purpose;
import io.tidegate.core.gate.SessionIdentity;
import io.tidegate.core.store.LeaseLog;
import io.tidegate.core.time.ManualTicker;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What is charged to whom, while a process lives and after a restart. Mutations seen to break it: a deferral, or a lease
 * without a session, that is charged or ends the one under way; a restart that recalls nothing, the leases of others, or all as
 * if they had just ended.
 */
class HeavyAccountsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    private final ManualTicker ticker = new ManualTicker();
    private final HeavyAccounts accounts = new HeavyAccounts(ticker);
    private final List<LeaseRow<String>> journalled = new ArrayList<>();
    private final List<SessionIdentity> ended = new ArrayList<>();
    private final LeaseJournal<String> journal = accounts.charging(new LeaseJournal<>() {
        @Override
        public void offer(LeaseRow<String> row) {
            journalled.add(row);
        }

        @Override
        public void intentEnded(String server, SessionIdentity session) {
            ended.add(session);
        }
    });

    @Test
    void givenALeaseUnderWay_whenOthersAreDeferred_thenItGoesOnCountingAndTheyCostNothing() {
        accounts.of("a").begun(ticker.readNanos());
        ticker.advance(Duration.ofSeconds(7));

        journal.offer(deferred("a", NOW));
        ticker.advance(Duration.ofSeconds(3));

        assertThat(used("a")).isEqualTo(Duration.ofSeconds(10));
        journal.offer(lease("a", 51, NOW.minusSeconds(10), NOW, 40));
        ticker.advance(Duration.ofSeconds(5));
        assertThat(used("a")).as("it has ended").isEqualTo(Duration.ofSeconds(10));
        assertThat(usage("a").cpuUsed()).isEqualTo(Duration.ofMillis(40));
        assertThat(used("b")).isZero();
        assertThat(journalled).hasSize(2);
    }

    @Test
    void givenALeaseThatNeverGotToTheServer_whenItEnds_thenItCostsNothing() {
        accounts.of("a").begun(ticker.readNanos());
        ticker.advance(Duration.ofSeconds(7));

        journal.offer(lease("a", null, NOW.minusSeconds(7), NOW, 0));

        assertThat(used("a")).isZero();
    }

    @Test
    void givenALeaseWhoseBeginWasNotTold_whenItEnds_thenItsRowSaysHowLongAndAClockThatWentBackNothing() {
        journal.offer(lease("a", 51, NOW.minusSeconds(4), NOW, 40));
        journal.offer(lease("a", 51, NOW.plusSeconds(4), NOW, 40));

        assertThat(used("a")).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void givenAnIntentThatEnded_whenTold_thenItIsHandedOn() {
        SessionIdentity session = new SessionIdentity(
                new InstanceIdentity("SQL1", LocalDateTime.of(2026, 1, 1, 0, 0)),
                51,
                LocalDateTime.of(2026, 1, 2, 3, 4, 5));

        journal.intentEnded("a", session);

        assertThat(ended).containsExactly(session);
    }

    @Test
    void givenLeasesInTheStore_whenAProcessStarts_thenWhatTheLastHourCostItsServerIsCharged() {
        Rows log = new Rows(List.of(
                lease("a", 51, NOW.minusSeconds(3_020), NOW.minusSeconds(3_000), 700),
                lease("b", 51, NOW.minusSeconds(900), NOW.minusSeconds(890), 1),
                deferred("a", NOW.minusSeconds(600)),
                lease("a", null, NOW.minusSeconds(500), NOW.minusSeconds(450), 0),
                lease("a", 52, NOW.minusSeconds(4), NOW.plusSeconds(1), 30)));

        accounts.recall("a", log, NOW);

        assertThat(log.asked).containsExactly("a " + NOW.minusSeconds(3_600) + " " + NOW.plusSeconds(1) + " 10000");
        assertThat(used("a")).isEqualTo(Duration.ofSeconds(25));
        assertThat(usage("a").cpuUsed()).isEqualTo(Duration.ofMillis(730));
        ticker.advance(Duration.ofMinutes(10));
        assertThat(used("a")).as("an hour after the end of the first").isEqualTo(Duration.ofSeconds(5));
        ticker.advance(Duration.ofMinutes(50));
        assertThat(used("a")).isZero();
        assertThat(used("b")).isZero();
    }

    /**
     * Mutations meant to break it: no rows; one for each probe; what a row has told is told again; what no row told is forgotten at the
     * end; light work that is not recalled, or as heavy work; leases recalled before what was earlier.
     */
    @Test
    void givenLightWork_whenAProcessEndsAndAnotherBegins_thenItGoesOnCountingForItsHour() {
        for (int minute = 0; minute < 25; minute++) {
            accounts.light("a", Duration.ofMillis(100), NOW.plusSeconds(60L * minute));
            ticker.advance(Duration.ofMinutes(1));
        }
        accounts.light("b", Duration.ZERO, NOW);
        assertThat(journalled).as("each ten minutes").hasSize(2);
        Instant end = NOW.plusSeconds(60 * 25);
        accounts.lightEnded(end);
        accounts.lightEnded(end);

        assertThat(journalled)
                .allSatisfy(row -> assertThat(row.got()).isNull())
                .extracting(LeaseRow::server, LeaseRow::purpose, LeaseRow::cpuMs)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("a", Purpose.LIGHT, 1_100L),
                        org.assertj.core.groups.Tuple.tuple("a", Purpose.LIGHT, 1_100L),
                        org.assertj.core.groups.Tuple.tuple("a", Purpose.LIGHT, 300L));

        journalled.add(lease("a", 51, end.minusSeconds(20), end.minusSeconds(10), 1_000));
        ManualTicker later = new ManualTicker();
        HeavyAccounts next = new HeavyAccounts(later);
        next.recall("a", new Rows(journalled), end);
        Usage usage = next.of("a").usage(HeavyBudget.STANDARD, later.readNanos());
        assertThat(usage.lightUsed()).isEqualTo(Duration.ofMillis(2_500));
        assertThat(usage.cpuUsed()).isEqualTo(Duration.ofMillis(3_500));
        assertThat(usage.heavyUsed()).isEqualTo(Duration.ofSeconds(10));
        later.advance(Duration.ofMinutes(46));
        assertThat(next.of("a").usage(HeavyBudget.STANDARD, later.readNanos()).lightUsed())
                .as("an hour after the first row, which ended 15 minutes before")
                .isEqualTo(Duration.ofMillis(1_400));
    }

    private Duration used(String server) {
        return usage(server).heavyUsed();
    }

    private Usage usage(String server) {
        return accounts.of(server).usage(HeavyBudget.STANDARD, ticker.readNanos());
    }

    private static LeaseRow<String> deferred(String server, Instant at) {
        return row(server, null, null, at, LeaseEnding.DEFERRED, 0);
    }

    private static LeaseRow<String> lease(
            String server, @Nullable Integer session, Instant got, Instant ended, long cpuMs) {
        return row(server, session, got, ended, LeaseEnding.RELEASED, cpuMs);
    }

    private static LeaseRow<String> row(
            String server,
            @Nullable Integer session,
            @Nullable Instant got,
            Instant ended,
            LeaseEnding ending,
            long cpuMs) {
        return new LeaseRow<>(
                server,
                Purpose.TICK,
                "Sales",
                null,
                null,
                "lite",
                session,
                got == null ? ended : got,
                got,
                ended,
                ending,
                null,
                false,
                10,
                2_000,
                cpuMs,
                4,
                5,
                false,
                "");
    }

    /** A log that answers with the same rows, whatever is asked. */
    private static final class Rows implements LeaseLog {
        final List<String> asked = new ArrayList<>();
        private final List<LeaseRow<String>> rows;

        Rows(List<LeaseRow<String>> rows) {
            this.rows = rows;
        }

        @Override
        public List<LeaseRow<String>> leases(@Nullable String server, Instant from, Instant to, int limit) {
            asked.add(server + " " + from + " " + to + " " + limit);
            return rows;
        }

        @Override
        public List<LeaseRow<String>> light(String server, Instant from) {
            return rows.stream()
                    .filter(row ->
                            row.purpose() == Purpose.LIGHT && !row.ended().isBefore(from))
                    .toList();
        }

        @Override
        public void recordLeases(List<LeaseRow<String>> more) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void storeIntent(String server, SessionIdentity session, Instant at) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void clearIntent(String server, SessionIdentity session) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<Intent> openIntents() {
            return List.of();
        }
    }
}

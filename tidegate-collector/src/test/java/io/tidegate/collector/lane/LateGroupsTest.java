package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.instance.ReplicaRole;
import io.sqlserversim.instance.VersionProfile;
import io.sqlserversim.querystore.QueryStore;
import io.sqlserversim.querystore.books.IntervalBook;
import io.sqlserversim.querystore.books.WaitBook;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.StatsKey;
import io.tidegate.core.model.WaitKey;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.LedgerEntry.State;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rows of a readable secondary that come two to eight hours after their interval, over the wire. Mutations seen to break it: no
 * interval is counted a second time; none after a day; a list of replica groups that is not looked at; verified at once.
 */
class LateGroupsTest {
    private static final FleetSpec HOURLY = FleetSpec.TEST.withWorkloads("oltp").paced(1, 60, Duration.ofHours(4));
    private static final long SECONDARY = 2;
    private static final Duration LATE = Duration.ofHours(2);

    /** Settled, counted a day after it, and the census after that. */
    private static final Duration SURELY_COUNTED = Duration.ofHours(27);

    static Stream<VersionProfile> withGroups() {
        return Stream.of(VersionProfile.V16, VersionProfile.V17);
    }

    static Stream<VersionProfile> versions() {
        return Stream.of(VersionProfile.V14, VersionProfile.V16, VersionProfile.V17);
    }

    @ParameterizedTest
    @MethodSource("withGroups")
    @Incident(25)
    void givenASecondaryWhoseRowsComeHoursLater_whenADayHasPassed_thenTheArchiveIsWhatTheBooksSay(
            VersionProfile profile) {
        try (EpochRig rig = new EpochRig(HOURLY.as(profile))) {
            if (profile.equals(VersionProfile.V17)) {
                rig.fixture.server().databases().replica(rig.fixture.database(), "group", ReplicaRole.PRIMARY);
            }
            rig.fixture.queryStore().addReplicaGroup(SECONDARY, 2, "SQL02", LATE);
            Instant since = rig.fixture.clock.now();

            hours(rig, 36);

            List<IntervalBook> counted = settled(rig, since, SURELY_COUNTED);
            assertThat(counted).hasSizeGreaterThan(5).allSatisfy(book -> {
                Map<StatsKey, Long> truth = rig.runtimeBooks(book);
                assertThat(truth.keySet()).anyMatch(key -> key.replicaGroup() == SECONDARY);
                assertThat(stored(rig, Kind.RUNTIME, book)).isEqualTo(truth);
                assertThat(stored(rig, Kind.WAITS, book)).isEqualTo(waits(rig, book));
                assertThat(entry(rig, book).flags()).containsExactly(Flag.VERIFIED);
                assertThat(entry(rig, book).nextCountAt())
                        .as("before the source expires it")
                        .isEqualTo(book.end().plus(Duration.ofDays(28)));
            });
            assertThat(settled(rig, since, Duration.ofHours(3)))
                    .filteredOn(
                            book -> book.end().isAfter(rig.fixture.clock.now().minus(Duration.ofHours(24))))
                    .isNotEmpty()
                    .allSatisfy(book -> {
                        assertThat(entry(rig, book).verifiedAt())
                                .as("it agreed when it was counted")
                                .isNotNull();
                        assertThat(entry(rig, book).flags())
                                .as("but more may come")
                                .isEmpty();
                        assertThat(entry(rig, book).nextCountAt())
                                .isAfter(rig.fixture.clock.now().minus(Duration.ofHours(1)));
                    });
        }
    }

    /**
     * Rows that come up to 64 hours late, after the count of a day: a threshold of four days has the last one come after three.
     * Mutation seen to break it: no count before an interval expires.
     */
    @Test
    @Incident(25)
    void givenRowsThatComeDaysLater_whenTheSourceIsAboutToExpireTheirInterval_thenTheyAreMergedBeforeItDoes() {
        try (EpochRig rig = new EpochRig(HOURLY)) {
            QueryStore source = rig.fixture.queryStore();
            source.alter(source.options().withLimits(1_000, 4));
            source.addReplicaGroup(SECONDARY, 2, "SQL02", Duration.ofHours(16));
            Instant since = rig.fixture.clock.now();

            hours(rig, 72);
            List<IntervalBook> dayOld = settled(rig, since, Duration.ofHours(66));
            assertThat(dayOld)
                    .as("all has come, and some of it after the count of a day")
                    .anyMatch(book -> !stored(rig, Kind.RUNTIME, book).equals(rig.runtimeBooks(book)));
            hours(rig, 8);

            List<IntervalBook> counted = settled(rig, since, Duration.ofHours(74));
            assertThat(counted).containsAll(dayOld).allSatisfy(book -> {
                assertThat(stored(rig, Kind.RUNTIME, book)).isEqualTo(rig.runtimeBooks(book));
                assertThat(stored(rig, Kind.WAITS, book)).isEqualTo(waits(rig, book));
                assertThat(entry(rig, book).nextCountAt()).as("it was the last").isNull();
            });
        }
    }

    /** SQL Server 2025 lists four roles where there is no replica at all. Mutation seen to break it: these taken for groups. */
    @ParameterizedTest
    @MethodSource("versions")
    void givenNoOtherGroup_whenDaysPass_thenEachIntervalIsCountedOnceByOneStatement(VersionProfile profile) {
        try (EpochRig rig = new EpochRig(HOURLY.as(profile))) {
            hours(rig, 4);
            AtomicLong statements = new AtomicLong();
            rig.fixture.server().witness(executed -> {
                if (executed.text().contains("census")) {
                    statements.incrementAndGet();
                }
            });

            hours(rig, 30);

            assertThat(statements).hasValue(2 * 30);
            assertThat(rig.fixture.store.reader().ledger(rig.series()).stream()
                            .filter(entry -> entry.state() == State.HELD))
                    .allSatisfy(entry -> {
                        assertThat(entry.nextCountAt()).isNull();
                        assertThat(entry.verifiedAt() == null)
                                .isEqualTo(!entry.flags().contains(Flag.VERIFIED));
                        assertThat(entry.verifiedAt() == null
                                        || entry.verifiedAt()
                                                .isBefore(entry.interval().end().plus(Duration.ofHours(7))))
                                .as("counted once, and not again")
                                .isTrue();
                    });
        }
    }

    /**
     * Nothing lists it, and rows of it lie there when an interval is counted: from then on intervals are counted again. Mutation
     * seen to break it: a count that does not look at the groups.
     */
    @Test
    void givenAGroupThatNothingLists_whenRowsOfItAreCounted_thenIntervalsAreCountedAgainFromThenOn() {
        try (EpochRig rig = new EpochRig(HOURLY.as(VersionProfile.V17))) {
            rig.fixture.queryStore().addReplicaGroup(SECONDARY, 2, "SQL02", Duration.ofMinutes(20));
            Instant since = rig.fixture.clock.now();

            hours(rig, 31);

            assertThat(settled(rig, since, SURELY_COUNTED)).isNotEmpty().allSatisfy(book -> {
                assertThat(stored(rig, Kind.RUNTIME, book)).isEqualTo(rig.runtimeBooks(book));
                assertThat(stored(rig, Kind.WAITS, book)).isEqualTo(waits(rig, book));
                assertThat(entry(rig, book).nextCountAt()).isNotNull();
            });
        }
    }

    private static void hours(EpochRig rig, int count) {
        for (int i = 0; i < count; i++) {
            rig.unwatched(60);
            rig.tick();
            rig.lane.backfill();
            rig.lane.backfill();
        }
    }

    /** Intervals that began after an instant and ended so long ago. */
    private static List<IntervalBook> settled(EpochRig rig, Instant since, Duration ago) {
        Instant now = rig.fixture.clock.now();
        return rig.fixture.settled().stream()
                .filter(book ->
                        !book.start().isBefore(since) && book.end().plus(ago).isBefore(now))
                .toList();
    }

    private static Map<StatsKey, Long> stored(EpochRig rig, Kind kind, IntervalBook book) {
        return rig.fixture.store.storedAmounts(rig.series(), kind, book.intervalId());
    }

    private static Map<StatsKey, Long> waits(EpochRig rig, IntervalBook book) {
        Map<StatsKey, Long> truth = new HashMap<>();
        for (WaitBook row :
                rig.fixture.queryStore().books().waits(book.epoch(), book.intervalId(), rig.fixture.clock.now())) {
            WaitKey key = new WaitKey(
                    book.intervalId(), row.replicaGroupId(), row.planId(), row.waitCategory(), row.executionType());
            truth.put(key, row.totalWaitMillis());
        }
        return truth;
    }

    private static LedgerEntry entry(EpochRig rig, IntervalBook book) {
        return rig.fixture.store.reader().ledger(rig.series()).stream()
                .filter(entry -> entry.interval().id() == book.intervalId())
                .findFirst()
                .orElseThrow();
    }
}

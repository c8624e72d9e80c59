package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sqlserversim.fleet.DatabaseOperations;
import io.sqlserversim.instance.Database;
import io.tidegate.collector.CapturedLog;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.state.EventKind;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.State;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.core.store.StateReader.EventRequest;
import io.tidegate.core.store.StateReader.EventRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A database under a new name that bears the number of one that is gone. Mutations seen to break it: whatever bears the number is taken
 * for the known one; nothing is; whoever has taken the old name is not kept waiting.
 */
class RenamedDatabaseTest {
    private static final String NEW_NAME = "Archive of sales";

    private final CollectorFixture fixture = new CollectorFixture();
    private final String oldName = fixture.database();
    private final DatabaseOperations databases = fixture.server().databases();
    private final long phase = fixture.ticker.readNanos();
    private final CapturedLog log = CapturedLog.of("io.tidegate");
    private ServerLane lane = lane();

    private ServerLane lane() {
        return fixture.lane(CollectorFixture.settings(), phase, phase + 1);
    }

    @AfterEach
    void close() {
        log.close();
        lane.close();
        fixture.close();
    }

    @Test
    @Incident(94)
    void givenARename_whenWatched_thenTheSeriesGoesOnUnderTheNewNameAndOneLineAndOneEventSaySo() {
        minutes(20);
        SeriesKey before = series(oldName);
        Set<Long> held = held(before);

        databases.rename(oldName, NEW_NAME);
        minutes(20);

        assertThat(lane.databases())
                .singleElement()
                .satisfies(state -> assertThat(state.series().database()).isEqualTo(NEW_NAME));
        assertThat(series(NEW_NAME)).isEqualTo(before);
        assertThat(fixture.store.reader().allSeries()).hasSize(1);
        assertThat(held(before)).containsAll(held).hasSizeGreaterThan(held.size());
        HeldRows.assertWhole(fixture, lane, fixture.clock.now().minus(Duration.ofMinutes(2)));
        assertThat(renames())
                .extracting(
                        row -> row.event().series(),
                        row -> row.event().oldValue(),
                        row -> row.event().newValue())
                .containsExactly(tuple(before, oldName, NEW_NAME));
        assertThat(log.lines())
                .singleElement(InstanceOfAssertFactories.STRING)
                .contains("database=" + NEW_NAME, oldName);
        assertThat(lane.status().detail()).doesNotContain(NEW_NAME);
    }

    @Test
    @Incident(94)
    void givenNobodyWatching_whenRenamedAndTheOldNameIsGivenToAnother_thenEachHasItsOwnHistory() {
        minutes(20);
        SeriesKey before = series(oldName);
        lane.close();

        databases.rename(oldName, NEW_NAME);
        databases.create(oldName, "small");
        lane = lane();
        minutes(20);

        assertThat(series(NEW_NAME)).isEqualTo(before);
        assertThat(series(oldName).lineage()).isNotEqualTo(before.lineage());
        assertThat(fixture.store.reader().allSeries()).hasSize(2);
        assertThat(renames()).hasSize(1);
    }

    @Test
    @Incident(94)
    void givenADropAndANewDatabaseOfTheSameNumber_whenWatched_thenItsHistoryIsItsOwn() {
        minutes(20);
        SeriesKey before = series(oldName);
        int number = number(oldName);

        databases.drop(oldName);
        databases.create(NEW_NAME, "oltp");
        assertThat(number(NEW_NAME)).as("the number is given again").isEqualTo(number);
        minutes(20);

        assertOwnHistory(before);
    }

    @Test
    @Incident(94)
    void givenADropAndARestoreUnderAnotherName_whenWatched_thenItsHistoryIsItsOwn() {
        minutes(20);
        SeriesKey before = series(oldName);

        Instant image = fixture.clock.now().minus(Duration.ofMinutes(12));
        databases.rename(oldName, NEW_NAME);
        fixture.queryStore().restore(image);
        minutes(20);

        assertOwnHistory(before);
    }

    private void assertOwnHistory(SeriesKey before) {
        assertThat(series(NEW_NAME).lineage()).isNotEqualTo(before.lineage());
        assertThat(held(series(NEW_NAME))).isNotEmpty();
        assertThat(held(before)).isNotEmpty();
        assertThat(renames()).isEmpty();
        assertThat(fixture.store.reader().allSeries())
                .extracting(SeriesRecord::database)
                .containsExactlyInAnyOrder(oldName, NEW_NAME);
    }

    private void minutes(int count) {
        for (int i = 0; i < count; i++) {
            fixture.clock.advance(Duration.ofMinutes(1));
            fixture.pass(Duration.ofMinutes(1));
            lane.tick(phase);
            if (i % 5 == 0) {
                lane.backfill();
            }
        }
    }

    private int number(String name) {
        Database database = fixture.server().instance().database(name);
        return Objects.requireNonNull(database, name).id();
    }

    private SeriesKey series(String name) {
        return fixture
                .store
                .series(fixture.store.registerServer(fixture.server().name()))
                .stream()
                .filter(record -> record.database().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no series of " + name))
                .key();
    }

    private Set<Long> held(SeriesKey series) {
        return fixture.store.entries(series, Kind.RUNTIME, Instant.EPOCH, fixture.clock.now()).stream()
                .filter(entry -> entry.state() == State.HELD)
                .map((LedgerEntry entry) -> entry.interval().id())
                .collect(Collectors.toSet());
    }

    private List<EventRow> renames() {
        return fixture.store.reader().events(new EventRequest(null, null, Instant.EPOCH, 100)).stream()
                .filter(row -> row.event().kind() == EventKind.DATABASE_RENAMED)
                .toList();
    }
}

package io.tidegate.core.store;

import static io.tidegate.core.store.StoreFixture.NOW;
import static io.tidegate.core.store.StoreFixture.band;
import static io.tidegate.core.store.StoreFixture.entry;
import static io.tidegate.core.store.StoreFixture.held;
import static io.tidegate.core.store.StoreFixture.hour;
import static io.tidegate.core.store.StoreFixture.listed;
import static io.tidegate.core.store.StoreFixture.peek;
import static io.tidegate.core.store.StoreFixture.row;
import static io.tidegate.core.store.StoreFixture.series;
import static io.tidegate.core.store.StoreFixture.stage;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.state.EventKind;
import io.tidegate.core.state.StateEvent;
import io.tidegate.core.store.StateReader.EventRequest;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Servers, series, epochs. */
interface RegistryContract extends OpenedStore {
    @Test
    default void givenAName_whenRegisteredAgain_thenItsNumberIsTheSameAndAnothersIsNot() {
        int one = collector().registerServer("sim-1");
        int two = collector().registerServer("sim-2");

        assertThat(collector().registerServer("sim-1")).isEqualTo(one).isNotEqualTo(two);
        assertThat(reader().servers())
                .containsExactly(
                        new HistoryReader.ServerRecord(one, "sim-1"), new HistoryReader.ServerRecord(two, "sim-2"));
    }

    @Test
    default void givenANewDatabase_whenOpened_thenItIsEpochOneAtItsHomeWithItsFirstContact() {
        int server = collector().registerServer("sim-1");

        SeriesRecord opened = collector().openSeries(server, "Sales", 5, hour(10), hour(11));

        assertThat(opened.key().home()).isEqualTo(server);
        assertThat(opened.key().epoch()).isEqualTo(1);
        assertThat(opened).isEqualTo(new SeriesRecord(opened.key(), server, "Sales", 5, hour(10), hour(11)));
    }

    @Test
    default void givenAKnownDatabase_whenOpenedLater_thenFirstContactStaysAndTheClockMoves() {
        int server = collector().registerServer("sim-1");
        SeriesRecord first = collector().openSeries(server, "Sales", 5, hour(10), hour(11));

        SeriesRecord again = collector().openSeries(server, "Sales", 6, hour(20), hour(21));

        assertThat(again).isEqualTo(new SeriesRecord(first.key(), server, "Sales", 6, hour(10), hour(21)));
    }

    @Test
    @Incident(29)
    default void givenTheSameNameOnTwoServers_whenOpened_thenTheyAreTwoLineages() {
        SeriesKey one = series(collector(), "sim-1", "Sales");
        SeriesKey two = series(collector(), "sim-2", "Sales");

        assertThat(one).isNotEqualTo(two);
        assertThat(collector().series(one.home())).extracting(SeriesRecord::key).containsExactly(one);
    }

    @Test
    @Incident(34)
    default void givenADatabaseOfAGroup_whenItFailsOverAndBack_thenItStaysOneSeriesOfTheServerThatReadsIt() {
        int one = collector().registerServer("sim-1");
        int two = collector().registerServer("sim-2");
        SeriesRecord first = collector().openSeries(one, "Sales", 5, "group-a", hour(10), hour(11));

        SeriesRecord other = collector().openSeries(two, "Sales", 9, "group-a", hour(20), hour(21));

        assertThat(other).isEqualTo(new SeriesRecord(first.key(), two, "Sales", 9, hour(10), hour(21)));
        assertThat(collector().series(one)).isEmpty();
        assertThat(collector().series(two)).containsExactly(other);
        SeriesRecord forked = collector().fork(other.key(), ForkPoint.NOTHING_SHARED, hour(22), hour(23));
        assertThat(collector()
                        .openSeries(one, "Sales", 5, "group-a", hour(30), hour(31))
                        .key())
                .isEqualTo(forked.key());
        assertThat(collector().series(two)).isEmpty();
    }

    @Test
    default void givenARecoveryFork_whenObserved_thenItStaysUntilAnotherIsSeenAndIsOneServersOnly() {
        int one = collector().registerServer("sim-1");
        int two = collector().registerServer("sim-2");
        SeriesRecord first = collector().openSeries(one, "Sales", 5, "group-a", hour(10), hour(11));
        assertThat(first.recoveryFork()).isEmpty();

        seen(first, "fork-1");
        seen(first, "");
        SeriesRecord again = collector().openSeries(one, "Sales", 5, "group-a", hour(10), hour(11));
        assertThat(again.recoveryFork()).isEqualTo("fork-1");
        assertThat(again.isRestored("")).isFalse();
        assertThat(again.isRestored("fork-2")).isTrue();
        seen(first, "fork-2");
        assertThat(collector().series(one))
                .extracting(SeriesRecord::recoveryFork)
                .containsExactly("fork-2");

        SeriesRecord elsewhere = collector().openSeries(two, "Sales", 9, "group-a", hour(20), hour(21));
        assertThat(elsewhere.recoveryFork()).isEmpty();
        assertThat(elsewhere.isRestored("fork-3")).isFalse();
    }

    private void seen(SeriesRecord series, String fork) {
        collector()
                .observe(new Observation(
                        series.key(),
                        hour(12),
                        List.of(),
                        IdRange.NONE,
                        Long.MIN_VALUE,
                        StoreFixture.options(),
                        Set.of(Kind.RUNTIME),
                        fork));
    }

    @Test
    default void givenADatabaseThatJoinsAGroup_whenOpened_thenItsSeriesGoesOnAndIsTheGroups() {
        int one = collector().registerServer("sim-1");
        SeriesRecord alone = collector().openSeries(one, "Sales", 5, hour(10), hour(11));

        assertThat(collector()
                        .openSeries(one, "Sales", 5, "group-a", hour(12), hour(13))
                        .key())
                .isEqualTo(alone.key());
        assertThat(collector()
                        .openSeries(collector().registerServer("sim-2"), "Sales", 5, "group-a", hour(12), hour(13))
                        .key())
                .isEqualTo(alone.key());
        assertThat(collector()
                        .openSeries(collector().registerServer("sim-2"), "Sales", 6, "group-b", hour(12), hour(13))
                        .key())
                .as("another group's, under a name that is taken")
                .isNotEqualTo(alone.key());
    }

    /** Each copy has a link to the one that is written, and a failover makes new ones between the others. */
    @Test
    @Incident(34)
    default void givenGeoCopies_whenOneOfSeveralLinksIsKnown_thenTheSeriesGoesOnWhereverItIsRead() {
        int west = collector().registerServer("west");
        int east = collector().registerServer("east");
        int north = collector().registerServer("north");
        SeriesRecord alone = collector().openSeries(west, "Sales", 5, hour(10), hour(11));

        assertThat(opened(west, "l-1", "l-2").key()).isEqualTo(alone.key());
        assertThat(opened(east, "l-2")).satisfies(there -> {
            assertThat(there.key()).isEqualTo(alone.key());
            assertThat(there.serverId()).isEqualTo(east);
        });
        assertThat(opened(east, "l-3", "l-2").key()).isEqualTo(alone.key());
        assertThat(opened(north, "l-3").key()).isEqualTo(alone.key());
        assertThat(opened(north, "l-9").key())
                .as("links that were all made anew, at the server that is read")
                .isEqualTo(alone.key());
        assertThat(opened(west, "l-4").key()).as("links of another database").isNotEqualTo(alone.key());
    }

    private SeriesRecord opened(int server, String... links) {
        return collector().openSeries(server, "Sales", 7, SeriesGroups.ofLinks(List.of(links)), hour(20), hour(21));
    }

    @Test
    @Incident(94)
    default void givenARenamedDatabase_whenToldSo_thenItsLineageItsStretchesAndOneEventBearTheNewName() {
        SeriesKey old = series(collector(), "sim-1", "Sales");
        SeriesKey key = collector()
                .fork(old, ForkPoint.NOTHING_SHARED, hour(20), hour(21))
                .key();
        Stretch idle = new Stretch(old.home(), "Sales", Stretch.Word.IDLE, hour(1), hour(2), "");
        Stretch other = new Stretch(old.home(), "Stock", Stretch.Word.IDLE, hour(1), hour(2), "");
        collector().recordStretches(List.of(idle, other));

        SeriesRecord renamed = collector().rename(key, "Archive", hour(30));
        SeriesRecord again = collector().rename(key, "Archive", hour(31));

        assertThat(renamed.database()).isEqualTo("Archive");
        assertThat(again).isEqualTo(renamed);
        assertThat(collector()
                        .openSeries(old.home(), "Archive", 5, hour(40), hour(41))
                        .key())
                .isEqualTo(key);
        assertThat(reader().allSeries()).extracting(SeriesRecord::database).containsOnly("Archive");
        assertThat(reader().stretches(old.home()))
                .extracting(Stretch::database)
                .containsExactlyInAnyOrder("Archive", "Stock");
        assertThat(reader().events(new EventRequest("sim-1", "Archive", hour(0), 10)))
                .filteredOn(row -> row.event().kind() == EventKind.DATABASE_RENAMED)
                .singleElement()
                .satisfies(row ->
                        assertThat(row.event()).isEqualTo(StateEvent.renamed(key, hour(30), "Sales", "Archive")));
        assertThat(series(collector(), "sim-1", "Sales").lineage())
                .as("the old name is free for another database")
                .isNotEqualTo(key.lineage());
    }

    @Test
    default void givenANameThatIsTaken_whenAnotherIsToBearIt_thenNothingChanges() {
        SeriesKey sales = series(collector(), "sim-1", "Sales");
        SeriesKey stock = series(collector(), "sim-1", "Stock");

        assertThat(collector().rename(stock, "Sales", hour(30)).database()).isEqualTo("Stock");

        assertThat(collector().series(sales.home()))
                .extracting(SeriesRecord::database)
                .containsExactly("Sales", "Stock");
        assertThat(reader().events(new EventRequest("sim-1", null, hour(0), 10)))
                .isEmpty();
    }

    @Test
    default void givenSeveralDatabases_whenListed_thenTheyComeByName() {
        series(collector(), "sim-1", "Stock");
        series(collector(), "sim-1", "Billing");
        SeriesKey sales = series(collector(), "sim-1", "Sales");

        assertThat(collector().series(sales.home()))
                .extracting(SeriesRecord::database)
                .containsExactly("Billing", "Sales", "Stock");
    }

    @Test
    default void givenAFork_whenOpened_thenTheNextEpochIsCurrentAndTheOldOneIsListedStill() {
        SeriesKey old = series(collector());

        SeriesRecord next = collector().fork(old, ForkPoint.NOTHING_SHARED, hour(50), hour(51));

        assertThat(next.key()).isEqualTo(new SeriesKey(old.home(), old.lineage(), 2));
        assertThat(next.firstContact()).isEqualTo(hour(50));
        assertThat(next.database()).isEqualTo("Sales");
        assertThat(series(collector())).isEqualTo(next.key());
        assertThat(collector().series(old.home())).extracting(SeriesRecord::key).containsExactly(next.key());
        assertThat(reader().allSeries()).extracting(SeriesRecord::key).containsExactly(old, next.key());
    }

    @Test
    default void givenSomebodyForkedFirst_whenForked_thenTheExistingEpochIsReturned() {
        SeriesKey old = series(collector());
        SeriesRecord next = collector().fork(old, ForkPoint.NOTHING_SHARED, hour(50), hour(51));

        SeriesRecord again = collector().fork(old, ForkPoint.NOTHING_SHARED, hour(60), hour(61));

        assertThat(again.key()).isEqualTo(next.key());
        assertThat(again.firstContact()).isEqualTo(hour(50));
        assertThat(reader().allSeries()).hasSize(2);
    }

    @Test
    default void givenWorkUnderWay_whenForked_thenBandsGoAndWhatIsHeldStays() {
        SeriesKey old = listed(collector(), 1, 2, 3);
        held(collector(), old, 1, row(1, 7, 3));
        stage(collector(), band(old, 2, 2), 0, row(2, 7, 4));
        collector().peek(peek(old, 3, 1, false, row(3, 7, 5)));

        collector().fork(old, ForkPoint.NOTHING_SHARED, hour(50), NOW);

        assertThat(collector().bands(old, Kind.RUNTIME)).isEmpty();
        assertThat(stage(collector(), band(old, 2, 2), 1)).isInstanceOf(CommitResult.Fenced.class);
        assertThat(entry(collector(), old, 1).state()).isEqualTo(LedgerEntry.State.HELD);
        assertThat(entry(collector(), old, 2).state()).isEqualTo(LedgerEntry.State.GONE);
        assertThat(entry(collector(), old, 2).goneReason()).isEqualTo(LedgerEntry.GONE_WITH_EPOCH);
        assertThat(collector().unheld(old, Kind.RUNTIME)).isEmpty();
        assertThat(collector().lastPeekNumber(old, 3)).isZero();
        assertThat(reader().storedIntervals(old)).hasSize(1);
    }

    @Test
    @Incident(23)
    default void givenTheSameIdsInTwoEpochs_whenHeld_thenTheyAreApart() {
        SeriesKey old = listed(collector(), 1);
        held(collector(), old, 1, row(1, 7, 3));
        SeriesKey next =
                collector().fork(old, ForkPoint.NOTHING_SHARED, hour(50), NOW).key();
        StoreFixture.list(collector(), next, 1);

        held(collector(), next, 1, row(1, 7, 40));

        assertThat(reader().storedIntervals(old).getFirst().executions()).isEqualTo(3);
        assertThat(reader().storedIntervals(next).getFirst().executions()).isEqualTo(40);
    }
}

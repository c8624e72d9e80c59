package io.tidegate.collector.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sqlserversim.fault.FaultRule;
import io.sqlserversim.fault.Match;
import io.sqlserversim.fault.Occurrence;
import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.instance.Database;
import io.sqlserversim.instance.DatabaseState;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Permission;
import io.sqlserversim.querystore.options.QueryStoreState;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.StoreHook;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Kind;
import io.tidegate.core.store.ForkPoint;
import io.tidegate.core.store.ListSummary;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.core.store.Stretch;
import io.tidegate.sqlserver.fault.Fault;
import io.tidegate.sqlserver.fault.SqlServerException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What a probe finds and what it leaves alone, against a server whose clock stands. Mutations seen to break it: the filters of
 * databases left out; a kept session that is not opened again when it broke; a suspect epoch that is observed all
 * the same; a state that a vanished database leaves behind; a whole list that is read with each probe, or
 * never, or by the full hour, as every other server's.
 */
class ProberTest {
    private static final String LIST = "whole list";

    private final CollectorFixture fixture = new CollectorFixture(FleetSpec.TEST.sized(1, 3));
    private final List<String> names =
            List.copyOf(fixture.server().queryStores().keySet());
    private final Prober prober = fixture.prober();

    @AfterEach
    void close() {
        prober.close();
        fixture.close();
    }

    @Test
    void givenANewServer_whenProbed_thenEachDatabaseIsKnownWithItsClockFirstContactAndWholeList() {
        ProbeReport report = prober.probe();

        assertThat(report.databases()).containsExactlyElementsOf(names);
        assertThat(report.faults()).isEmpty();
        assertThat(report.version()).startsWith("16.");
        assertThat(prober.states()).containsOnlyKeys(names);
        assertThat(prober.states().values()).allSatisfy(state -> {
            assertThat(state.situation().sourceNow()).isEqualTo(CollectorFixture.START);
            assertThat(state.series().firstContact()).isEqualTo(CollectorFixture.START.minusSeconds(30));
            assertThat(state.isEpochSuspect()).isFalse();
            assertThat(fixture.store.unheld(state.series().key(), Kind.RUNTIME))
                    .hasSameSizeAs(fixture.server()
                            .queryStores()
                            .get(state.series().database())
                            .books()
                            .booksAt(CollectorFixture.START));
        });
        assertThat(fixture.server().judge().total()).as("heavy statements").isZero();
    }

    @Test
    @Incident(13)
    void givenAQuietServer_whenProbedAgain_thenNothingChangesAndTheSessionIsTheSame() {
        prober.probe();
        ListSummary before = list(names.getFirst());
        int session = onlySession();

        prober.probe();

        assertThat(list(names.getFirst())).isEqualTo(before);
        assertThat(onlySession()).isEqualTo(session);
    }

    @Test
    @Incident(98)
    void givenTheSourcesClockMoves_whenProbed_thenNewIntervalsAreListedAndFirstContactStays() {
        prober.probe();
        ListSummary before = list(names.getFirst());

        fixture.clock.advance(Duration.ofMinutes(3));
        prober.probe();

        SeriesState state = state(names.getFirst());
        assertThat(state.situation().sourceNow()).isEqualTo(CollectorFixture.START.plusSeconds(180));
        assertThat(state.series().firstContact()).isEqualTo(CollectorFixture.START.minusSeconds(30));
        assertThat(list(names.getFirst()).highestId()).isGreaterThan(before.highestId());
    }

    @Test
    void givenDatabasesThatMustNotBeEntered_whenProbed_thenTheyAreLeftAloneAndTheOthersRead() {
        prober.probe();
        database(0).change(status -> status.singleUser(77));
        database(1).change(status -> status.autoClosing(false));

        assertThat(prober.probe().databases()).containsExactly(names.get(2));

        assertThat(prober.states()).containsOnlyKeys(names.get(2));
        assertThat(database(1).status().started()).as("opened by us").isFalse();
        assertThat(database(0).status().singleUserSession()).isEqualTo(77);
    }

    @Test
    @Incident({92, 94})
    void givenADatabaseThatIsOffline_whenItComesBack_thenItsSeriesIsTheSame() {
        prober.probe();
        var series = state(names.getFirst()).series().key();
        database(0).change(status -> status.with(DatabaseState.OFFLINE));
        assertThat(prober.probe().databases()).doesNotContain(names.getFirst());

        database(0).change(status -> status.with(DatabaseState.ONLINE));
        prober.probe();

        assertThat(state(names.getFirst()).series().key()).isEqualTo(series);
    }

    @Test
    @Incident({12, 94})
    void givenADatabaseThatVanished_whenProbed_thenItsNameIsForgottenHereAndItsLedgerStays() {
        prober.probe();
        var series = state(names.get(1)).series().key();
        fixture.server().instance().drop(names.get(1));

        assertThat(prober.probe().databases()).containsExactly(names.get(0), names.get(2));

        assertThat(prober.states()).doesNotContainKey(names.get(1));
        assertThat(fixture.store.unheld(series, Kind.RUNTIME)).isNotEmpty();
    }

    @Test
    @Incident(89)
    void givenARightThatIsMissingInOneDatabase_whenProbed_thenThatOneSaysSoWithTheGrant() {
        Grants grants = Grants.NONE.with(Permission.CONNECT_ANY_DATABASE).with(Permission.VIEW_ANY_DATABASE);
        for (String readable : names.subList(1, 3)) {
            grants = grants.withDatabase(readable, Permission.VIEW_DATABASE_STATE);
        }
        fixture.server().instance().login("monitor").grants(grants);

        ProbeReport report = prober.probe();

        assertThat(report.databases()).containsExactly(names.get(1), names.get(2));
        assertThat(report.faults()).containsOnlyKeys(names.get(0));
        assertThat(report.faults().get(names.get(0)))
                .isInstanceOfSatisfying(
                        Fault.NotPermitted.class,
                        denied -> assertThat(denied.grant())
                                .startsWith("USE [" + names.get(0) + "]; GRANT VIEW DATABASE"));
    }

    @Test
    @Incident(72)
    void givenAServerThatIsGone_whenProbed_thenUnreachable_andAfterItsRestartAllIsAsBefore() throws Exception {
        prober.probe();
        var series = state(names.getFirst()).series();
        fixture.server().close();
        assertThatThrownBy(prober::probe)
                .isInstanceOfSatisfying(
                        SqlServerException.class,
                        gone -> assertThat(gone.fault()).isInstanceOf(Fault.Unreachable.class));
        assertThat(state(names.getFirst()).series()).isEqualTo(series);

        fixture.server().start();

        assertThat(prober.probe().databases()).hasSize(3);
        assertThat(state(names.getFirst()).series().key()).isEqualTo(series.key());
    }

    @Test
    @Incident(72)
    void givenAKeptSessionThatBroke_whenProbed_thenAnotherIsOpenedAtOnce() throws Exception {
        prober.probe();
        fixture.server().restart();

        assertThat(prober.probe().databases()).hasSize(3);
    }

    @Test
    @Incident(23)
    void givenAClearedQueryStore_whenItsIdsFell_thenTheEpochIsSuspectAndNothingIsObserved() {
        prober.probe();
        ListSummary before = list(names.getFirst());
        fixture.server().queryStores().get(names.getFirst()).clear();
        fixture.clock.advance(Duration.ofMinutes(2));

        prober.probe();
        prober.probe();

        assertThat(state(names.getFirst()).isEpochSuspect()).isTrue();
        assertThat(state(names.get(1)).isEpochSuspect()).isFalse();
        assertThat(list(names.getFirst())).isEqualTo(before);
        assertThat(fixture.store.series(state(names.getFirst()).series().serverId()))
                .filteredOn(series -> series.database().equals(names.getFirst()))
                .extracting(SeriesRecord::sourceNow)
                .containsExactly(CollectorFixture.START);
    }

    @Test
    void givenASeriesThatWasForkedWhileAProbeLooked_whenTheProbeEnds_thenTheNewEpochStays() {
        String name = names.getFirst();
        AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});
        AtomicInteger summaries = new AtomicInteger();
        Prober slow = fixture.prober(fixture.tools(StoreHook.before(fixture.store, "listSummary", () -> {
            if (summaries.incrementAndGet() > names.size()) { // one of each database before the look
                meanwhile.getAndSet(() -> {}).run();
            }
        })));
        slow.probe();
        summaries.set(0);
        var old = slow.states().get(name).series().key();
        var forked = fixture.store.fork(old, ForkPoint.NOTHING_SHARED, CollectorFixture.START, CollectorFixture.START);
        meanwhile.set(() -> slow.states().computeIfPresent(name, (n, state) -> state.forked(forked)));

        slow.probe();

        assertThat(slow.states().get(name).series()).isEqualTo(forked);
        slow.close();
    }

    @Test
    void givenAListThatAgrees_whenTheSourcesHourTurns_thenItIsReadWholeOnceAllTheSame() {
        fixture.server()
                .faults()
                .add(new FaultRule(
                        LIST,
                        Match.ANY.withText("tidegate:interval_slice"),
                        Occurrence.ALWAYS,
                        new io.sqlserversim.fault.Fault.Trickle(Duration.ZERO, false)));
        prober.probe();
        long first = wholeLists();
        assertThat(first).isEqualTo(3);

        Duration away = fixture.untilTurn(Duration.ofHours(1));
        fixture.clock.advance(away.minusSeconds(1));
        prober.probe();
        assertThat(wholeLists()).as("in the same hour of the server").isEqualTo(first);

        fixture.clock.advance(Duration.ofSeconds(1));
        prober.probe();
        assertThat(wholeLists()).as("in the next hour, once per database").isEqualTo(first + 3);
        prober.probe();
        assertThat(wholeLists()).isEqualTo(first + 3);
    }

    @Test
    @Incident(90)
    void givenAQueryStoreThatIsReadOnly_whenProbedTwice_thenTheStretchBetweenIsRecorded() {
        var store = fixture.server().queryStores().get(names.getFirst());
        prober.probe();
        store.alter(store.options().withState(QueryStoreState.READ_WRITE, QueryStoreState.READ_ONLY, 65_536));
        Instant from = fixture.clock.now();
        Instant to = fixture.clock.advance(Duration.ofMinutes(4));
        prober.probe();

        assertThat(fixture.store
                        .reader()
                        .stretches(state(names.getFirst()).series().serverId()))
                .containsExactly(new Stretch(
                        state(names.getFirst()).series().serverId(),
                        names.getFirst(),
                        Stretch.Word.READ_ONLY,
                        from,
                        to,
                        "Query Store is read-only (reason 65536): Query Store reached its size limit. Next: raise"
                                + " MAX_STORAGE_SIZE_MB or set SIZE_BASED_CLEANUP_MODE = AUTO"));
    }

    private long wholeLists() {
        return fixture.server().faults().triggered().getOrDefault(LIST, 0L);
    }

    private SeriesState state(String name) {
        return prober.states().get(name);
    }

    private ListSummary list(String name) {
        return fixture.store.listSummary(state(name).series().key());
    }

    private Database database(int at) {
        return fixture.server().instance().database(names.get(at));
    }

    private int onlySession() {
        var sessions = fixture.server().instance().sessions().all();
        assertThat(sessions).hasSize(1);
        return sessions.iterator().next().sessionId();
    }
}

package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Permission;
import io.sqlserversim.instance.VersionProfile;
import io.sqlserversim.querystore.QueryStore;
import io.sqlserversim.querystore.options.CaptureMode;
import io.sqlserversim.querystore.options.CaptureThresholds;
import io.sqlserversim.querystore.options.QueryStoreState;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.StoreHook;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.schema.StateTable;
import io.tidegate.core.state.EventKind;
import io.tidegate.core.state.StateEvent;
import io.tidegate.core.state.StateVersion;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.store.StateReader.EventRequest;
import io.tidegate.core.store.StateReader.EventRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What changes in a Query Store becomes an event, once, with old and new value; what cannot be read is named. Mutation seen to
 * break it: options that are not looked at between two hours.
 */
class StateEventsTest {
    /** A lane over a server of one database. */
    private static final class Watched implements AutoCloseable {
        final CollectorFixture fixture;
        private final AtomicInteger readings = new AtomicInteger();
        private final long phase;
        private ServerLane lane;

        Watched(FleetSpec spec) {
            fixture = new CollectorFixture(spec);
            phase = fixture.ticker.readNanos();
            lane = lane();
        }

        private ServerLane lane() {
            return fixture.lane(
                    fixture.tools(StoreHook.before(fixture.store, "recordState", readings::incrementAndGet)),
                    CollectorFixture.settings(),
                    fixture.target(),
                    phase,
                    phase + Duration.ofSeconds(30).toNanos());
        }

        /** An hour later: both loops. */
        void hour() {
            fixture.clock.advance(Duration.ofHours(1));
            fixture.pass(Duration.ofHours(1));
            passes();
        }

        void passes() {
            assertThat(lane.tick(phase)).isIn(PassOutcome.DONE, PassOutcome.EMPTY, PassOutcome.CUT);
            assertThat(lane.backfill()).isIn(PassOutcome.DONE, PassOutcome.EMPTY, PassOutcome.CUT);
        }

        /** Another process, which knows nothing but the store. */
        void restart() {
            lane.close();
            lane = lane();
        }

        QueryStore store() {
            return fixture.queryStore();
        }

        void call(String procedure, Object... arguments) {
            store().procedures().call(procedure, 5, List.of(arguments));
        }

        List<StateEvent> events() {
            return fixture.store.reader().events(new EventRequest(null, null, Instant.EPOCH, 100)).reversed().stream()
                    .map(EventRow::event)
                    .toList();
        }

        SeriesKey series() {
            return fixture.store.series(1).getFirst().key();
        }

        List<StateVersion> state(StateTable table) {
            return fixture.store.reader().state(series(), table);
        }

        String detail() {
            return lane.status().detail();
        }

        @Override
        public void close() {
            lane.close();
            fixture.close();
        }
    }

    @Test
    void givenAQuietStore_whenHoursPassAndWeRestart_thenItsStateIsHeldAndThereIsNoEvent() {
        try (Watched watched = new Watched(FleetSpec.TEST)) {
            watched.passes();
            assertThat(watched.state(StateTable.OPTIONS)).hasSize(1);
            assertThat(watched.state(StateTable.CONTEXT_SETTINGS)).isNotEmpty();
            int queries = watched.state(StateTable.QUERY).size();
            assertThat(queries).isPositive();
            assertThat(watched.state(StateTable.PLAN)).isNotEmpty().allSatisfy(version -> {
                assertThat(version.row().text("engine_version")).startsWith("16.");
                assertThat(version.row().text("plan_type_desc")).isNotNull();
            });
            int readings = watched.readings.get();
            watched.fixture.clock.advance(Duration.ofMinutes(1));
            watched.passes();
            assertThat(watched.readings).as("in the same hour").hasValue(readings);
            watched.restart();
            watched.passes();

            assertThat(watched.state(StateTable.QUERY)).hasSize(queries);
            assertThat(watched.events()).isEmpty();
            assertThat(watched.detail()).isEmpty();
            assertThat(watched.fixture.server().judge().maximum()).isOne();
        }
    }

    @Test
    void givenAPlanThatIsForcedFailsAndIsForcedNoMore_whenSeen_thenEachIsOneEvent() {
        try (Watched watched = new Watched(FleetSpec.TEST)) {
            watched.passes();
            long plan = watched.state(StateTable.PLAN).getFirst().row().id();
            long query = watched.state(StateTable.PLAN).getFirst().row().number("query_id");
            watched.call("sp_query_store_force_plan", query, plan);
            watched.hour();
            watched.restart();
            watched.hour();
            watched.store().procedures().failForcing(query, 8698);
            watched.hour();
            watched.call("sp_query_store_unforce_plan", query, plan);
            watched.hour();
            watched.hour();

            assertThat(watched.events())
                    .extracting(StateEvent::kind, StateEvent::planId, StateEvent::oldValue, StateEvent::newValue)
                    .containsExactly(
                            tuple(EventKind.PLAN_FORCED, plan, "not forced", "forced (MANUAL)"),
                            tuple(EventKind.FORCING_FAILED, plan, "0", "1 (NO_PLAN)"),
                            tuple(EventKind.PLAN_UNFORCED, plan, "forced (MANUAL)", "not forced"));
        }
    }

    /** A plan that the source has no more is not among those that are forced there. */
    @Test
    void givenAForcedPlan_whenItIsGoneAtTheSource_thenItIsForcedNoMoreOnce() {
        try (Watched watched = new Watched(FleetSpec.TEST)) {
            watched.passes();
            long plan = watched.state(StateTable.PLAN).getFirst().row().id();
            long query = watched.state(StateTable.PLAN).getFirst().row().number("query_id");
            watched.call("sp_query_store_force_plan", query, plan);
            watched.hour();
            watched.call("sp_query_store_unforce_plan", query, plan);
            watched.call("sp_query_store_remove_plan", plan);
            watched.hour();
            watched.hour();

            assertThat(watched.events())
                    .extracting(StateEvent::kind, StateEvent::planId)
                    .containsExactly(tuple(EventKind.PLAN_FORCED, plan), tuple(EventKind.PLAN_UNFORCED, plan));
        }
    }

    @Test
    void givenAHint_whenSetChangedAndCleared_thenEachIsOneEvent() {
        try (Watched watched = new Watched(FleetSpec.TEST)) {
            watched.passes();
            long query = watched.state(StateTable.QUERY).getFirst().row().id();
            watched.call("sp_query_store_set_hints", query, "OPTION (MAXDOP 1)");
            watched.hour();
            watched.call("sp_query_store_set_hints", query, "OPTION (RECOMPILE)");
            watched.hour();
            watched.call("sp_query_store_clear_hints", query);
            watched.hour();

            assertThat(watched.events())
                    .extracting(StateEvent::kind, StateEvent::queryId, StateEvent::oldValue, StateEvent::newValue)
                    .containsExactly(
                            tuple(EventKind.HINT_SET, query, null, "OPTION (MAXDOP 1)"),
                            tuple(EventKind.HINT_CHANGED, query, "OPTION (MAXDOP 1)", "OPTION (RECOMPILE)"),
                            tuple(EventKind.HINT_CLEARED, query, "OPTION (RECOMPILE)", null));
        }
    }

    @Test
    void givenOptionsThatChange_whenTheNextProbeSeesThem_thenEachIsOneEventWithinTheMinute() {
        try (Watched watched = new Watched(FleetSpec.TEST)) {
            watched.passes();
            QueryStore store = watched.store();
            store.alter(store.options().withCaptureMode(CaptureMode.NONE));
            watched.fixture.clock.advance(Duration.ofMinutes(1));
            watched.passes();
            Instant seen = watched.fixture.clock.now();
            store.alter(store.options().withState(QueryStoreState.READ_WRITE, QueryStoreState.READ_ONLY, 65_536));
            watched.fixture.clock.advance(Duration.ofMinutes(1));
            watched.passes();
            watched.restart();
            watched.passes();

            assertThat(watched.events())
                    .extracting(StateEvent::kind, StateEvent::oldValue, StateEvent::newValue)
                    .containsExactly(
                            tuple(EventKind.CAPTURE_MODE_CHANGED, "AUTO", "NONE"),
                            tuple(
                                    EventKind.STATE_CHANGED,
                                    "READ_WRITE",
                                    "READ_ONLY (65536: Query Store reached its size limit)"));
            assertThat(watched.events().getFirst().at()).isEqualTo(seen);
        }
    }

    /** Options that not every version has. Mutation seen to break it: a probe that compares those that every version has. */
    @Test
    void givenWaitCaptureOrACapturePolicyThatChanges_whenTheNextProbeSeesIt_thenEachIsAnEventWithinTheMinute() {
        try (Watched watched = new Watched(FleetSpec.TEST)) {
            QueryStore store = watched.store();
            store.alter(store.options().withCaptureMode(CaptureMode.CUSTOM));
            watched.passes();
            store.alter(store.options().withPlansAndWaits(store.options().maxPlansPerQuery(), false));
            watched.fixture.clock.advance(Duration.ofMinutes(1));
            watched.passes();
            store.alter(store.options().withThresholds(new CaptureThresholds(31, 1_000, 100, 24)));
            watched.fixture.clock.advance(Duration.ofMinutes(1));
            watched.passes();

            assertThat(watched.events())
                    .extracting(StateEvent::subject, StateEvent::at)
                    .contains(
                            tuple(
                                    "wait_stats_capture_mode",
                                    watched.fixture.clock.now().minusSeconds(60)),
                            tuple("capture_policy_execution_count", watched.fixture.clock.now()));
        }
    }

    @Test
    void givenAClear_whenFound_thenTheNewEpochIsOneEventAndItsStateIsRead() {
        try (Watched watched = new Watched(FleetSpec.TEST)) {
            watched.passes();
            SeriesKey before = watched.series();
            watched.store().clear();
            for (int i = 0; i < 3; i++) {
                watched.hour();
            }

            assertThat(watched.series().epoch()).isEqualTo(before.epoch() + 1);
            assertThat(watched.events())
                    .extracting(StateEvent::kind, StateEvent::series, StateEvent::oldValue, StateEvent::newValue)
                    .containsExactly(tuple(EventKind.NEW_EPOCH, watched.series(), "1", "2"));
            assertThat(watched.state(StateTable.PLAN)).isNotEmpty();
        }
    }

    @Test
    void givenSqlServer2016_whenWatched_thenNothingFailsAndWhatItHasNotIsNamed() {
        try (Watched watched = new Watched(FleetSpec.TEST.as(VersionProfile.V13))) {
            watched.passes();
            watched.hour();

            assertThat(watched.detail())
                    .isEqualTo(
                            "not in this version: plan feedback, plan forcing locations, query hints, query variants,"
                                    + " replica groups, tuning recommendations");
            assertThat(watched.state(StateTable.OPTIONS)).singleElement().satisfies(version -> {
                assertThat(version.row().text("query_capture_mode_desc")).isEqualTo("AUTO");
                assertThat(version.row().value("wait_stats_capture_mode")).isNull();
            });
            assertThat(watched.state(StateTable.PLAN)).isNotEmpty().allSatisfy(version -> {
                assertThat(version.row().value("plan_forcing_type")).isNull();
                assertThat(version.row().number("force_failure_count")).isZero();
            });
            assertThat(watched.events()).isEmpty();
        }
    }

    @Test
    void givenALoginWithoutTheServersState_whenWatched_thenRecommendationsAreNamedWithTheGrant() {
        try (Watched watched = new Watched(FleetSpec.TEST)) {
            String database = watched.fixture.database();
            watched.fixture
                    .server()
                    .instance()
                    .login("monitor")
                    .grants(Grants.NONE
                            .with(Permission.CONNECT_ANY_DATABASE)
                            .with(Permission.VIEW_ANY_DATABASE)
                            .withDatabase(database, Permission.VIEW_DATABASE_STATE));
            watched.passes();

            assertThat(watched.detail())
                    .isEqualTo(
                            database + ": tuning recommendations are not kept: reading them needs VIEW SERVER"
                                    + " PERFORMANCE STATE. Run: USE [master]; GRANT VIEW SERVER PERFORMANCE STATE TO [monitor];");
            assertThat(watched.state(StateTable.OPTIONS)).hasSize(1);
            assertThat(watched.state(StateTable.PLAN)).isNotEmpty();
        }
    }

    static Stream<VersionProfile> versions() {
        return Stream.of(VersionProfile.V14, VersionProfile.V15, VersionProfile.V17);
    }

    @ParameterizedTest
    @MethodSource("versions")
    void givenAnyVersion_whenWatched_thenItsStateIsHeldAndThereIsNoEvent(VersionProfile profile) {
        try (Watched watched = new Watched(FleetSpec.TEST.as(profile).withWorkloads("parameters"))) {
            watched.passes();
            watched.passes();

            assertThat(watched.state(StateTable.PLAN)).isNotEmpty();
            assertThat(watched.state(StateTable.QUERY_VARIANT).isEmpty())
                    .isEqualTo(!profile.equals(VersionProfile.V17));
            assertThat(watched.events()).isEmpty();
        }
    }
}

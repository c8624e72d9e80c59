package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Login;
import io.sqlserversim.instance.Permission;
import io.sqlserversim.instance.VersionProfile;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.schema.StateTable;
import io.tidegate.core.state.StateVersion;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.status.ServerStatus.State;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.Stretch;
import io.tidegate.sqlserver.Secret;
import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.capability.DatabaseReport;
import io.tidegate.sqlserver.capability.Right;
import io.tidegate.sqlserver.capability.ServerReport;
import io.tidegate.sqlserver.session.ConnectionSettings;
import io.tidegate.sqlserver.session.DriverConnections;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The scripts of {@code docs/permissions.md} are run as they stand there, and their logins collect everything; with any one GRANT left
 * out, what is missing is named with a statement that mends it, and that statement does.
 */
class DocumentedGrantsTest {
    private static final String USER = "tidegate";
    private static final int MOST_MINUTES = 120;
    private static final Set<PassOutcome> WELL = Set.of(PassOutcome.DONE, PassOutcome.CUT, PassOutcome.EMPTY);
    private static final List<StateTable> STATE =
            List.of(StateTable.OPTIONS, StateTable.CONTEXT_SETTINGS, StateTable.QUERY, StateTable.PLAN);
    private static final Pattern MENDS = Pattern.compile("Run: ((?:USE \\[[^]]*]; )?(?:CREATE USER|GRANT) [^;]*;)");

    private CollectorFixture fixture;
    private ServerLane lane;

    static Stream<Arguments> scripts() {
        return VersionProfile.ALL.stream().flatMap(profile -> {
            int blocks = PermissionScripts.of(profile).size();
            return IntStream.range(0, blocks).mapToObj(block -> Arguments.of(profile, block));
        });
    }

    static Stream<Arguments> scriptsWithoutOneGrant() {
        return scripts().flatMap(one -> {
            VersionProfile profile = (VersionProfile) one.get()[0];
            int block = (Integer) one.get()[1];
            return PermissionScripts.of(profile).get(block).stream()
                    .filter(PermissionScripts::isGrant)
                    .map(grant -> Arguments.of(profile, block, grant));
        });
    }

    @AfterEach
    void close() {
        lane.close();
        fixture.close();
    }

    @ParameterizedTest
    @MethodSource("scripts")
    @Incident(89)
    void givenADocumentedScript_whenItsLoginCollects_thenNothingIsDenied(VersionProfile profile, int block)
            throws SQLException {
        start(profile);
        for (String statement : PermissionScripts.of(profile).get(block)) {
            run(statement);
        }

        for (int minute = 0; minute < MOST_MINUTES && !isAllHeld(); minute++) {
            assertThat(lane.tick(fixture.ticker.readNanos())).isIn(WELL);
            assertThat(lane.backfill()).isIn(WELL);
            fixture.clock.advance(Duration.ofMinutes(1));
            fixture.pass(Duration.ofMinutes(1));
        }

        assertThat(lane.databases()).hasSize(1);
        assertEverythingIsHeld(profile);
        assertThat(lane.status().state()).isEqualTo(State.FRESH);
        assertThat(stretches()).extracting(Stretch::word).doesNotContain(Stretch.Word.DENIED);
        assertThat(report().databases())
                .allSatisfy(database -> assertThat(database.ineligible().isPresent()
                                || (database.right() != null && database.right().held()))
                        .isTrue());
    }

    @ParameterizedTest
    @MethodSource("scriptsWithoutOneGrant")
    @Incident(89)
    void givenOneGrantLeftOut_whenItsLoginCollects_thenItIsNamedWithTheStatementThatMendsIt(
            VersionProfile profile, int block, String without) throws SQLException {
        start(profile);
        for (String statement : PermissionScripts.of(profile).get(block)) {
            if (!statement.equals(without)) {
                run(statement);
            }
        }

        lane.tick(fixture.ticker.readNanos());
        assertThat(lane.databases()).as("collected without").isEmpty();
        assertThat(stretches()).extracting(Stretch::word).contains(Stretch.Word.DENIED);
        assertThat(missing())
                .as("the doctor's")
                .isNotEmpty()
                .allSatisfy(grant -> assertThat(grant).contains("GRANT "));
        List<String> mends = MENDS.matcher(lane.status().detail())
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(mends).as(lane.status().detail()).isNotEmpty();
        run(without.contains(" SERVER ") && block == 0 && !isUser(profile) ? mends.getLast() : mends.getFirst());
        fixture.pass(Duration.ofMinutes(1));
        fixture.clock.advance(Duration.ofMinutes(1));
        assertThat(lane.tick(fixture.ticker.readNanos())).isIn(PassOutcome.DONE, PassOutcome.CUT);
        assertThat(lane.databases()).as("collected after " + mends).hasSize(1);
    }

    private boolean isAllHeld() {
        if (lane.databases().isEmpty()) {
            return false;
        }
        SeriesKey series = lane.databases().getFirst().series().key();
        return unheld(series, Kind.RUNTIME).isEmpty()
                && unheld(series, Kind.WAITS).isEmpty()
                && fixture.store.missingTexts(series, 1).isEmpty()
                && fixture.store.missingPlans(series, 1, false).isEmpty()
                && STATE.stream().noneMatch(table -> state(series, table).isEmpty());
    }

    /** Rows, waits, texts and plans of all that has settled, and Query Store's own state; each asked for by itself, to see what lacks. */
    private void assertEverythingIsHeld(VersionProfile profile) {
        SeriesKey series = lane.databases().getFirst().series().key();
        assertThat(unheld(series, Kind.RUNTIME)).isEmpty();
        HeldRows.assertWhole(fixture, lane, fixture.clock.now().minus(Duration.ofMinutes(2)));
        assertThat(unheld(series, Kind.WAITS)).isEmpty();
        assertThat(fixture.store.reader().storedIntervals(series, Kind.WAITS).isEmpty())
                .as("waits are kept from 2017 on")
                .isEqualTo(profile.equals(VersionProfile.V13));
        assertThat(fixture.store.missingTexts(series, 1)).isEmpty();
        assertThat(fixture.store.missingPlans(series, 1, false)).isEmpty();
        assertThat(STATE).allSatisfy(table -> assertThat(state(series, table)).isNotEmpty());
    }

    /** Of those that have settled for us, too. */
    private List<LedgerEntry> unheld(SeriesKey series, Kind kind) {
        Instant settled = fixture.clock.now().minus(Duration.ofMinutes(4));
        return fixture.store.unheld(series, kind).stream()
                .filter(entry -> !entry.interval().end().isAfter(settled))
                .toList();
    }

    private List<StateVersion> state(SeriesKey series, StateTable table) {
        return fixture.store.reader().state(series, table);
    }

    /** Whose script makes a user of the database, so that the right there can be granted. */
    private static boolean isUser(VersionProfile profile) {
        return PermissionScripts.of(profile).getFirst().stream().anyMatch(s -> s.contains("CREATE USER"));
    }

    private void start(VersionProfile profile) {
        fixture = new CollectorFixture(FleetSpec.TEST.as(profile));
        fixture.server()
                .instance()
                .add(new Login(900, "admin", "Abc123", "master", Grants.NONE.with(Permission.CONTROL_SERVER)));
        ServerTarget at = fixture.target();
        ServerTarget target = ServerTarget.trusted(
                at.name(), at.host(), at.port(), new io.tidegate.sqlserver.Login(USER, new Secret("Abc123")));
        long phase = fixture.ticker.readNanos();
        lane = fixture.lane(
                fixture.tools,
                CollectorFixture.settings(),
                profile.isAzureDatabase() ? target.ofDatabase(fixture.database()) : target,
                phase,
                phase + Duration.ofSeconds(30).toNanos());
    }

    /** As an administrator; a database of Azure SQL Database is entered and not named. */
    private void run(String statement) throws SQLException {
        ServerTarget at = fixture.target();
        ServerTarget admin = ServerTarget.trusted(
                at.name(), at.host(), at.port(), new io.tidegate.sqlserver.Login("admin", new Secret("Abc123")));
        boolean azure = fixture.server().instance().profile().isAzureDatabase();
        ConnectionSettings settings = new ConnectionSettings(
                "script", azure ? fixture.database() : "master", Duration.ofMinutes(1), Duration.ofMinutes(1));
        try (Connection connection = new DriverConnections().open(admin, settings);
                Statement running = connection.createStatement()) {
            running.execute(statement.replace("[Sales]", "[" + fixture.database() + "]"));
        }
    }

    /** What the doctor would have granted. */
    private List<String> missing() {
        ServerReport report = report();
        return Stream.concat(
                        report.rights().stream(),
                        report.databases().stream().map(DatabaseReport::right).filter(Objects::nonNull))
                .filter(right -> !right.held())
                .map(Right::grant)
                .toList();
    }

    private List<Stretch> stretches() {
        return fixture.store
                .reader()
                .stretches(fixture.store.registerServer(fixture.server().name()));
    }

    private ServerReport report() {
        var session = fixture.tools.light().open(lane.target());
        try (var channel = session.channel()) {
            return ServerReport.examine(session);
        }
    }
}

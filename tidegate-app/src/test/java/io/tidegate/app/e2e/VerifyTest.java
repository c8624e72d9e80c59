package io.tidegate.app.e2e;

import static io.tidegate.app.e2e.VerifyRig.DEADLINE;
import static io.tidegate.app.e2e.VerifyRig.sum;
import static io.tidegate.app.e2e.VerifyRig.verify;
import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fault.Fault;
import io.sqlserversim.fault.FaultRule;
import io.sqlserversim.fault.Hold;
import io.sqlserversim.fault.Match;
import io.sqlserversim.fault.Occurrence;
import io.sqlserversim.fault.Point;
import io.sqlserversim.fleet.Fleet;
import io.sqlserversim.fleet.SimulatedServer;
import io.sqlserversim.instance.DatabaseState;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Login;
import io.sqlserversim.instance.Permission;
import io.tidegate.app.e2e.CommandsTest.Said;
import io.tidegate.app.lite.LiteProcess;
import io.tidegate.core.time.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * {@code tidegate verify} from end to end. Mutations seen to break it: a comparison that trusts the ledger's figures instead
 * of counting what is stored; a restore that is left out.
 */
class VerifyTest {
    @TempDir
    Path folder;

    private VerifyRig rig() {
        return new VerifyRig(folder);
    }

    @Test
    void givenAStoreThatIsWhole_whenItsRowsAreDamagedInAnyWay_thenTheyAreFoundAndMended() throws Exception {
        try (Fleet fleet = Fleet.start(Pace.FLEET)) {
            rig().collect(fleet);
            String config = rig().config(fleet.first());

            JsonNode whole = verify(0, config);
            assertThat(sum(whole, "agree")).isPositive();
            assertThat(sum(whole, "repaired") + sum(whole, "differ") + sum(whole, "thinned"))
                    .isZero();

            String before = rows();
            rig().change(
                            "UPDATE runtime_stats SET count_executions = count_executions + 5 WHERE rowid = (SELECT min(rowid) FROM"
                                    + " runtime_stats)");
            rig().change("DELETE FROM runtime_stats WHERE rowid = (SELECT max(rowid) FROM runtime_stats)");
            rig().change("UPDATE runtime_stats SET avg_cpu_time = avg_cpu_time + 1000000 WHERE rowid = (SELECT"
                    + " cast(median(rowid) AS BIGINT) FROM runtime_stats)");
            assertThat(rows()).isNotEqualTo(before);

            JsonNode mended = verify(0, config);
            assertThat(sum(mended, "repaired")).isBetween(1L, 3L);
            assertThat(sum(mended, "differ")).isZero();
            assertThat(rows()).isEqualTo(before);
            assertThat(sum(verify(0, config), "repaired")).isZero();
        }
    }

    /**
     * What a restored database shares with the life before is compared, and mended, where it is held. Mutation seen to break
     * it: what an earlier life holds is called gone at the source.
     */
    @Test
    void givenARestoredDatabase_whenRowsOfTheLifeBeforeAreDamaged_thenWhatIsSharedIsMendedAndNotCalledGone()
            throws Exception {
        try (Fleet fleet = Fleet.start(Pace.FLEET)) {
            SimulatedServer server = fleet.first();
            rig().collect(fleet);
            rig().restore(fleet);
            long inherited =
                    rig().one("SELECT count(*) FROM ledger_interval WHERE state = 'INHERITED' AND kind = 'RUNTIME'");
            assertThat(inherited).isPositive();
            String config = rig().config(server);
            JsonNode whole = verify(0, config);
            long behind = rig().one("SELECT count(*) FROM ledger_interval WHERE state = 'HELD' AND flags & 32 <> 0");
            assertThat(sum(whole, "goneAtSource")).isEqualTo(behind);
            assertThat(sum(whole, "agree")).isGreaterThanOrEqualTo(inherited);

            String before = rows();
            rig().change(
                            "DELETE FROM runtime_stats WHERE rowid = (SELECT min(r.rowid) FROM runtime_stats r JOIN ledger_interval i"
                                    + " ON i.interval_id = r.interval_id AND i.kind = 'RUNTIME' AND i.state = 'INHERITED' AND r.epoch = 1)");
            assertThat(rows()).isNotEqualTo(before);

            JsonNode mended = verify(0, config);
            assertThat(sum(mended, "repaired")).isOne();
            assertThat(sum(mended, "differ")).isZero();
            assertThat(rows()).isEqualTo(before);
        }
    }

    @Test
    void givenASourceThatHasLostRows_whenVerified_thenTheyAreReportedAsThinnedAndWhatIsHeldStays() throws Exception {
        try (Fleet fleet = Fleet.start(Pace.FLEET)) {
            rig().collect(fleet);
            SimulatedServer server = fleet.first();
            String before = rows();
            long plan = rig().one("SELECT min(plan_id) FROM runtime_stats");
            server.queryStores()
                    .values()
                    .iterator()
                    .next()
                    .procedures()
                    .call("sp_query_store_remove_plan", 5, List.of(plan));

            JsonNode thinned = verify(0, rig().config(server));

            assertThat(sum(thinned, "thinned")).isPositive();
            assertThat(sum(thinned, "repaired") + sum(thinned, "differ")).isZero();
            assertThat(rows()).isEqualTo(before);
        }
    }

    @Test
    void givenATickThatHasTheLease_whenVerified_thenBusyIsSaidAtOnceWithWhoHasIt() throws Exception {
        String store = folder.resolve("store").toString();
        try (Fleet fleet = Fleet.start(Pace.FLEET)) {
            SimulatedServer server = fleet.first();
            try (LiteProcess lite =
                    LiteProcess.start(Pace.lite(folder.resolve("store"), DEADLINE, Pace.targets(fleet)))) {
                Await.until(
                        "rows are stored",
                        Pace.BOUND,
                        () -> lite.collector().servers().stream()
                                .anyMatch(status -> Pace.good(status.tick()) > 2 && Pace.good(status.backfill()) > 2));
                server.faults()
                        .add(new FaultRule(
                                "held",
                                Match.HEAVY,
                                Occurrence.only(1),
                                new Fault.Hang(Point.START, Hold.UNTIL_RELEASED, true)));
                Await.until(
                        "a statement is held",
                        Pace.BOUND,
                        () -> server.faults().held().size() == 1);
                try {
                    Said said = Said.by("verify", "--store", store);

                    assertThat(said.exit()).isEqualTo(6);
                    assertThat(said.out()).contains("busy: ").containsAnyOf("tick", "backfill");
                } finally {
                    server.faults().release();
                }
            }
            assertThat(server.judge().maximum()).isOne();
        }
    }

    @Test
    void givenAServerThatIsGone_whenVerified_thenItIsNotCalledAgreement() throws Exception {
        String config;
        try (Fleet fleet = Fleet.start(Pace.FLEET)) {
            rig().collect(fleet);
            config = rig().config(fleet.first());
        }

        Said said = Said.by("verify", "--config", config);

        assertThat(said.exit()).isEqualTo(1);
        assertThat(said.out()).contains("sim-1", "cannot be reached");
        assertThat(Said.by("verify", "--config", config, "--server", "sim-2").err())
                .contains("did you mean 'sim-1'?");
    }

    /** Mutation seen to break it: what a process of its own did not get to read is gone at the source. */
    @Test
    void givenADatabaseThatIsListedAndNotRead_whenVerified_thenItIsNeitherAgreementNorGone() throws Exception {
        try (Fleet fleet = Fleet.start(Pace.FLEET)) {
            rig().collect(fleet);
            SimulatedServer server = fleet.first();
            String database = server.queryStores().keySet().iterator().next();
            String config = rig().config(server);

            assertUnverified(verify(1, excluding(config, database)), "excluded by configuration");
            Login login = Objects.requireNonNull(server.instance().login("monitor"));
            Grants before = login.grants();
            login.grants(Grants.NONE.with(Permission.VIEW_ANY_DATABASE));
            assertUnverified(verify(1, config), "CREATE USER");
            assertThat(Said.by("verify", "--config", config).out())
                    .as("whole, also where the table cuts it")
                    .contains("CREATE USER [monitor] FOR LOGIN [monitor];");
            login.grants(before);
            server.databases().state(database, DatabaseState.OFFLINE);
            assertUnverified(verify(1, config), "it is offline");
            server.databases().state(database, DatabaseState.ONLINE);
            assertThat(sum(verify(0, config), "agree")).isPositive();
            server.databases().drop(database);
            JsonNode dropped = verify(0, config);
            assertThat(sum(dropped, "goneAtSource"))
                    .isEqualTo(sum(dropped, "held"))
                    .isPositive();
        }
    }

    @Test
    void givenNamesAndTimesThatAreWrong_whenVerified_thenEachIsRefusedByNameBeforeAnythingIsStarted() throws Exception {
        try (Fleet fleet = Fleet.start(Pace.FLEET)) {
            String config = rig().config(fleet.first());
            assertRefused(Said.by("verify", "--config", config, "--since", "yesterday"), "--since: ", "such as 24h");
            assertRefused(Said.by("verify", "--config", config, "--server", "sim-9"), "--server: ", "'sim-1'");
            assertThat(folder.resolve("store")).doesNotExist();

            rig().collect(fleet);
            String database = fleet.first().queryStores().keySet().iterator().next();
            long statements = fleet.first().instance().statements().get();
            assertRefused(
                    Said.by("verify", "--config", config, "--database", database + "x"),
                    "--database: ",
                    "did you mean '" + database + "'?");
            assertThat(fleet.first().instance().statements().get()).isEqualTo(statements);

            String store = folder.resolve("store").toString();
            try (LiteProcess lite =
                    LiteProcess.start(Pace.lite(folder.resolve("store"), DEADLINE, Pace.targets(fleet)))) {
                assertThat(lite.webPort()).isPositive();
                assertRefused(
                        Said.by("verify", "--store", store, "--database", database + "x"),
                        "--database: ",
                        "did you mean '" + database + "'?");
                assertRefused(Said.by("verify", "--store", store, "--server", "sim-9"), "--server: ", "'sim-1'");
            }

            assertRefused(Said.by("verify", "--config", config, "--since", "2100-01-01"), "--since: ", "in the past");
            Said nothing = Said.by(
                    "verify", "--config", config, "--since", Instant.now().toString());
            assertThat(nothing.exit()).as(nothing.err()).isEqualTo(1);
            assertThat(nothing.out()).contains("nothing was compared");
        }
    }

    /** Mutation seen to break it: a process that a signal ends at once. */
    @Test
    void givenAComparisonThatRuns_whenASignalEndsTheCommand_thenItsStatementEndsAndItsLeaseIsWrittenDown()
            throws Exception {
        try (Fleet fleet = Fleet.start(Pace.FLEET)) {
            rig().collect(fleet);
            SimulatedServer server = fleet.first();
            String config = rig().config(server);
            server.faults()
                    .add(new FaultRule(
                            "held",
                            Match.HEAVY,
                            Occurrence.only(1),
                            new Fault.Hang(Point.START, Hold.UNTIL_RELEASED, false)));
            Process command = LiteChild.launch(folder.resolve("out.log"), "verify", "--config", config);
            try {
                Await.until(
                        "its statement is held",
                        Pace.BOUND,
                        () -> server.faults().held().size() == 1);
                assertThat(folder.resolve("store").resolve("holder")).exists();

                command.destroy();

                assertThat(command.waitFor(2, TimeUnit.MINUTES)).isTrue();
                assertThat(server.judge().running()).isZero();
            } finally {
                command.destroyForcibly();
                server.faults().release();
            }
            assertThat(folder.resolve("store").resolve("holder")).doesNotExist();
            assertThat(rig().one("SELECT count(*) FROM lease WHERE purpose = 'ON_DEMAND'"))
                    .isPositive();
        }
    }

    private static void assertRefused(Said said, String... words) {
        assertThat(said.exit()).as(said.out() + said.err()).isEqualTo(2);
        assertThat(said.err()).contains(words);
    }

    private static void assertUnverified(JsonNode verification, String reason) {
        assertThat(sum(verification, "unverified"))
                .isEqualTo(sum(verification, "held"))
                .isPositive();
        for (JsonNode row : verification.get("rows")) {
            assertThat(row.get("reason").asString()).contains(reason);
        }
    }

    /** The same configuration without a database. */
    private String excluding(String config, String database) throws IOException {
        String text = Files.readString(Path.of(config));
        String without = text.replace(
                "    encryption: off\n", "    encryption: off\n    databases: {exclude: [" + database + "]}\n");
        return Files.writeString(folder.resolve("without.yaml"), without).toString();
    }

    /** What is stored of the runtime rows, as one number that any change of one changes. */
    private String rows() throws SQLException {
        return Long.toString(
                rig().one("SELECT cast(sum(hash(interval_id, plan_id, execution_type, count_executions, avg_cpu_time,"
                        + " avg_duration) % 1000000007) AS BIGINT) FROM runtime_stats"));
    }
}

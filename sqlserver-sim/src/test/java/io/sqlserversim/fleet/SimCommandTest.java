package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.Await;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SimCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        CommandLine line = SimCommand.commandLine();
        return line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(args);
    }

    @Test
    void givenTwoServers_whenRunAndTerminated_thenLinesBeforeAndAfterAndExit0() throws Exception {
        int port = FreePorts.first(2);
        try (SimProcess sim = SimProcess.start("--servers", "2", "--port-base", "" + port, "--workload", "small")) {
            assertThat(sim.line())
                    .isEqualTo("server=sim-1 host=127.0.0.1 port=" + port
                            + " user=monitor password=Abc123 database=Sales");
            assertThat(sim.line()).startsWith("server=sim-2 host=127.0.0.1 port=" + (port + 1) + " ");
            Await.until("the second server answers", () -> answers(port + 1));
            sim.terminate();

            JsonNode first = JsonMapper.shared().readTree(sim.line());
            assertThat(first.propertyNames()).containsExactly("server", "port", "statements", "heavyMax", "bytesOut");
            assertThat(first.path("server").asString()).isEqualTo("sim-1");
            assertThat(first.path("statements").isNumber()).isTrue();
            JsonNode second = JsonMapper.shared().readTree(sim.line());
            assertThat(second.path("port").asInt()).isEqualTo(port + 1);
            assertThat(second.path("statements").asInt()).isPositive();
            assertThat(second.path("bytesOut").asLong()).isPositive();
            assertThat(second.path("heavyMax").asInt()).isZero();
            assertThat(sim.exitCode()).isZero();
        }
    }

    /**
     * So many servers that the announcement is more than a pipe holds: it waits for its reader, and nothing listens yet.
     * Mutation seen to break it: the shutdown hook behind {@code listen}.
     */
    @Test
    void givenASignalAtTheFirstAnnouncement_whenNothingListensYet_thenTheSummaryComesAndExit0() throws Exception {
        int servers = 1000;
        int port = FreePorts.first(servers);
        try (SimProcess sim = SimProcess.start(
                "--servers", "" + servers, "--databases", "1", "--port-base", "" + port, "--workload", "small")) {
            assertThat(sim.line()).startsWith("server=sim-1 ");
            sim.terminate();

            assertThat(sim.rest())
                    .filteredOn(line -> line.startsWith("{\"server\""))
                    .hasSize(servers);
            assertThat(sim.exitCode()).isZero();
        }
    }

    private static boolean answers(int port) throws Exception {
        String url = "jdbc:sqlserver://127.0.0.1:" + port
                + ";user=monitor;password=Abc123;encrypt=false;connectRetryCount=0";
        try (Connection connection = DriverManager.getConnection(url)) {
            return connection.isValid(5);
        } catch (java.sql.SQLException e) {
            return false;
        }
    }

    @Test
    void givenAControlChannel_whenStandardInputCloses_thenTheProcessEnds() throws Exception {
        int port = FreePorts.first(2);
        try (SimProcess sim =
                SimProcess.start("--servers", "1", "--port-base", "" + port, "--control", "--until-stdin-closes")) {
            assertThat(sim.line()).matches("control=http://127\\.0\\.0\\.1:\\d+ token=[0-9a-f]{32}");
            assertThat(sim.line()).startsWith("server=sim-1 ");
            sim.closeInput();
            assertThat(sim.line()).startsWith("{\"server\":\"sim-1\"");
            assertThat(sim.exitCode()).isZero();
        }
    }

    @Test
    void givenAParent_whenASignalReachesBoth_thenItServesOnUntilTheParentIsDone() throws Exception {
        int port = FreePorts.first(2);
        try (SimProcess sim = SimProcess.start("--servers", "1", "--port-base", "" + port, "--until-stdin-closes")) {
            assertThat(sim.line()).startsWith("server=sim-1 ");
            Await.until("the server answers", () -> answers(port));
            sim.terminate();
            assertThat(answers(port)).isTrue();
            sim.closeInput();
            assertThat(sim.line()).startsWith("{\"server\":\"sim-1\"");
            assertThat(sim.exitCode()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "--servers; 0; --servers must be 1 to 1000",
                "--databases; 201; --databases must be",
                "--port-base; 80; --port-base must be 1024 to",
                "--clock-speed; x; --clock-speed",
                "--history; 3 hours; 90s, 30m, 3h or 2d",
                "--workload; oltp,huge; --workload: no workload 'huge'",
                "--workload; oltp,; --workload: no workload ''",
                "--interval-minutes; 7; --interval-minutes",
                "--flush-seconds; 5; --flush-seconds",
                "--faults; lots; --faults",
                "--profile; 16,2014; is not one of [13, 14, 15, 16, 17, azure, mi, rds]",
                "--sed; 7; --seed",
            })
    void givenAWrongOption_whenRun_thenExit2AndItIsNamed(String option, String value, String says) {
        assertThat(run(option, value)).isEqualTo(2);
        assertThat(err.toString()).contains(says);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void givenWorkloadsPerServer_whenTheFleetStarts_thenServersAndDatabasesTakeThemInTurn() throws Exception {
        CommandLine line = SimCommand.commandLine();
        line.parseArgs("--workload", "small, tenant;oltp", "--servers=3", "--databases=3", "--history=2h");
        FleetSpec spec = ((SimCommand) line.getCommand()).fleetSpec(line).onAnyPorts();
        try (Fleet fleet = Fleet.start(spec)) {
            assertThat(queries(fleet.servers().get(0))).containsExactly(6, 24, 6);
            assertThat(queries(fleet.servers().get(1))).containsExactly(34, 34, 34);
            assertThat(queries(fleet.servers().get(2))).containsExactly(6, 24, 6);
        }
    }

    /** How many queries each database's store has: what tells these workloads apart. */
    private static List<Integer> queries(SimulatedServer server) throws Exception {
        List<Integer> counts = new ArrayList<>();
        try (Client client = Client.open(server, "databaseName=tempdb")) {
            for (String database : server.queryStores().keySet()) {
                counts.add(client.number("SELECT COUNT(*) FROM [" + database + "].sys.query_store_query"));
            }
        }
        return counts;
    }

    @Test
    void givenAPortInUse_whenRun_thenExit1AndNoServerIsAnnounced() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            assertThat(run("--servers", "1", "--port-base", "" + taken.getLocalPort()))
                    .isEqualTo(1);
            assertThat(err.toString()).contains("port " + taken.getLocalPort() + " is in use");
            assertThat(out.toString()).isEmpty();
        }
    }

    @Test
    void givenHelp_whenAsked_thenExit0() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).contains("--port-base", "Exit codes:");
    }
}

package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.Await;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Many servers at once, and nothing left of them. */
class FleetScaleTest {
    @Test
    void given300Servers_whenStartedConnectedAndStopped_thenNoThreadOrSessionIsLeft() throws Exception {
        Fleet fleet = Fleet.of(FleetSpec.TEST.sized(300, 2));
        List<Client> clients = new ArrayList<>();
        fleet.listen();
        try {
            for (SimulatedServer server : fleet.servers()) {
                clients.add(Client.open(server));
            }
            assertThat(fleet.servers())
                    .allSatisfy(server ->
                            assertThat(server.instance().sessions().all()).hasSize(1));
            assertThat(fleet.servers().stream().map(SimulatedServer::port).distinct())
                    .hasSize(300);
        } finally {
            fleet.close();
            for (Client client : clients) {
                client.close();
            }
        }
        assertThat(fleet.servers()).allSatisfy(server -> {
            assertThat(server.threads()).isZero();
            assertThat(server.connections()).isZero();
            assertThat(server.instance().sessions().all()).isEmpty();
        });
    }

    /**
     * Half a million runtime rows and some 4,000 showplans of 30 KB at the median, each read from a process whose heap could
     * not hold a third of them.
     */
    @Test
    void given150Tenants_whenEachIsReadWhole_thenASmallHeapIsEnough() throws Exception {
        int port = FreePorts.first(1);
        try (SimProcess sim = SimProcess.startWith(
                List.of("-Xmx96m"), "--servers=1", "--databases=150", "--workload=tenant", "--port-base=" + port)) {
            assertThat(sim.line()).startsWith("server=sim-1 ");
            Await.until("the server answers", () -> answers(port));
            try (Client client = Client.open(port, "databaseName=tempdb")) {
                List<String> databases = client.rows("SELECT name FROM sys.databases WHERE database_id > 4");
                assertThat(databases).hasSize(150);
                long rows = 0;
                long characters = 0;
                for (String database : databases) {
                    rows += client.number("SELECT COUNT(*) FROM [" + database + "].sys.query_store_runtime_stats");
                    characters +=
                            client.number("SELECT SUM(LEN(query_plan)) FROM [" + database + "].sys.query_store_plan");
                }
                assertThat(rows).isGreaterThan(300_000);
                assertThat(characters).isGreaterThan(50_000_000);
            }
        }
    }

    private static boolean answers(int port) {
        try (Client client = Client.open(port)) {
            return client.sessionId() > 50;
        } catch (SQLException notYet) {
            return false;
        }
    }

    @Test
    void givenAPortInUse_whenAFleetListens_thenNothingListens() throws Exception {
        try (Fleet one = Fleet.start(FleetSpec.TEST)) {
            FleetSpec clash = new FleetSpec(
                    2,
                    1,
                    one.first().port() - 1,
                    7,
                    1,
                    1,
                    60,
                    null,
                    List.of(List.of("small")),
                    FaultLevel.NONE,
                    FleetSpec.TEST.profiles(),
                    "Abc123");
            Fleet other = Fleet.of(clash);
            org.assertj.core.api.Assertions.assertThatThrownBy(other::listen)
                    .isInstanceOf(java.net.BindException.class);
            assertThat(other.servers())
                    .allSatisfy(server -> assertThat(server.threads()).isZero());
        }
    }
}

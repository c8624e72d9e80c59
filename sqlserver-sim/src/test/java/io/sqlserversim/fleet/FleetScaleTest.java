package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.assertThat;

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
                    List.of("small"),
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

package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sqlserversim.clock.ManualClock;
import io.sqlserversim.querystore.QueryStore;
import io.sqlserversim.querystore.options.QueryStoreState;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Events of Query Stores over the control channel. */
class QueryStoreRequestsTest {
    private final ManualClock clock = new ManualClock(Instant.parse("2026-03-04T10:20:30Z"));
    private final Fleet fleet = Fleet.of(FleetSpec.TEST.sized(2, 2), clock);
    private final QueryStoreRequests requests = new QueryStoreRequests(fleet);

    private QueryStore store(int server, String database) {
        return fleet.servers().get(server).queryStores().get(database);
    }

    @Test
    void givenOneDatabaseNamed_whenRestored_thenItAloneForks() {
        UUID fork = fleet.first().instance().database("Orders").recoveryFork();
        clock.advance(Duration.ofMinutes(5));
        assertThat(requests.event(
                                "{\"event\":\"restore\",\"secondsAgo\":240,\"server\":\"sim-1\",\"database\":\"orders\"}")
                        .toString())
                .isEqualTo("{stores=1}");
        assertThat(store(0, "Orders").epoch()).isOne();
        assertThat(store(0, "Sales").epoch()).isZero();
        assertThat(store(1, "Orders").epoch()).isZero();
        assertThat(fleet.first().instance().database("Orders").recoveryFork()).isNotEqualTo(fork);
    }

    @Test
    void givenState_whenAsked_thenAllStoresHaveIt() {
        requests.event("{\"event\":\"state\",\"actual\":\"read_only\",\"reason\":65536}");
        assertThat(store(1, "Sales").options().desired()).isEqualTo(QueryStoreState.READ_WRITE);
        assertThat(store(1, "Sales").options().actual()).isEqualTo(QueryStoreState.READ_ONLY);
        assertThat(store(1, "Sales").options().readonlyReason()).isEqualTo(65_536);
        requests.event("{\"event\":\"options\",\"intervalMinutes\":5,\"staleDays\":3}");
        assertThat(store(0, "Orders").options().intervalLengthMinutes()).isEqualTo(5);
        assertThat(store(0, "Orders").options().flushIntervalSeconds()).isEqualTo(60);
        requests.event("{\"event\":\"clear\"}");
        requests.event("{\"event\":\"flush\"}");
        requests.event("{\"event\":\"crash\"}");
        requests.event("{\"event\":\"clean-up\"}");
        requests.event("{\"event\":\"replica-group\",\"replicaGroup\":3,\"delaySeconds\":60}");
        requests.event("{\"event\":\"provisional-ids\"}");
        assertThat(store(0, "Orders").epoch()).isOne();
    }

    @Test
    void givenNonsense_whenAsked_thenItSaysWhatThereIs() {
        assertThatThrownBy(() -> requests.event("{\"event\":\"cleer\"}")).hasMessageContaining("clear, flush, crash");
        assertThatThrownBy(() -> requests.event("{\"event\":\"restore\"}")).hasMessageContaining("secondsAgo");
        assertThatThrownBy(() -> requests.event("{\"event\":\"clear\",\"database\":\"Nowhere\"}"))
                .hasMessageContaining("no database 'Nowhere'");
        assertThatThrownBy(() -> requests.event("{\"event\":\"state\",\"actual\":\"ON\"}"))
                .hasMessageContaining("READ_CAPTURE_SECONDARY");
    }
}

package io.tidegate.sqlserver.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sqlserversim.tds.EncryptionPolicy;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.time.SystemTicker;
import io.tidegate.sqlserver.DatabaseFilter;
import io.tidegate.sqlserver.Encryption;
import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.fault.SqlServerException;
import io.tidegate.sqlserver.session.DriverConnections;
import io.tidegate.sqlserver.session.LightSessions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server whose certificate nobody vouches for. */
class EncryptionWireTest {
    private final LightSessions light =
            new LightSessions(new DriverConnections(), Simulated.LIMITS, SystemTicker.INSTANCE, "test");
    private Simulated sim;

    @BeforeEach
    void start() {
        sim = new Simulated();
        sim.server.encryption(EncryptionPolicy.REQUIRED);
    }

    @AfterEach
    void stop() {
        sim.close();
    }

    @Test
    @Incident(118)
    void givenACertificateNobodyVouchesFor_whenNotTrusted_thenRefusedWithTheSettingThatHelps() {
        assertThatThrownBy(() -> light.open(target(false)))
                .isInstanceOfSatisfying(
                        SqlServerException.class,
                        refused -> assertThat(refused.fault().message())
                                .contains("certificate", "trustServerCertificate"));
        assertThat(sim.server.instance().sessions().all()).isEmpty();
    }

    @Test
    @Incident(118)
    void givenACertificateNobodyVouchesFor_whenTrustedByTheOperator_thenRead() {
        try (var channel = light.open(target(true)).channel()) {
            assertThat(channel.where()).isNotNull();
        }
    }

    private ServerTarget target(boolean trusted) {
        return new ServerTarget(
                sim.server.name(),
                sim.target.host(),
                sim.target.port(),
                sim.target.login(),
                Encryption.MANDATORY,
                trusted,
                DatabaseFilter.ALL,
                false);
    }
}

package io.tidegate.sqlserver.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sqlserversim.tds.EncryptionPolicy;
import io.sqlserversim.wire.TlsIdentity;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.time.SystemTicker;
import io.tidegate.sqlserver.DatabaseFilter;
import io.tidegate.sqlserver.Encryption;
import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.fault.SqlServerException;
import io.tidegate.sqlserver.session.DriverConnections;
import io.tidegate.sqlserver.session.LightSessions;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    @Test
    @Incident(118)
    void givenAnAuthorityOfOnesOwn_whenItVouchesForTheServersName_thenReadAndForNoOther(@TempDir Path folder)
            throws Exception {
        Path pem = folder.resolve("ca.pem");
        try (InputStream certificate = TlsIdentity.certificate()) {
            Files.copy(certificate, pem);
        }
        ServerTarget vouched = target(false).vouchedForBy(pem.toString());

        try (var channel = light.open(vouched).channel()) {
            assertThat(channel.where()).isNotNull();
        }
        ServerTarget otherName = new ServerTarget(
                        vouched.name(),
                        "127.0.0.2",
                        vouched.port(),
                        vouched.login(),
                        Encryption.MANDATORY,
                        false,
                        DatabaseFilter.ALL,
                        false)
                .vouchedForBy(pem.toString());
        assertThatThrownBy(() -> light.open(otherName)).isInstanceOf(SqlServerException.class);
        Files.writeString(pem, "spoilt");
        Files.setLastModifiedTime(pem, FileTime.fromMillis(1));
        assertThatThrownBy(() -> light.open(vouched)).isInstanceOf(SqlServerException.class);
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

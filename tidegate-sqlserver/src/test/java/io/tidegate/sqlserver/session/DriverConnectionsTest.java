package io.tidegate.sqlserver.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.microsoft.sqlserver.jdbc.SQLServerDataSource;
import io.tidegate.core.incident.Incident;
import io.tidegate.sqlserver.DatabaseFilter;
import io.tidegate.sqlserver.Encryption;
import io.tidegate.sqlserver.Login;
import io.tidegate.sqlserver.Secret;
import io.tidegate.sqlserver.ServerTarget;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the driver is told, where its own defaults would wait for ever, open again unasked, or fill the heap. */
class DriverConnectionsTest {
    private static final ConnectionSettings SETTINGS =
            new ConnectionSettings("Tidegate/heavy a", "tempdb", Duration.ofSeconds(15), Duration.ofSeconds(360));

    @Test
    @Incident({9, 10, 54})
    void givenAnyTarget_whenConnecting_thenRowsStreamWaitsEndAndNothingIsOpenedAgain() {
        SQLServerDataSource source = DriverConnections.source(target(Encryption.MANDATORY, false), SETTINGS);

        assertThat(source.getSelectMethod()).as("no cursor at the server").isEqualTo("direct");
        assertThat(source.getResponseBuffering()).isEqualTo("adaptive");
        assertThat(source.getMaxResultBuffer()).as("no limit of the driver's").isEqualTo("-1");
        assertThat(source.getLoginTimeout()).isEqualTo(15);
        assertThat(source.getSocketTimeout()).isEqualTo(360_000);
        assertThat(source.getConnectRetryCount()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    @Incident(118)
    void givenAnEncryption_whenConnecting_thenCertificatesAreCheckedUnlessTrusted(Encryption encryption) {
        SQLServerDataSource strict = DriverConnections.source(target(encryption, false), SETTINGS);
        assertThat(strict.getEncrypt()).isEqualToIgnoringCase(encryption.driverValue());
        assertThat(strict.getTrustServerCertificate()).isFalse();
        assertThat(DriverConnections.source(target(encryption, true), SETTINGS).getTrustServerCertificate())
                .isTrue();
    }

    @Test
    @Incident(54)
    void givenALimitWithoutEnd_whenMade_thenItIsRefused() {
        assertThatThrownBy(() -> new ConnectionSettings("a", "b", Duration.ZERO, Duration.ofSeconds(1)))
                .hasMessageContaining("loginLimit");
        assertThatThrownBy(() -> new ConnectionSettings("a", "b", Duration.ofSeconds(1), Duration.ZERO))
                .hasMessageContaining("socketLimit");
        assertThatThrownBy(() -> new SessionLimits(Duration.ofSeconds(1), Duration.ZERO, Duration.ofSeconds(1)))
                .hasMessageContaining("above zero");
    }

    private static ServerTarget target(Encryption encryption, boolean trusted) {
        return new ServerTarget(
                "sql-1",
                "127.0.0.1",
                1433,
                new Login("monitor", new Secret("x")),
                encryption,
                trusted,
                DatabaseFilter.ALL,
                false);
    }
}

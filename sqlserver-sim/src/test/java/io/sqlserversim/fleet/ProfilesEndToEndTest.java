package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.instance.VersionProfile;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What mssql-jdbc finds out about servers of all profiles, which stand in one fleet. */
class ProfilesEndToEndTest {
    private static Fleet fleet;

    @BeforeAll
    static void start() throws Exception {
        VersionProfile[] all = VersionProfile.ALL.toArray(VersionProfile[]::new);
        fleet = Fleet.start(FleetSpec.TEST.sized(all.length, 2).as(all));
    }

    @AfterAll
    static void stop() {
        fleet.close();
    }

    private static SimulatedServer server(String label) {
        return fleet.servers().stream()
                .filter(server -> server.instance().profile().label().equals(label))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            13    | 3 | 13.0.6300.2 | 13 | Developer Edition (64-bit) | Microsoft SQL Server 2016
            14    | 3 | 14.0.3456.2 | 14 | Developer Edition (64-bit) | Microsoft SQL Server 2017
            15    | 3 | 15.0.4385.2 | 15 | Developer Edition (64-bit) | Microsoft SQL Server 2019
            16    | 3 | 16.0.4165.4 | 16 | Developer Edition (64-bit) | Microsoft SQL Server 2022
            17    | 3 | 17.0.1000.7 | 17 | Developer Edition (64-bit) | Microsoft SQL Server 2025
            azure | 5 | 12.0.2000.8 | 12 | SQL Azure                  | Microsoft SQL Azure (RTM) - 12.0
            mi    | 8 | 12.0.2000.8 | 12 | SQL Azure                  | Microsoft SQL Azure (RTM) - 12.0
            rds   | 2 | 15.0.4385.2 | 15 | Standard Edition (64-bit)  | Microsoft SQL Server 2019
            """)
    void givenAProfile_whenAskedWhatItIs_thenItSaysSo(
            String label, int engineEdition, String version, int major, String edition, String banner)
            throws Exception {
        SimulatedServer server = server(label);
        try (Client client = Client.open(server)) {
            assertThat(client.rows("SELECT CAST(SERVERPROPERTY('EngineEdition') AS int),"
                            + " CAST(SERVERPROPERTY('ProductVersion') AS nvarchar(128)),"
                            + " CAST(SERVERPROPERTY('ProductMajorVersion') AS int),"
                            + " CAST(SERVERPROPERTY('Edition') AS nvarchar(128)),"
                            + " CAST(SERVERPROPERTY('ServerName') AS nvarchar(128)), @@SERVERNAME"))
                    .isEqualTo(List.of(String.join(
                            "|",
                            "" + engineEdition,
                            version,
                            "" + major,
                            edition,
                            server.instance().name(),
                            server.instance().name())));
            assertThat(client.one("SELECT @@VERSION")).startsWith(banner);
            assertThat(client.connection().getMetaData().getDatabaseMajorVersion())
                    .isEqualTo(major);
        }
    }
}

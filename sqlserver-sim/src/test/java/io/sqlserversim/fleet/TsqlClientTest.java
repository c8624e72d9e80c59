package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The command-line client of FreeTDS, written by others. Skipped where it is not installed, except in CI. */
class TsqlClientTest {
    @Test
    void givenTsql_whenItAsksForTheVersion_thenItPrintsIt() throws Exception {
        requireTsql();
        try (Fleet fleet = Fleet.start(FleetSpec.TEST)) {
            int port = fleet.first().port();
            Process tsql = new ProcessBuilder(
                            "tsql", "-H", "127.0.0.1", "-p", "" + port, "-U", "monitor", "-P", "Abc123")
                    .redirectErrorStream(true)
                    .start();
            try (var in = tsql.getOutputStream()) {
                in.write("select @@version\ngo\nselect name from sys.databases\ngo\n".getBytes(StandardCharsets.UTF_8));
            }
            String said = new String(tsql.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(tsql.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(said).contains("Microsoft SQL Server", "tempdb", "Sales").doesNotContain("Msg ");
        }
    }

    private static void requireTsql() throws Exception {
        try {
            new ProcessBuilder("tsql", "-C").redirectErrorStream(true).start().waitFor();
        } catch (java.io.IOException e) {
            if ("true".equals(System.getenv("CI"))) {
                fail("tsql is not installed (package freetds-bin)", e);
            }
            abort("tsql is not installed (package freetds-bin)");
        }
    }
}

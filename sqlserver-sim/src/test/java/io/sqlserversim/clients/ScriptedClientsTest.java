package io.sqlserversim.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that run as programs of their own; each has a script that goes through the subjects. */
final class ScriptedClientsTest {
    private static final String PYTHON = "/usr/bin/python3"; // Debian's, which has Debian's packages

    @TempDir
    private Path folder;

    private Servers servers;

    @BeforeEach
    void start() throws Exception {
        servers = new Servers();
    }

    @AfterEach
    void stop() {
        servers.close();
    }

    private Map<String, String> python(String script) throws Exception {
        return Tool.outcomes(
                folder,
                Map.of("PYTHONIOENCODING", "utf-8", "PYTHONDONTWRITEBYTECODE", "1"),
                List.of(
                        PYTHON,
                        Tool.script(script).toString(),
                        "" + servers.optional().port(),
                        "" + servers.required().port(),
                        Servers.certificate(folder).toString()));
    }

    @Test
    void givenTsql_whenItGoesThroughTheSubjects_thenTheMatrixHolds() throws Exception {
        Tool.demand("tsql (Debian: freetds-bin)", "tsql", "-C");
        Tool.demand("Debian's Python", PYTHON, "-V");
        assertThat(python("tsql_client.py")).isEqualTo(Matrix.of("tsql"));
    }

    @Test
    void givenPymssql_whenItGoesThroughTheSubjects_thenTheMatrixHolds() throws Exception {
        Tool.demand("pymssql (Debian: python3-pymssql)", PYTHON, "-c", "import pymssql");
        assertThat(python("pymssql_client.py")).isEqualTo(Matrix.of("pymssql"));
    }

    @Test
    void givenPythonTds_whenItGoesThroughTheSubjects_thenTheMatrixHolds() throws Exception {
        Tool.demand("python-tds (Debian: python3-tds, python3-openssl)", PYTHON, "-c", "import pytds, OpenSSL");
        assertThat(python("pytds_client.py")).isEqualTo(Matrix.of("python-tds"));
    }

    @Test
    void givenTedious_whenItGoesThroughTheSubjects_thenTheMatrixHolds() throws Exception {
        Path script = Tool.script("tedious_client.js");
        Tool.demand(
                "tedious (npm ci in " + script.getParent() + ")",
                "node",
                "-e",
                "require('" + script.resolveSibling("node_modules/tedious") + "')");
        assertThat(Tool.outcomes(
                        folder,
                        Map.of(),
                        List.of(
                                "node",
                                script.toString(),
                                "" + servers.optional().port(),
                                servers.optional().port() + ","
                                        + servers.required().port())))
                .isEqualTo(Matrix.of("tedious"));
    }
}

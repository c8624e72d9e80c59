package io.sqlserversim.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Microsoft's JDBC driver: the version that is used everywhere here, and an older line in a class loader of its own. */
final class JdbcClientsTest {
    private static final Path OLDER = Path.of(
            System.getProperty("tidegate.root", "."), "sqlserver-sim", "target", "clients", "mssql-jdbc-older.jar");

    @TempDir
    private Path folder;

    private Map<String, String> outcomes(ClassLoader loader, String version) throws Exception {
        try (Servers servers = new Servers()) {
            JdbcClient client = new JdbcClient(loader, servers, Servers.certificate(folder));
            assertThat(client.version()).startsWith(version);
            return new Subjects()
                    .on("login", client::login)
                    .on("types", client::types)
                    .on("NULLs", client::nulls)
                    .on("long values", client::longValues)
                    .on("errors", client::errors)
                    .on("several results", client::severalResults)
                    .on("prepared", client::prepared)
                    .on("output parameters", client::outputParameters)
                    .on("transactions", client::transactions)
                    .on("cancel", client::cancel)
                    .on("time-out", client::timeOut)
                    .on("reset", client::reset)
                    .on("encryption", client::encryption)
                    .outcomes();
        }
    }

    @Test
    void givenCurrentDriver_whenItGoesThroughTheSubjects_thenTheMatrixHolds() throws Exception {
        assertThat(outcomes(JdbcClientsTest.class.getClassLoader(), "13.6")).isEqualTo(Matrix.of("mssql-jdbc 13.6"));
    }

    @Test
    void givenOlderDriver_whenItGoesThroughTheSubjects_thenTheMatrixHolds() throws Exception {
        assertThat(OLDER).exists();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {OLDER.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            assertThat(outcomes(loader, "12.10")).isEqualTo(Matrix.of("mssql-jdbc 12.10"));
        }
    }
}

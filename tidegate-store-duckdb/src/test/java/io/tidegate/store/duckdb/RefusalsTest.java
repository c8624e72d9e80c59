package io.tidegate.store.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.store.StoreException;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each way in which a store cannot be opened, as one sentence for a user. */
class RefusalsTest {
    @TempDir
    Path directory;

    @Test
    @Incident(111)
    void givenAnotherProcessHasTheStore_whenOpened_thenItsProcessIsNamed() throws Exception {
        Process other = new ProcessBuilder(List.of(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KillVictim.class.getName(),
                        directory.toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = other.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).isEqualTo("open");
            assertThatThrownBy(() -> TestStores.open(directory))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining(
                            "is in use by process " + other.pid() + ": wait until it has ended, or stop it")
                    .matches(failure -> failure instanceof StoreException inUse && DuckDbStores.isInUse(inUse));
        } finally {
            other.toHandle().destroyForcibly();
            other.waitFor();
        }
        TestStores.open(directory).close();
    }

    @Test
    void givenThisProcessHasTheStore_whenOpenedAgain_thenRefused() {
        try (DuckDbStore store = TestStores.open(directory)) {
            assertThatThrownBy(() -> TestStores.open(directory))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("is open in this process already");
            assertThat(store.servers()).isEmpty();
        }
    }

    @Test
    void givenAFileThatIsNoStore_whenOpened_thenRefusedAndLeftAlone() throws Exception {
        Path file = directory.resolve(Engine.FILE);
        Files.writeString(file, "no database".repeat(2000));
        assertThatThrownBy(() -> TestStores.open(directory))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("is no store that this version can read");
        assertThat(file).content().startsWith("no database");
    }

    @Test
    void givenADirectoryWithoutRights_whenOpened_thenSaysSo() throws Exception {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("r-xr-xr-x"));
        try {
            assumeTrue(!Files.isWritable(directory), "this user may write everywhere");
            assertThatThrownBy(() -> TestStores.open(directory))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("cannot be read and written by this user");
        } finally {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    @Test
    void givenAFileInTheWay_whenOpened_thenSaysSo() throws Exception {
        Path file = Files.createFile(directory.resolve("in-the-way"));
        assertThatThrownBy(() -> TestStores.open(file))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("cannot be made or read");
    }
}

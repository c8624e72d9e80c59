package io.tidegate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Which store a question is asked. Mutations seen to break it: the file is not looked at; the file goes before the folder. */
class StoreOptionTest {
    @TempDir
    Path directory;

    @Test
    void givenAConfigurationFile_whenAskedForTheFolder_thenItIsItsStoresUnlessAnotherIsGiven() throws Exception {
        Path file = directory.resolve("tidegate.yaml");
        Files.writeString(file, """
                store: {directory: here}
                servers:
                  - {name: a, host: h, login: {user: u, password: "file:p"}}
                """);
        Files.writeString(directory.resolve("p"), "secret");

        assertThat(given("--config", file.toString())).isEqualTo(directory.resolve("here"));
        assertThat(given("--config", file.toString(), "--store", "other")).isEqualTo(Path.of("other"));
        assertThat(given()).isEqualTo(StoreOption.defaultDirectory());
    }

    private static Path given(String... options) throws Exception {
        return CommandLine.populateCommand(new StoreOption(), options).directory();
    }
}

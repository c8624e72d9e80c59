package io.tidegate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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

    /** Mutation seen to break it: the file's retention is another folder's too. */
    @Test
    void givenAConfigurationFile_whenAskedForTheRetention_thenItIsItsStoresAlone() throws Exception {
        Path file = directory.resolve("tidegate.yaml");
        Files.writeString(file, """
                retention: 90d
                servers:
                  - {name: a, host: h, login: {user: u, password: "file:p"}}
                """);
        Files.writeString(directory.resolve("p"), "secret");

        assertThat(option("--config", file.toString()).retention()).isEqualTo(Duration.ofDays(90));
        assertThat(option("--config", file.toString(), "--store", "other").retention())
                .isNull();
        assertThat(option().retention()).isNull();
    }

    private static StoreOption option(String... options) {
        return CommandLine.populateCommand(new StoreOption(), options);
    }

    private static Path given(String... options) throws Exception {
        return option(options).directory();
    }
}

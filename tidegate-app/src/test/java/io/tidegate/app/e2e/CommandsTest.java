package io.tidegate.app.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.app.Main;
import io.tidegate.web.http.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/** The command line without any server: help, wrong input, configuration files. */
class CommandsTest {
    @TempDir
    Path folder;

    /** What a command said and how it ended. */
    record Said(int exit, String out, String err) {
        static Said by(String... args) {
            StringWriter out = new StringWriter();
            StringWriter err = new StringWriter();
            CommandLine line = Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
            int exit = line.execute(args);
            return new Said(exit, out.toString(), err.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "demo",
                "lite",
                "sim",
                "status",
                "coverage",
                "verify",
                "leases",
                "top",
                "events",
                "sql",
                "doctor",
                "config",
                "config init",
                "config check"
            })
    void givenEachCommand_whenAskedForHelp_thenItIsShownWithExitZero(String command) {
        String[] args = (command + " --help").strip().split(" ");

        Said said = Said.by(args);

        assertThat(said.exit()).isZero();
        assertThat(said.out()).contains("Usage: ");
        assertThat(said.err()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "toq,top",
        "coverag,coverage",
        "top --metrik cpu,--metric",
        "leases --lsat 1h,--last",
        "demo --fautls none,--faults",
        "config chekc,check"
    })
    void givenAWordThatIsUnknown_whenRun_thenExitTwoAndTheNearestNameIsSaid(String command, String nearest) {
        Said said = Said.by(command.split(" "));

        assertThat(said.exit()).isEqualTo(2);
        assertThat(said.err()).contains(nearest);
        assertThat(said.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "demo --servers 0",
                "demo --servers many",
                "demo --exit-after soon",
                "demo --faults lots",
                "lite",
                "sql"
            })
    void givenAWrongValue_whenRun_thenExitTwo(String command) {
        Said said = Said.by(command.split(" "));

        assertThat(said.exit()).isEqualTo(2);
        assertThat(said.err()).startsWith("tidegate: ");
    }

    /** Fails with a store that is opened before the options are looked at: it would be made, brought forward or locked. */
    @ParameterizedTest
    @CsvSource({
        "top --metric cpuu,--metric: must be a metric",
        "top --last 24,--last: must be a span of time such as",
        "top --limit 0,--limit: must be a whole number from 1 to 1000",
        "leases --last soon,--last: must be a span of time such as",
        "leases --limit many,--limit: must be a whole number",
        "events --since yesterday,--since: must be a span of time such as",
        "sql x --limit -1,--limit: must be a whole number",
        "sql ' ',SELECT: must be one SELECT"
    })
    void givenAWrongValue_whenAStoreIsAsked_thenExitTwoAndTheStoreIsNotOpened(String command, String rule)
            throws Exception {
        Path store = Files.createDirectory(folder.resolve("store"));
        Files.writeString(store.resolve("tidegate.duckdb"), "cannot be opened");
        List<String> args = new ArrayList<>(List.of(command.replace("' '", "_").split(" ")));
        args.replaceAll(word -> word.equals("_") ? " " : word);
        args.addAll(List.of("--store", store.toString()));

        Said said = Said.by(args.toArray(String[]::new));

        assertThat(said.exit()).as(said.err()).isEqualTo(2);
        assertThat(said.err()).startsWith("tidegate: " + rule);
        try (Stream<Path> files = Files.list(store)) {
            assertThat(files).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"top", "coverage", "leases", "events", "status"})
    void givenAFolderWithoutAStore_whenAsked_thenExitOneAndNothingIsMade(String command) throws Exception {
        Said said = Said.by(command, "--store", folder.toString());

        assertThat(said.exit()).isEqualTo(1);
        assertThat(said.err().lines()).singleElement().asString().contains("there is no store in " + folder);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"demo --report,--report", "config init --config,--config"})
    void givenAFileInNoFolder_whenRun_thenExitTwoBeforeAnythingIsStarted(String command, String option) {
        Path nowhere = folder.resolve("nope");

        Said said = Said.by((command + " " + nowhere.resolve("x")).split(" "));

        assertThat(said.exit()).isEqualTo(2);
        assertThat(said.err().lines())
                .containsExactly(
                        "tidegate: " + option + ": must lie in a folder that is there, and " + nowhere + " is none");
        assertThat(said.out()).isEmpty();
    }

    @Test
    void givenADoctor_whenAskedForHelp_thenItSaysThatAMissingRightEndsItWithOne() {
        assertThat(Said.by("doctor", "--help").out()).containsPattern("1 +a right is missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"top", "coverage", "leases", "sql"})
    void givenNoStoreThere_whenAsked_thenOneSentenceAndExitOneAndNothingIsMade(String command) {
        Path none = folder.resolve("none");

        Said said = command.equals("sql")
                ? Said.by(command, "select 1", "--store", none.toString())
                : Said.by(command, "--store", none.toString());

        assertThat(said.exit()).isEqualTo(1);
        assertThat(said.err().lines()).singleElement().asString().contains("there is no store in " + none);
        assertThat(none).doesNotExist();
    }

    /** Mutation seen to break it: a store is not asked for before the process is made. */
    @Test
    void givenNoStoreThere_whenVerified_thenExitTwoWithTheSentenceOfTheOthersAndNothingIsMade() throws Exception {
        Path none = folder.resolve("none");
        Path config = Files.writeString(folder.resolve("tidegate.yaml"), """
                servers:
                  - {name: sql-a, host: 127.0.0.1, port: 9, login: {user: u, password: "env:PATH"}}
                """);

        Said said = Said.by("verify", "--config", config.toString(), "--store", none.toString());

        assertThat(said.exit()).as(said.err()).isEqualTo(2);
        assertThat(said.err().lines())
                .containsExactly(
                        "tidegate: there is no store in " + none + "; name one with --store, or start 'tidegate lite'");
        assertThat(none).doesNotExist();
    }

    @Test
    void givenJson_whenTheTemplateIsWritten_thenItsFileAndWhatComesNextAreTold() {
        Path file = folder.resolve("tidegate.yaml");

        Said said = Said.by("config", "init", "--json", "--config", file.toString());

        assertThat(said.exit()).isZero();
        assertThat(Json.mapper().readTree(said.out()))
                .isEqualTo(Json.mapper()
                        .valueToTree(
                                Map.of("file", file.toString(), "next", "tidegate config check --config " + file)));
        assertThat(file).exists();
    }

    @Test
    void givenTheTemplate_whenChecked_thenOnlyItsSecretIsMissing() throws Exception {
        Path file = folder.resolve("tidegate.yaml");

        assertThat(Said.by("config", "init", "--config", file.toString()).exit())
                .isZero();
        Said checked = Said.by("config", "check", "--config", file.toString());

        assertThat(checked.exit()).isEqualTo(2);
        assertThat(checked.err()).contains("servers[0].login.password").contains("TIDEGATE_SALES_1");
        assertThat(Said.by("config", "init", "--config", file.toString()).exit())
                .as("a file that is there is left alone")
                .isEqualTo(2);
    }

    @Test
    void givenAFileWithTwoProblems_whenChecked_thenBothAreSaidWithTheirKeys() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "Abc123");
        Path file = folder.resolve("tidegate.yaml");
        Files.write(
                file,
                List.of(
                        "servers:",
                        "  - name: a",
                        "    host: 127.0.0.1",
                        "    porrt: 1",
                        "    login: {user: u, password: 'file:" + secret + "'}",
                        "cadence: {tick: 1ms}"));

        Said said = Said.by("config", "check", "--config", file.toString());

        assertThat(said.exit()).isEqualTo(2);
        assertThat(said.err()).contains("porrt").contains("port").contains("cadence.tick");

        Said json = Said.by("config", "check", "--json", "--config", file.toString());

        assertThat(json.exit()).isEqualTo(2);
        assertThat(json.err()).isEmpty();
        JsonNode problems = Json.mapper().readTree(json.out()).get("problems");
        assertThat(problems).hasSize(2);
        assertThat(problems)
                .anySatisfy(problem -> {
                    assertThat(problem.get("key").asString()).isEqualTo("servers[0].porrt");
                    assertThat(problem.get("message").asString()).contains("did you mean 'port'?");
                })
                .anySatisfy(problem -> assertThat(problem.get("key").asString()).isEqualTo("cadence.tick"));
    }

    @Test
    void givenAFileThatIsFine_whenChecked_thenItSaysWhatItHas() throws Exception {
        Files.writeString(folder.resolve("secret"), "Abc123");
        Path file = Files.writeString(folder.resolve("tidegate.yaml"), """
                servers:
                  - {name: a, host: 127.0.0.1, login: {user: u, password: "file:secret"}}
                store: {directory: kept}
                """);

        Said said = Said.by("config", "check", "--config", file.toString());
        Said json = Said.by("config", "check", "--json", "--config", file.toString());

        assertThat(said.exit()).isZero();
        assertThat(said.out().strip()).endsWith("is fine: 1 servers, store " + folder.resolve("kept"));
        assertThat(json.exit()).isZero();
        JsonNode answer = Json.mapper().readTree(json.out());
        assertThat(answer.get("servers").asInt()).isOne();
        assertThat(answer.get("store").asString())
                .isEqualTo(folder.resolve("kept").toString());
        assertThat(answer.get("problems")).isEmpty();
    }
}

package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sqlserversim.clock.ManualClock;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class ScenarioTest {
    private static final Path SCENARIOS = Path.of(System.getProperty("tidegate.root"), "scenarios");

    @TempDir
    Path directory;

    static List<Path> shipped() throws IOException {
        try (Stream<Path> files = Files.list(SCENARIOS)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    /** A fleet as the file wants it, made as the command makes it, but on any ports. */
    private static FleetSpec spec(Scenario scenario) {
        CommandLine line = SimCommand.commandLine();
        line.parseArgs();
        ScenarioOptions.apply(scenario, line);
        return ((SimCommand) line.getCommand()).fleetSpec(line).onAnyPorts();
    }

    /** Each file as it is: played to the end on a fleet that listens, and all of its events are accepted. */
    @ParameterizedTest
    @MethodSource("shipped")
    void givenAScenarioThatShips_whenPlayedToItsEnd_thenEachEventIsAcceptedAndTheServersAnswer(Path file)
            throws Exception {
        Scenario scenario = Scenario.read(file);
        FleetSpec spec = spec(scenario);
        Script.rehearse(spec, scenario.script());
        ManualClock clock = new ManualClock(Instant.parse("2026-11-01T08:00:00Z"));
        List<String> told = new ArrayList<>();
        try (Fleet fleet = Fleet.start(spec, clock)) {
            Script script = new Script(fleet, scenario.script(), told::add);
            for (int minute = 0; minute < 300; minute++) {
                script.play();
                clock.advance(Duration.ofMinutes(1));
            }

            assertThat(told).hasSizeGreaterThanOrEqualTo(scenario.script().size());
            assertThat(fleet.servers()).hasSize(spec.servers()).allMatch(server -> server.port() > 0);
        }
        assertThat(Files.readString(file))
                .startsWith("#")
                .contains("./tidegate sim --scenario scenarios/" + file.getFileName());
    }

    @Test
    void givenEvents_whenTheClockMoves_thenEachIsPlayedAtItsTimeInOrderAndAsOftenAsItSays() {
        Scenario scenario = Scenario.of("""
                script:
                  - at: 5m
                    every: 5m
                    times: 3
                    querystore: {event: flush}
                  - at: 2m
                    faults: {name: late, fault: drop}
                  - at: 10m
                    clear-faults:
                """);
        ManualClock clock = new ManualClock(Instant.parse("2026-11-01T08:00:00Z"));
        List<String> told = new ArrayList<>();
        try (Fleet fleet = Fleet.of(FleetSpec.TEST, clock)) {
            Script script = new Script(fleet, scenario.script(), told::add);

            script.play();
            assertThat(told).isEmpty();
            clock.advance(Duration.ofMinutes(7));
            script.play();
            assertThat(told).hasSize(2);
            assertThat(told.getFirst()).startsWith("at 120 s: faults");
            assertThat(told.getLast()).startsWith("at 300 s: querystore");
            clock.advance(Duration.ofHours(1));
            script.play();

            assertThat(told.subList(2, told.size()))
                    .extracting(line -> line.replaceFirst(" *(\\{.*)?$", ""))
                    .containsExactly("at 600 s: querystore", "at 600 s: clear-faults", "at 900 s: querystore");
            assertThat(script.isOver()).isTrue();
        }
    }

    /** Fails when what is refused takes what comes behind it along. */
    @Test
    void givenAnEventThatIsRefusedWhenItsTimeComes_whenPlayed_thenItIsToldAndTheRestIsPlayed() {
        List<ScriptEvent> events = Scenario.of("""
                        script:
                          - at: 1m
                            every: 1m
                            times: 2
                            databases: {database: Extra, action: create}
                          - at: 3m
                            querystore: {event: flush}
                        """).script();
        ManualClock clock = new ManualClock(Instant.parse("2026-11-01T08:00:00Z"));
        List<String> told = new ArrayList<>();
        try (Fleet fleet = Fleet.of(FleetSpec.TEST, clock)) {
            Script script = new Script(fleet, events, told::add);
            clock.advance(Duration.ofMinutes(5));

            assertThatThrownBy(script::play)
                    .hasMessageStartingWith("script[1]: databases: ")
                    .hasMessageContaining("Extra");
            assertThatCode(script::play).doesNotThrowAnyException();

            assertThat(told).hasSize(2);
            assertThat(script.isOver()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            fleet: {server: 3}                                          | fleet: unknown key 'server'; there are [
            fleet: {servers: many}                                      | fleet: Invalid value for option '--servers'
            fleet: {workload: [small, huge]}                            | --workload:
            fleets: {}                                                  | unknown key 'fleets'; there are [fleet, script]
            script: [{querystore: {event: flush}}]                      | script[1]: needs 'at:'
            script: [{at: 3 minutes, querystore: {event: flush}}]       | script[1]: at: '3 minutes' is not a time such as
            script: [{at: 1m}]                                          | script[1]: needs one request, has []
            script: [{at: 1m, restart: {}, kill: {program: x}}]         | script[1]: needs one request, has [
            script: [{at: 1m, times: 2, restart: {}}]                   | script[1]: times: must be 1 or more, and needs 'every:'
            script: [{at: 1m, reboot: {}}]                              | script[1]: reboot: no request 'reboot'; there are [
            script: [{at: 1m, restart: {server: sim-9}}]                | script[1]: restart: server: no server 'sim-9'
            script: [{at: 2m, querystore: {event: stop}}]               | script[1]: querystore: event: no event 'stop'
            script: {at: 1m}                                            | script: must be a list of events
            'script: [}'                                                | line 1: not YAML:
            """)
    void givenAWrongFile_whenStarted_thenExit2WithThePlaceAndTheRuleAndNothingListens(String text, String message)
            throws Exception {
        Path file = Files.writeString(directory.resolve("wrong.yaml"), text);
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();

        int exit = SimCommand.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute("--scenario", file.toString());

        assertThat(exit).isEqualTo(2);
        assertThat(err.toString()).contains(message);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void givenAnOptionInBoth_whenParsed_thenTheCommandLineWins() {
        CommandLine line = SimCommand.commandLine();
        line.parseArgs("--servers", "2");

        ScenarioOptions.apply(
                Scenario.of("fleet: {servers: 5, databases: 4, profile: [azure, '13'], workload: 'small,big;storm'}"),
                line);

        FleetSpec spec = ((SimCommand) line.getCommand()).fleetSpec(line);
        assertThat(spec.servers()).isEqualTo(2);
        assertThat(spec.databases()).isEqualTo(4);
        assertThat(spec.profiles()).extracting(profile -> profile.label()).containsExactly("azure", "13");
        assertThat(spec.workloads()).containsExactly(List.of("small", "big"), List.of("storm"));
    }
}

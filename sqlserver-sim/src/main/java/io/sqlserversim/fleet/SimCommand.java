package io.sqlserversim.fleet;

import io.sqlserversim.instance.VersionProfile;
import io.sqlserversim.querystore.cost.CostMode;
import io.sqlserversim.querystore.options.QueryStoreOptions;
import io.sqlserversim.querystore.workload.Preset;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The command that runs a fleet until SIGINT or SIGTERM. It says on stdout where each server will be, then listens; at
 * the end it says one line of JSON per server. Confined to one thread.
 */
@Command(
        name = "sim",
        description = "Runs simulated SQL Servers on loopback for any client, until SIGINT or SIGTERM.",
        footerHeading = "%nWorkloads:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:ended by a signal", "1:a port is in use", "2:a wrong option"})
public final class SimCommand implements Callable<Integer> {
    private @Nullable CommandSpec spec;

    @SuppressWarnings("UnusedVariable") // read by picocli
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    @Option(names = "--servers", paramLabel = "N", defaultValue = "3", description = "Servers, 1 to 1000. [3]")
    private int servers;

    @Option(
            names = "--databases",
            paramLabel = "N",
            defaultValue = "2",
            description = "User databases on each server, 1 to 200. [2]")
    private int databases;

    @Option(
            names = "--port-base",
            paramLabel = "PORT",
            defaultValue = "14330",
            description = "Port of the first server; the others follow. [14330]")
    private int portBase;

    @Option(names = "--seed", paramLabel = "SEED", defaultValue = "7", description = "Decides all that varies. [7]")
    private long seed;

    @Option(
            names = "--clock-speed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seconds of the servers' clock per real second, 1 to 3600. [1]")
    private int clockSpeed;

    @Option(
            names = "--interval-minutes",
            paramLabel = "N",
            defaultValue = "60",
            description = "Query Store's interval length: 1, 5, 10, 15, 30, 60 or 1440. [60]")
    private int intervalMinutes;

    @Option(
            names = "--flush-seconds",
            paramLabel = "N",
            defaultValue = "900",
            description = "Query Store's flush interval, 60 or more. [900]")
    private int flushSeconds;

    @Option(
            names = "--history",
            paramLabel = "TIME",
            converter = DurationText.class,
            description = "History that lies behind at the start, e.g. 3h; else what the workload has.")
    private @Nullable Duration history;

    @Option(
            names = "--workload",
            paramLabel = "NAME",
            defaultValue = "oltp",
            description =
                    "What the databases do; several with commas are given to a server's databases in turn, several such lists"
                            + " with semicolons to the servers in turn: \"oltp,big;storm\". [oltp]")
    private String workload = "oltp";

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            defaultValue = "16",
            split = ",",
            converter = ProfileText.class,
            description =
                    "Which SQL Server is played: 13 (2016), 14 (2017), 15 (2019), 16 (2022), 17 (2025), azure (Azure"
                            + " SQL Database), mi (Managed Instance) or rds (Amazon RDS); several with commas are given to the"
                            + " servers in turn. [16]")
    private List<VersionProfile> profiles = List.of();

    @Option(
            names = "--faults",
            paramLabel = "LEVEL",
            defaultValue = "none",
            description = "What goes wrong by itself: none, some or many. [none]")
    private FaultLevel faults = FaultLevel.NONE;

    @Option(
            names = "--scenario",
            paramLabel = "FILE",
            description =
                    "A file in YAML: what the fleet is, and what happens to it when. Its 'fleet:' has the options above by"
                            + " their names; those given here win. Its 'script:' has requests of the control channel, each with 'at:', a"
                            + " time of the servers' clock from the start. See scenarios/ and docs/simulator-fleet.md.")
    private @Nullable Path scenario;

    @Option(
            names = "--cost",
            paramLabel = "MODE",
            defaultValue = "charged",
            description =
                    "What reads of Query Store cost: charged to the session only, or real, as slow as that. [charged]")
    private Cost cost = Cost.CHARGED;

    /** What becomes of the CPU time of reads. */
    enum Cost {
        /** Charged to the session. */
        CHARGED,
        /** The statement takes as long, too. */
        REAL
    }

    @Option(names = "--control", description = "Also open a control channel on loopback, and print where it is.")
    private boolean control;

    @Option(
            names = "--until-stdin-closes",
            description = "End when standard input does, and by no signal: for a parent, which a Ctrl-C reaches too.")
    private boolean untilStdinCloses;

    private final CountDownLatch inputEnded = new CountDownLatch(1);

    /** A command with nothing set. */
    public SimCommand() {}

    @Spec
    @SuppressWarnings("UnusedMethod") // called by picocli
    private void spec(CommandSpec own) {
        spec = own;
        String[] workloads = Arrays.stream(Preset.values())
                .map(preset -> "  " + preset.description())
                .toArray(String[]::new);
        own.usageMessage().footer(workloads);
    }

    /**
     * A command line that reads enums without case.
     *
     * @return the command line
     */
    public static CommandLine commandLine() {
        return new CommandLine(new SimCommand()).setCaseInsensitiveEnumValuesAllowed(true);
    }

    /**
     * Runs the command by itself.
     *
     * @param args options
     */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    /**
     * Runs the fleet. Does not return normally once it listens: the process ends with exit code 0 by a signal.
     *
     * @return 1 when a port is in use
     */
    @Override
    public Integer call() throws IOException, InterruptedException {
        CommandLine line = line();
        List<ScriptEvent> events = script(line);
        FleetSpec wanted = fleetSpec(line);
        rehearse(line, wanted, events);
        PrintWriter out = line.getOut();
        Integer taken = taken(wanted);
        if (taken != null) {
            line.getErr().println("port " + taken + " is in use: choose another --port-base");
            return 1;
        }
        Fleet fleet = Fleet.of(wanted);
        // Before anything is announced: whoever has read that a server is there may send a signal at once.
        Thread end = new Thread(() -> end(fleet, out), "sim-end");
        Runtime.getRuntime().addShutdownHook(end);
        if (cost == Cost.REAL) {
            fleet.servers()
                    .forEach(server -> server.queryStores().values().forEach(store -> store.costs(CostMode.REAL)));
        }
        if (control) {
            ControlChannel channel = ControlChannel.open(fleet);
            out.println("control=" + channel.address() + " token=" + channel.token());
        }
        fleet.servers().forEach(server -> out.println(Announcement.of(server, wanted)));
        out.flush();
        listen(fleet, end);
        play(new Script(fleet, events, line.getErr()::println), line.getErr());
        waitForEnd();
        return 0;
    }

    /** A fleet that cannot listen has nothing to sum up. */
    private static void listen(Fleet fleet, Thread end) throws IOException {
        try {
            fleet.listen();
        } catch (IOException taken) {
            Runtime.getRuntime().removeShutdownHook(end);
            throw taken;
        }
    }

    /** Reads the scenario, and takes what it says about the fleet. */
    private List<ScriptEvent> script(CommandLine line) {
        if (scenario == null) {
            return List.of();
        }
        try {
            Scenario read = Scenario.read(scenario);
            ScenarioOptions.apply(read, line);
            return read.script();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(line, "--scenario " + e.getMessage(), e);
        }
    }

    private static void rehearse(CommandLine line, FleetSpec wanted, List<ScriptEvent> events) {
        try {
            Script.rehearse(wanted, events);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(line, "--scenario: " + e.getMessage(), e);
        }
    }

    private void play(Script script, PrintWriter err) {
        Thread stage = new Thread(() -> playToItsEnd(script, err), "script");
        stage.setDaemon(true);
        stage.start();
    }

    /** Looks often enough for a clock that runs fast. What is refused when its time comes is told, and the rest goes on. */
    private void playToItsEnd(Script script, PrintWriter err) {
        try {
            boolean isEnded = false;
            while (!isEnded && !script.isOver()) {
                try {
                    script.play();
                } catch (IllegalArgumentException refused) {
                    err.println(refused.getMessage());
                }
                err.flush();
                isEnded = inputEnded.await(20, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException leaving) {
            Thread.currentThread().interrupt();
        }
    }

    private CommandLine line() {
        if (spec == null) {
            throw new IllegalStateException("run by picocli only");
        }
        return spec.commandLine();
    }

    /** What the options say, checked. */
    FleetSpec fleetSpec(CommandLine line) {
        try {
            inRange("--servers", servers, 1, 1000);
            inRange("--databases", databases, 1, 200);
            inRange("--port-base", portBase, 1024, 65_536 - servers);
            inRange("--clock-speed", clockSpeed, 1, 3600);
            check("--workload", () -> workloads().forEach(list -> list.forEach(Preset::named)));
            check(
                    "--interval-minutes, --flush-seconds",
                    () -> QueryStoreOptions.defaults().withIntervals(intervalMinutes, flushSeconds));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(line, String.valueOf(e.getMessage()), e);
        }
        return new FleetSpec(
                servers,
                databases,
                portBase,
                seed,
                clockSpeed,
                intervalMinutes,
                flushSeconds,
                history,
                workloads(),
                faults,
                profiles,
                FleetSpec.TEST.password());
    }

    /** Lists for the servers in turn, of presets for a server's databases in turn. */
    private List<List<String>> workloads() {
        return Arrays.stream(workload.split(";", -1))
                .map(list -> List.of(list.strip().split(" *, *", -1)))
                .toList();
    }

    private static void inRange(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(option + " must be " + least + " to " + most + ", was " + value);
        }
    }

    private static void check(String option, Runnable rule) {
        try {
            rule.run();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(option + ": " + e.getMessage(), e);
        }
    }

    /** The first port that somebody else has; null when all are free. */
    private static @Nullable Integer taken(FleetSpec wanted) throws IOException {
        InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        for (int i = 0; i < wanted.servers(); i++) {
            int port = wanted.portBase() + i;
            try (ServerSocket probe = new ServerSocket()) {
                probe.setReuseAddress(true);
                probe.bind(new InetSocketAddress(loopback, port));
            } catch (BindException e) {
                return port;
            }
        }
        return null;
    }

    private void waitForEnd() throws IOException, InterruptedException {
        if (untilStdinCloses) {
            System.in.transferTo(OutputStream.nullOutputStream());
            inputEnded.countDown();
            return;
        }
        new CountDownLatch(1).await();
    }

    /**
     * Runs in the shutdown hook; halts, since a signal would otherwise decide the exit code. With a parent it first waits,
     * serving on, until that one has closed the input: a terminal's Ctrl-C reaches both, and the parent still asks.
     */
    private void end(Fleet fleet, PrintWriter out) {
        if (untilStdinCloses) {
            try {
                inputEnded.await();
            } catch (InterruptedException leaving) {
                Thread.currentThread().interrupt();
            }
        }
        fleet.servers().forEach(server -> out.println(Announcement.end(server)));
        out.flush();
        Runtime.getRuntime().halt(0);
    }
}

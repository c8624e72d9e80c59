package io.tidegate.bench.overlap;

import io.tidegate.app.demo.FleetProcess;
import io.tidegate.bench.overlap.day.DayFigures;
import io.tidegate.bench.overlap.day.DayPlan;
import io.tidegate.bench.overlap.day.SimulatedDay;
import io.tidegate.bench.run.Benchmark;
import io.tidegate.bench.run.Folders;
import io.tidegate.bench.run.Polling;
import io.tidegate.bench.run.Report;
import io.tidegate.bench.run.Table;
import io.tidegate.core.gate.Purpose;
import io.tidegate.core.step.StepRun;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/**
 * What the gate is for: the backfill of a restored database runs past its deadline while the tick comes to its sibling. The
 * server holds each heavy statement at the row that brings its bytes sent to 64 MB, deaf to attention. And what it costs: how
 * long each loop is kept out by the other over a day of virtual time.
 */
@Command(
        name = "overlap",
        description = "A backfill past its deadline and the tick of a sibling: with the gate, and without.")
public final class OverlapBenchmark extends Benchmark {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final double TOLERANCE = 0.05;
    private static final double MB = 1 << 20;

    /** On the wire an interval of the workload takes about 0.86 MB; there must be more than is asked for. */
    private static final int INTERVALS_PER_MB = 2;

    @Option(names = "--mb", paramLabel = "N", description = "Where each statement is held, in MiB sent. [64]")
    private int mb = 64;

    @Option(names = "--intervals", paramLabel = "N", description = "Intervals of history in each database. [640]")
    private int intervals = 640;

    @Option(names = "--hours", paramLabel = "N", description = "Length of the simulated day; 0 leaves it out. [24]")
    private int hours = 24;

    @Option(names = "--seed", paramLabel = "S", description = "Decides the simulated day's workloads and faults. [7]")
    private long seed = 7;

    @Option(names = "--day-only", description = "Only the simulated day.")
    private boolean dayOnly;

    /** Nothing set. */
    public OverlapBenchmark() {}

    /** What the server counted. */
    private record Counted(boolean tickGranted, int running, int heavyMax, long bytes, int heavyMaxAfter) {}

    @Override
    protected boolean run(Report out) throws Exception {
        inRange("--mb", mb, 1, 256);
        inRange("--intervals", intervals, (long) INTERVALS_PER_MB * mb + 4, 43_200);
        inRange("--hours", hours, dayOnly ? 1 : 0, 24 * 7);
        boolean holds = dayOnly || moment(out);
        return (hours == 0 || day(out)) && holds;
    }

    private boolean day(Report out) throws IOException {
        out.note("A day of virtual time, " + hours + " h, seed " + seed + ":");
        try (Folders folders = new Folders();
                SimulatedDay day =
                        new SimulatedDay(DayPlan.full(Duration.ofHours(hours), seed), folders.inside("store"))) {
            long begun = System.nanoTime();
            DayFigures figures = day.run();
            figures.print(out);
            out.note("It took " + Duration.ofNanos(System.nanoTime() - begun).toSeconds() + " s.");
            return figures.broken().isEmpty();
        }
    }

    private boolean moment(Report out) throws Exception {
        Counted without = measure(false);
        Counted with = measure(true);
        new Table("", "heavy statements running", "most at once", "MB sent by those running", "the tick was")
                .row(cells("without the gate (ring 1 freed by the loop, ring 3 and guard off)", without))
                .row(cells("with it", with))
                .print(out);
        out.note("After the backfill's statement ended the tick was granted and ran alone (most at once: "
                + with.heavyMaxAfter() + ").");
        return holds(without, 2) && holds(with, 1) && !with.tickGranted() && with.heavyMaxAfter() == 1;
    }

    private boolean holds(Counted counted, int statements) {
        double wanted = statements * mb * MB;
        return counted.running() == statements
                && counted.heavyMax() == statements
                && Math.abs(counted.bytes() - wanted) <= TOLERANCE * wanted;
    }

    private static String[] cells(String what, Counted counted) {
        return new String[] {
            what,
            Integer.toString(counted.running()),
            Integer.toString(counted.heavyMax()),
            Table.number(counted.bytes() / MB, 2),
            counted.tickGranted() ? "granted" : "refused"
        };
    }

    private Counted measure(boolean gated) throws Exception {
        String[] options = {
            "--databases",
            "2",
            "--workload",
            "big",
            "--interval-minutes",
            "1",
            "--flush-seconds",
            "60",
            "--history",
            intervals + "m"
        };
        long held = (long) mb << 20;
        try (FleetProcess fleet = FleetProcess.start(1, options);
                Loops loops = new Loops(fleet.targets().getFirst(), gated, held + held / 4)) {
            fleet.post("/faults", "{\"name\":\"hold\",\"fault\":\"hang\",\"deaf\":true,\"afterBytes\":" + held + "}");
            String restored = database(fleet, 0);
            String sibling = database(fleet, 1);
            StepRun<Long> backfill =
                    loops.begin(Purpose.BACKFILL, restored).orElseThrow(() -> new IllegalStateException("refused"));
            awaitHeld(fleet, 1);
            loops.passDeadline(backfill);
            Optional<StepRun<Long>> tick = loops.begin(Purpose.TICK, sibling);
            awaitHeld(fleet, tick.isPresent() ? 2 : 1);
            JsonNode now = server(fleet);
            fleet.post("/release", "{}");
            awaitEnd(backfill);
            StepRun<Long> last =
                    tick.orElseGet(() -> loops.begin(Purpose.TICK, sibling).orElseThrow());
            if (tick.isEmpty()) {
                awaitHeld(fleet, 1);
                fleet.post("/release", "{}");
            }
            awaitEnd(last);
            return new Counted(
                    tick.isPresent(),
                    now.path("heavyRunning").asInt(),
                    now.path("heavyMax").asInt(),
                    heldBytes(now),
                    server(fleet).path("heavyMax").asInt());
        }
    }

    private static void awaitEnd(StepRun<Long> run) throws Exception {
        Polling.until("a released statement has ended", PATIENCE, () -> !run.isRunning());
    }

    private static void awaitHeld(FleetProcess fleet, int statements) throws Exception {
        Polling.until(
                statements + " statements are held",
                PATIENCE,
                () -> server(fleet).path("held").size() == statements);
    }

    private static long heldBytes(JsonNode server) {
        long bytes = 0;
        for (JsonNode held : server.path("held")) {
            bytes += held.path("bytes").asLong();
        }
        return bytes;
    }

    private static JsonNode server(FleetProcess fleet) throws IOException {
        return fleet.status().path("servers").path(0);
    }

    private static String database(FleetProcess fleet, int index) throws IOException {
        return server(fleet).path("databases").path(index).asString();
    }
}

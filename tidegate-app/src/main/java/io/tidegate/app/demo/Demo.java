package io.tidegate.app.demo;

import io.tidegate.app.cli.Failures;
import io.tidegate.app.lite.LiteProcess;
import io.tidegate.app.lite.LiteSettings;
import io.tidegate.app.lite.LoopbackPort;
import io.tidegate.collector.CollectorSettings;
import io.tidegate.core.ledger.ReadBudget;
import io.tidegate.core.time.SystemTicker;
import io.tidegate.store.duckdb.DuckDbOptions;
import io.tidegate.store.duckdb.DuckDbStores;
import io.tidegate.web.http.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One run of the demo, from an empty folder to a report. Used once. */
final class Demo {
    private static final int CLOCK_SPEED = 60;
    private static final CollectorSettings PACE = new CollectorSettings(
            Duration.ofSeconds(1),
            Duration.ofSeconds(5),
            Duration.ofSeconds(3),
            new ReadBudget(64L << 20, 100_000, Duration.ofSeconds(3)),
            Duration.ofSeconds(1),
            1L << 20,
            Duration.ofDays(400),
            true,
            true);
    private static final int STORE_MEMORY_MB = 256;

    private final int servers;
    private final int databases;
    private final long seed;
    private final String faults;
    private final @Nullable Path reportFile;
    private final boolean keep;
    private final int webPort;
    private final PrintWriter out;
    private final CountDownLatch end = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);

    Demo(
            int servers,
            int databases,
            long seed,
            String faults,
            @Nullable Path reportFile,
            boolean keep,
            int webPort,
            PrintWriter out) {
        this.servers = servers;
        this.databases = databases;
        this.seed = seed;
        this.faults = faults;
        this.reportFile = reportFile;
        this.keep = keep;
        this.webPort = webPort;
        this.out = out;
    }

    /** Runs until the limit or a signal; null for no limit. Returns the exit code. */
    int run(@Nullable Duration limit) throws IOException, InterruptedException {
        LoopbackPort.requireFree(webPort);
        AtomicInteger exit = new AtomicInteger(Failures.FAILED);
        Thread hook = Thread.ofPlatform().name("demo-end").unstarted(() -> onSignal(exit));
        Runtime.getRuntime().addShutdownHook(hook);
        MemoryWatch memory = MemoryWatch.start();
        Path store = Files.createTempDirectory("tidegate-demo-");
        say("store " + store + (keep ? " (kept)" : " (removed at the end)"));
        say("starting " + servers + " simulated servers ...");
        try {
            exit.set(collect(store, limit, memory));
        } catch (IOException | RuntimeException failed) {
            if (end.getCount() == 0) { // the signal's hook halts before anybody else could say it
                out.println("tidegate: " + failed.getMessage());
            }
            throw failed;
        } finally {
            if (!keep) {
                remove(store);
            }
            ended.countDown();
        }
        return exit.get();
    }

    /** A signal ends the demo in order, with its report and its own exit code. */
    private void onSignal(AtomicInteger exit) {
        if (ended.getCount() == 0) {
            return;
        }
        end.countDown();
        try {
            if (ended.await(30, TimeUnit.SECONDS)) {
                out.flush();
                Runtime.getRuntime().halt(exit.get());
            }
        } catch (InterruptedException leaving) {
            Thread.currentThread().interrupt();
        }
    }

    private int collect(Path store, @Nullable Duration limit, MemoryWatch memory)
            throws IOException, InterruptedException {
        try (FleetProcess fleet = FleetProcess.start(servers, () -> prepare(store), fleetOptions());
                LiteProcess lite = LiteProcess.start(settings(store, fleet))) {
            say("http://127.0.0.1:" + lite.webPort());
            say("collecting");
            say("while it runs: tidegate top --store " + store + " (or coverage, leases, sql); "
                    + (limit == null ? "Ctrl-C ends it with a summary" : "it ends by itself with a summary"));
            long begun = System.nanoTime();
            if (limit == null) {
                end.await();
            } else {
                Progress.wait(end, limit);
            }
            long seconds = Duration.ofNanos(System.nanoTime() - begun).toSeconds();
            lite.stopCollecting();
            fleet.freeze();
            DemoReport report = new Reckoning(lite.store(), lite.store(), fleet.books())
                    .report(seed, seconds, memory.peakLiveHeapBytes(), MemoryWatch.peakRssBytes());
            DemoSummary.print(out, report);
            write(report);
            return report.isGood() ? Failures.DONE : Failures.FAILED;
        }
    }

    /** Loads the engine and makes the schema, so that neither is waited for once the fleet is there. */
    private static void prepare(Path store) {
        DuckDbStores.open(
                        store,
                        DuckDbOptions.DEFAULTS.withMemoryLimitMb(STORE_MEMORY_MB),
                        Thread.ofPlatform().daemon().factory(),
                        InstantSource.system(),
                        SystemTicker.INSTANCE)
                .close();
    }

    private String[] fleetOptions() {
        return new String[] {
            "--databases",
            Integer.toString(databases),
            "--seed",
            Long.toString(seed),
            "--clock-speed",
            Integer.toString(CLOCK_SPEED),
            "--interval-minutes",
            "1",
            "--flush-seconds",
            "60",
            "--history",
            "3h",
            "--workload",
            "oltp",
            "--faults",
            faults
        };
    }

    private LiteSettings settings(Path store, FleetProcess fleet) {
        return new LiteSettings(fleet.targets(), PACE, store, STORE_MEMORY_MB, webPort, notice());
    }

    /** What the page says of all that is faster or smaller than in real use. */
    static String notice() {
        return "Demo: a simulated fleet whose clock runs " + CLOCK_SPEED + " times faster, with intervals of 1 minute;"
                + " ticks every " + PACE.tick().toSeconds() + " s, backfill every "
                + PACE.backfill().toSeconds() + " s, deadline "
                + PACE.deadline().toSeconds()
                + " s, second limit " + PACE.deadline().multipliedBy(2).toSeconds() + " s, reads cut after "
                + PACE.read().toSeconds() + " s; hourly duties go by the source's hour.";
    }

    private void write(DemoReport report) throws IOException {
        if (reportFile == null) {
            return;
        }
        Path target = reportFile.toAbsolutePath();
        Path fresh = target.resolveSibling(target.getFileName() + ".new");
        Files.writeString(fresh, Json.mapper().writeValueAsString(report) + "\n");
        Files.move(fresh, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private void say(String line) {
        out.println(line);
        out.flush();
    }

    /** Removes the store; what cannot be removed is named, and does not hide why the demo ended. */
    private void remove(Path folder) {
        try (Stream<Path> tree = Files.walk(folder)) {
            for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException left) {
            say("the folder " + folder + " could not be removed");
        }
    }
}

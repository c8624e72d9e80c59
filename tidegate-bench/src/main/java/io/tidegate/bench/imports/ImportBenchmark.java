package io.tidegate.bench.imports;

import io.tidegate.app.demo.FleetProcess;
import io.tidegate.bench.run.Benchmark;
import io.tidegate.bench.run.Folders;
import io.tidegate.bench.run.Report;
import io.tidegate.bench.run.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** From the wire to committed DuckDB, by the collector's own works, against a loop that drains the same statements. */
@Command(
        name = "import",
        description = "Wire to committed DuckDB, against draining the same statements through the same typed getters.")
public final class ImportBenchmark extends Benchmark {
    private static final int ROWS_PER_INTERVAL = 1_250;
    private static final int WARM_UPS = 2;
    private static final int WARM_UP_INTERVALS = 320;

    /** Newest intervals that have not settled yet, and so are nothing for an import. */
    private static final int UNSETTLED = 4;

    @Option(names = "--rows", paramLabel = "N", description = "Runtime rows, in whole intervals of 1250. [800000]")
    private int rows = 800_000;

    @Option(names = "--plans", paramLabel = "N", description = "Plans of 60 KB at most, as the rows name them. [12500]")
    private int plans = 12_500;

    @Option(
            names = "--lease-mb",
            paramLabel = "N",
            description = "What one lease reads; its rows in proportion. 2048: all of it in one. [64, as collected]")
    private int leaseMb = 64;

    @Option(names = "--no-warm-up", description = "Measure at once, for a first look.")
    private boolean cold;

    /** Nothing set. */
    public ImportBenchmark() {}

    @Override
    protected boolean run(Report out) throws Exception {
        inRange("--rows", rows, ROWS_PER_INTERVAL, 40_000_000);
        inRange("--plans", plans, 1, 12_500);
        inRange("--lease-mb", leaseMb, 1, 2_048);
        int intervals = rows / ROWS_PER_INTERVAL;
        try (Folders folders = new Folders();
                FleetProcess fleet = FleetProcess.start(1, options(intervals))) {
            for (int database = 0; database < WARM_UPS && !cold; database++) {
                round(fleet, folders, database, Math.min(intervals, WARM_UP_INTERVALS));
            }
            Measured[] measured = round(fleet, folders, WARM_UPS, intervals);
            Measured mixed = measured[0].plus("all of it", measured[1]);
            new Table("import of", "items", "wire MB", "drain s", "import s", "MB/s", "ratio", "target")
                    .row(measured[0].speed("0.60"))
                    .row(measured[1].speed("0.75"))
                    .row(mixed.speed("0.60"))
                    .print(out);
            new Table("seconds in", "driver", "convert", "append", "commit", "compress")
                    .row(measured[0].stages())
                    .row(measured[1].stages())
                    .row(mixed.stages())
                    .print(out);
            new Table("processor seconds of", "drain", "import", "ratio")
                    .row(measured[0].processor())
                    .row(measured[1].processor())
                    .row(mixed.processor())
                    .print(out);
            new Table("a plain loop for", "drain s", "loop s", "drain / loop", "loop / import")
                    .row(measured[1].plainLoop())
                    .print(out);
        }
        out.note("ratio: drain / import. driver: the same statements walked over without a getter; convert: what the"
                + " getters add.");
        out.note("All is drained before the import and after it, and the faster drain counts.");
        out.note(
                "processor seconds: of this process and the simulated server together, whatever else the machine does.");
        out.note(
                "a plain loop reads the same and appends it to one table: nothing hashed, compressed or taken up again.");
        out.note("append, commit and compress are the store's; reading goes on meanwhile, so stages overlap.");
        return true;
    }

    /** Databases that are alike: what the imports and drains of the first ones have warmed up, here and in the server, serves both of the last. */
    private static String[] options(int intervals) {
        return new String[] {
            "--databases",
            Integer.toString(WARM_UPS + 1),
            "--workload",
            "big",
            "--interval-minutes",
            "1",
            "--flush-seconds",
            "60",
            "--history",
            (intervals + UNSETTLED) + "m"
        };
    }

    private Measured[] round(FleetProcess fleet, Folders folders, int database, int intervals) throws Exception {
        String name = database < WARM_UPS ? "warm-up " + (database + 1) : "measured";
        try (Imports imports = new Imports(fleet, folders.inside(name), database, intervals, leaseMb, name)) {
            Measured ofRows = imports.rows();
            return new Measured[] {ofRows, imports.content(plans)};
        }
    }
}

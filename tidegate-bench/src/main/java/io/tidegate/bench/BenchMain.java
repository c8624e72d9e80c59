package io.tidegate.bench;

import io.tidegate.app.cli.Failures;
import io.tidegate.bench.cost.CostBenchmark;
import io.tidegate.bench.imports.ImportBenchmark;
import io.tidegate.bench.memory.MemoryBenchmark;
import io.tidegate.bench.overlap.OverlapBenchmark;
import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tidegate bench}: lists the benchmarks, or runs one by its name. */
@Command(
        name = "tidegate bench",
        description = {
            "Measures; each number comes with a baseline from the same run.",
            "Without a name it lists what there is. docs/benchmarks.md says what was measured."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:it ran", "1:it failed, or what must hold did not", "2:a wrong name or option"},
        subcommands = {
            LeaseBenchmark.class,
            ImportBenchmark.class,
            OverlapBenchmark.class,
            MemoryBenchmark.class,
            CostBenchmark.class,
            FirstRowBenchmark.class,
            SimulatorBenchmark.class
        })
public final class BenchMain implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @SuppressWarnings("UnusedVariable") // read by picocli
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    /** A command line with nothing set. */
    public BenchMain() {}

    /**
     * Runs a benchmark and exits.
     *
     * @param args a benchmark's name and its options, after the word {@code bench} that the launcher hands over
     */
    public static void main(String[] args) {
        boolean fromLauncher = args.length > 0 && args[0].equals("bench");
        System.exit(commandLine().execute(fromLauncher ? Arrays.copyOfRange(args, 1, args.length) : args));
    }

    /**
     * The command line, for tests too.
     *
     * @return with all benchmarks and one way to show failures
     */
    public static CommandLine commandLine() {
        return new CommandLine(new BenchMain())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(Failures::wrongInput)
                .setExecutionExceptionHandler(Failures::failed);
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}

package io.tidegate.bench.run;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that measures, and says what it measured it on before anything else. Confined to one thread. */
public abstract class Benchmark implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--json", description = "Print all of it as JSON, at the end.")
    private boolean json;

    @SuppressWarnings("UnusedVariable") // read by picocli
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    /** A benchmark with nothing set. */
    protected Benchmark() {}

    @Override
    public final Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        Machine machine = Machine.now("./tidegate bench " + spec.name() + words());
        Report report = json ? Report.json(out) : Report.text(out);
        report.begin(machine);
        boolean holds = run(report);
        report.end(spec.name(), machine, holds);
        return holds ? 0 : 1;
    }

    private String words() {
        List<String> args = spec.commandLine().getParseResult().originalArgs();
        return args.size() < 2 ? "" : " " + String.join(" ", args.subList(1, args.size()));
    }

    /**
     * Measures.
     *
     * @param out where tables and notes go
     * @return whether what must hold holds; ratios and times never decide
     * @throws Exception when it could not be measured
     */
    protected abstract boolean run(Report out) throws Exception;

    /**
     * Refuses an option that is out of its range.
     *
     * @param option its name
     * @param value what was given
     * @param least smallest that is allowed
     * @param most largest that is allowed
     */
    protected final void inRange(String option, long value, long least, long most) {
        if (value < least || value > most) {
            throw new ParameterException(
                    spec.commandLine(), option + " must be " + least + " to " + most + ", was " + value);
        }
    }
}

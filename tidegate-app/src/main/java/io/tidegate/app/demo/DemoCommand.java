package io.tidegate.app.demo;

import io.tidegate.app.cli.Failures;
import io.tidegate.app.cli.FileFailures;
import io.tidegate.web.api.Spans;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tidegate demo}. */
@Command(
        name = "demo",
        description =
                "Runs a simulated fleet, collects it into a fresh store, and shows it on a page, until Ctrl-C or --exit-after.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:no server had two heavy statements of ours at once, nothing was lost, nothing stored twice",
            "1:one of these was not so, or the demo failed",
            "2:a wrong option; nothing was started"
        })
public final class DemoCommand implements Callable<Integer> {
    /** What goes wrong at the fleet by itself. */
    enum Faults {
        NONE,
        SOME,
        MANY
    }

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--servers", paramLabel = "N", description = "Simulated servers, 1 to 50. [3]")
    private int servers = 3;

    @Option(names = "--databases", paramLabel = "N", description = "Databases on each, 1 to 20. [2]")
    private int databases = 2;

    @Option(names = "--seed", paramLabel = "S", description = "Decides all that varies. [7]")
    private long seed = 7;

    @Option(names = "--faults", paramLabel = "LEVEL", description = "What goes wrong: none, some or many. [some]")
    private Faults faults = Faults.SOME;

    @Option(
            names = "--exit-after",
            paramLabel = "TIME",
            description = "End by itself so long after 'collecting', e.g. 90s.")
    private @Nullable String exitAfter;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "Write the report here as JSON, at the end and on Ctrl-C.")
    private @Nullable Path report;

    @Option(names = "--keep", description = "Keep the store's temporary folder.")
    private boolean keep;

    @Option(names = "--web-port", paramLabel = "PORT", description = "Port of the page; 0 takes a free one. [0]")
    private int webPort;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    /** Nothing set. */
    public DemoCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (spec == null || help) {
            return Failures.DONE;
        }
        Duration limit = exitAfter == null ? null : limit(exitAfter);
        inRange("--servers", servers, 1, 50);
        inRange("--databases", databases, 1, 20);
        inRange("--web-port", webPort, 0, 65_535);
        if (report != null) {
            FileFailures.requireWritable("report", report);
        }
        PrintWriter out = spec.commandLine().getOut();
        Demo demo =
                new Demo(servers, databases, seed, faults.name().toLowerCase(Locale.ROOT), report, keep, webPort, out);
        return demo.run(limit);
    }

    private Duration limit(String text) {
        return Spans.parse(text)
                .filter(Duration::isPositive)
                .orElseThrow(() -> wrong("--exit-after must be a span of time such as 90s, was '" + text + "'"));
    }

    private void inRange(String option, int value, int low, int high) {
        if (value < low || value > high) {
            throw wrong(option + " must be " + low + " to " + high + ", was " + value);
        }
    }

    private ParameterException wrong(String text) {
        if (spec == null) {
            throw new IllegalStateException("run by picocli only");
        }
        return new ParameterException(spec.commandLine(), text);
    }
}

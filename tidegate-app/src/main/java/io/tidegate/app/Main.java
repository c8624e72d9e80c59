package io.tidegate.app;

import io.sqlserversim.fleet.SimCommand;
import io.tidegate.app.cli.ConfigCommand;
import io.tidegate.app.cli.CoverageCommand;
import io.tidegate.app.cli.DoctorCommand;
import io.tidegate.app.cli.EventsCommand;
import io.tidegate.app.cli.Failures;
import io.tidegate.app.cli.LeasesCommand;
import io.tidegate.app.cli.LiteCommand;
import io.tidegate.app.cli.Plain;
import io.tidegate.app.cli.SqlCommand;
import io.tidegate.app.cli.StatusCommand;
import io.tidegate.app.cli.TopCommand;
import io.tidegate.app.cli.VerifyCommand;
import io.tidegate.app.cli.Version;
import io.tidegate.app.demo.DemoCommand;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line: {@code tidegate COMMAND}. */
@Command(
        name = "tidegate",
        description = "Keeps the Query Store history of a fleet of SQL Servers, and is never itself the heavy query.",
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nAlso:%n",
        footer = {
            "  bench NAME  runs a benchmark by ./tidegate bench NAME; without a name it lists them",
            "",
            "Each command answers --help. Exit codes: 0 done, 1 it failed, 2 wrong input, 3 no JDK 25, 4 the build failed,",
            "5 a SELECT was stopped at its time limit, 6 somebody else has the lease of a server."
        },
        subcommands = {
            DemoCommand.class,
            LiteCommand.class,
            SimCommand.class,
            StatusCommand.class,
            CoverageCommand.class,
            VerifyCommand.class,
            LeasesCommand.class,
            TopCommand.class,
            EventsCommand.class,
            SqlCommand.class,
            DoctorCommand.class,
            ConfigCommand.class
        })
public final class Main implements Runnable {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Print the version and exit.")
    private boolean version;

    /** The Microsoft driver throws what it logs; kept here, since the JDK's loggers are forgotten when nobody has them. */
    private static final Logger DRIVER_LOG = Logger.getLogger("com.microsoft.sqlserver.jdbc");

    /** A command line with nothing set. */
    public Main() {}

    /**
     * Runs a command and exits.
     *
     * @param args the command and its options
     */
    public static void main(String[] args) {
        DRIVER_LOG.setLevel(Level.OFF);
        System.exit(commandLine().execute(args));
    }

    /**
     * The command line, for tests too.
     *
     * @return with all commands and one way to show failures
     */
    public static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionStrategy(Plain.execution())
                .setParameterExceptionHandler(Failures::wrongInput)
                .setExecutionExceptionHandler(Failures::failed);
    }

    @Override
    public void run() {
        if (!help && !version) {
            CommandLine.usage(this, System.out);
        }
    }
}

package io.tidegate.app.cli;

import io.tidegate.app.config.ConfigException;
import io.tidegate.app.config.ConfigLoader;
import io.tidegate.app.config.ServerConfig;
import io.tidegate.app.config.TidegateConfig;
import io.tidegate.app.lite.Targets;
import io.tidegate.core.time.SystemTicker;
import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.capability.ServerReport;
import io.tidegate.sqlserver.session.Channel;
import io.tidegate.sqlserver.session.DriverConnections;
import io.tidegate.sqlserver.session.LightSessions;
import io.tidegate.sqlserver.session.OpenedSession;
import io.tidegate.sqlserver.session.SessionLimits;
import io.tidegate.web.api.BadQuestion;
import io.tidegate.web.api.Nearest;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidegate doctor}. */
@Command(
        name = "doctor",
        description = "Connects to a configured server: version, grants and what is missing, databases, Query Stores.")
public final class DoctorCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "SERVER", description = "Its name in the configuration.")
    private String server = "";

    @Option(names = "--config", paramLabel = "FILE", description = "The configuration file. [tidegate.yaml]")
    private Path file = Path.of("tidegate.yaml");

    @Option(names = "--json", description = "Answer as JSON.")
    private boolean json;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    /** Nothing set. */
    public DoctorCommand() {}

    @Override
    public Integer call() throws ConfigException {
        if (spec == null || help) {
            return Failures.DONE;
        }
        PrintWriter out = spec.commandLine().getOut();
        ServerReport report = examine(target());
        if (json) {
            Output.json(out, report);
        } else {
            DoctorPage.print(out, report);
        }
        return DoctorPage.isWell(report) ? Failures.DONE : Failures.FAILED;
    }

    private ServerTarget target() throws ConfigException {
        TidegateConfig config = new ConfigLoader(System.getenv(), StoreOption.defaultDirectory()).load(file);
        List<String> names = config.servers().stream().map(ServerConfig::name).toList();
        return config.servers().stream()
                .filter(one -> one.name().equals(server))
                .findFirst()
                .map(Targets::of)
                .orElseThrow(() -> new BadQuestion(
                        "", "SERVER: " + file + " has no server '" + server + "'; " + Nearest.hint(server, names)));
    }

    private static ServerReport examine(ServerTarget target) {
        LightSessions sessions =
                new LightSessions(new DriverConnections(), SessionLimits.LITE, SystemTicker.INSTANCE, "doctor");
        OpenedSession session = sessions.open(target);
        try (Channel channel = session.channel()) {
            return ServerReport.examine(session);
        }
    }

    static List<@Nullable Object> row(@Nullable Object... cells) {
        return Arrays.asList(cells);
    }
}

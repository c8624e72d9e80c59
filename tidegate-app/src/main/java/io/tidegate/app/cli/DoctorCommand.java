package io.tidegate.app.cli;

import io.tidegate.app.config.ConfigException;
import io.tidegate.app.config.ConfigLoader;
import io.tidegate.app.config.ServerConfig;
import io.tidegate.app.config.TidegateConfig;
import io.tidegate.app.doctor.Diagnosis;
import io.tidegate.app.doctor.Examination;
import io.tidegate.app.doctor.StoreSide;
import io.tidegate.app.doctor.WakingLogin;
import io.tidegate.app.lite.Targets;
import io.tidegate.collector.CollectorSettings;
import io.tidegate.core.time.SystemPause;
import io.tidegate.core.time.SystemTicker;
import io.tidegate.sqlserver.ServerTarget;
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
import java.util.Objects;
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
        description = {
            "Connects to a configured server: version, grants and what is missing, databases, Query Stores; what importing its"
                    + " history would take, as an estimate; what would be skipped, and why.",
            "Runs light statements only, those of a probe and the interval list, and takes no lease. Of Azure SQL Database it"
                    + " wakes a serverless database that is paused, says so before it does, and waits up to three minutes for it."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing is missing",
            "1:a right is missing (the page has the GRANT to run), or the server could not be examined",
            "2:wrong input"
        })
public final class DoctorCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "SERVER", description = "Its name in the configuration.")
    private String server = "";

    @Option(names = "--config", paramLabel = "FILE", description = "The configuration file. [tidegate.yaml]")
    private Path file = Path.of("tidegate.yaml");

    @Option(
            names = "--store",
            paramLabel = "DIR",
            description = "The store's folder, which says what is held already. [the configured one]")
    private @Nullable Path store;

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
        TidegateConfig config = new ConfigLoader(System.getenv(), StoreOption.defaultDirectory()).load(file);
        Diagnosis found = examine(config, target(config));
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Output.json(out, found);
        } else {
            DoctorPage.print(out, found);
        }
        return found.isWell() ? Failures.DONE : Failures.FAILED;
    }

    private ServerTarget target(TidegateConfig config) {
        List<String> names = config.servers().stream().map(ServerConfig::name).toList();
        return config.servers().stream()
                .filter(one -> one.name().equals(server))
                .findFirst()
                .map(Targets::of)
                .orElseThrow(() -> new BadQuestion(
                        "", "SERVER: " + file + " has no server '" + server + "'; " + Nearest.hint(server, names)));
    }

    private Diagnosis examine(TidegateConfig config, ServerTarget target) {
        CollectorSettings settings =
                Objects.requireNonNull(Targets.perServer(config).get(server), server);
        LightSessions sessions =
                new LightSessions(new DriverConnections(), SessionLimits.LITE, SystemTicker.INSTANCE, "doctor");
        PrintWriter err = Objects.requireNonNull(spec).commandLine().getErr();
        OpenedSession session =
                new WakingLogin(sessions, SystemTicker.INSTANCE, new SystemPause(), err::println).open(target);
        try (Channel channel = session.channel();
                StoreSide held = StoreSide.open(
                        Objects.requireNonNullElse(store, config.store().directory()), server)) {
            return new Examination(settings, config.texts(), held, SystemTicker.INSTANCE).run(session);
        }
    }

    static List<@Nullable Object> row(@Nullable Object... cells) {
        return Arrays.asList(cells);
    }
}

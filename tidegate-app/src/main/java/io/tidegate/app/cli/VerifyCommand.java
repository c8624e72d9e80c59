package io.tidegate.app.cli;

import io.tidegate.app.config.ConfigException;
import io.tidegate.app.config.ConfigLoader;
import io.tidegate.app.config.ServerConfig;
import io.tidegate.app.config.TidegateConfig;
import io.tidegate.app.holder.HolderFile;
import io.tidegate.app.holder.StoreAccess;
import io.tidegate.app.lite.LiteProcess;
import io.tidegate.app.lite.LiteSettings;
import io.tidegate.app.lite.Targets;
import io.tidegate.core.status.Verifier.Row;
import io.tidegate.core.status.Verifier.Scope;
import io.tidegate.core.status.Verifier.Verification;
import io.tidegate.store.duckdb.DuckDbStores;
import io.tidegate.web.api.Answers;
import io.tidegate.web.api.Question;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tidegate verify}. */
@Command(
        name = "verify",
        description =
                "Compares every held interval with its source (rows, executions, CPU, duration, checksum) and mends"
                        + " what the source has more of. Nothing held is ever lowered.",
        footer = {
            "",
            "A server that is switched off, in its quiet hours, or not to be tried again yet is not asked.",
            "Exit codes: 0 all that the source still has agrees, 1 something differs or was not compared (the table says",
            "why), 2 wrong input, 6 busy: somebody else had the lease; the table says who. Nobody is waited for."
        })
public final class VerifyCommand implements Callable<Integer> {
    private static final List<String> HEADING = List.of(
            "server",
            "database",
            "kind",
            "held",
            "agree",
            "repaired",
            "thinned at source",
            "gone at source",
            "differ",
            "not compared",
            "why");

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--server", paramLabel = "NAME", description = "Only this server.")
    private @Nullable String server;

    @Option(names = "--database", paramLabel = "NAME", description = "Only this database.")
    private @Nullable String database;

    @Option(
            names = "--since",
            paramLabel = "WHEN",
            description = "Only intervals that began in this span (7d), or since a day or an instant (2026-11-01).")
    private @Nullable String since;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The configuration file; not needed while a process collects. [tidegate.yaml]")
    private @Nullable Path file;

    @Option(names = "--store", paramLabel = "DIR", description = "The store's folder, instead of the configured one.")
    private @Nullable Path store;

    @Option(names = "--json", description = "Answer as JSON.")
    private boolean json;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    /** Nothing set. */
    public VerifyCommand() {}

    @Override
    public Integer call() throws ConfigException, IOException, InterruptedException {
        if (spec == null || help) {
            return Failures.DONE;
        }
        PrintWriter out = spec.commandLine().getOut();
        Path given = file == null ? Path.of("tidegate.yaml") : file;
        TidegateConfig config = file != null || (store == null && Files.exists(given))
                ? new ConfigLoader(System.getenv(), StoreOption.defaultDirectory()).load(given)
                : null;
        Path directory =
                store != null ? store : config != null ? config.store().directory() : StoreOption.defaultDirectory();
        if (HolderFile.read(directory).isPresent()) {
            try (StoreAccess access = StoreAccess.open(directory)) {
                Scope scope = scope(access.answers().servers().registered());
                return ask(access.answers(), scope, out);
            }
        }
        TidegateConfig needed =
                config != null ? config : new ConfigLoader(System.getenv(), StoreOption.defaultDirectory()).load(given);
        Scope scope = scope(needed.servers().stream().map(ServerConfig::name).toList());
        if (!DuckDbStores.isThere(directory)) {
            throw new IllegalArgumentException(StoreAccess.noStore(directory));
        }
        requireKnown(scope, directory);
        LiteSettings settings = Targets.settings(needed, directory);
        LiteProcess process = LiteProcess.atRest(settings.withWebPort(0));
        StopHook stop = StopHook.closing(process::close, () -> {});
        try {
            return ask(process.answers(), scope, out);
        } finally {
            stop.close();
        }
    }

    private Scope scope(Collection<String> servers) {
        return new Question(
                        QuestionCommand.given("server", server, "database", database, "since", since),
                        "server",
                        "database",
                        "since")
                .verify(servers);
    }

    /** Asks the store alone, before anything is started; it refuses a database of which it has nothing. */
    private static void requireKnown(Scope scope, Path directory) {
        if (scope.database() == null) {
            return;
        }
        try (StoreAccess access = StoreAccess.open(directory)) {
            Answers answers = access.answers();
            boolean isRegistered = answers.servers().registered().contains(String.valueOf(scope.server()));
            answers.coverage(isRegistered ? scope.server() : null, scope.database());
        }
    }

    private int ask(Answers answers, Scope scope, PrintWriter out) throws InterruptedException {
        Verification begun = answers.verify(scope);
        if (begun.isRefused()) {
            out.println("busy: a verification is under way since " + begun.startedAt());
            out.flush();
            return Failures.BUSY;
        }
        Verification ended = VerifyProgress.follow(answers, begun);
        if (json) {
            Output.json(out, ended);
        } else {
            table(ended, out);
        }
        return exitCode(ended);
    }

    private static int exitCode(Verification ended) {
        List<Row> rows = ended.rows();
        if (rows.isEmpty()) {
            return ended.notice().isEmpty() ? Failures.DONE : Failures.FAILED;
        }
        if (rows.stream().anyMatch(row -> row.differ() > 0)) {
            return Failures.FAILED;
        }
        if (rows.stream().anyMatch(Row::isBusy)) {
            return Failures.BUSY;
        }
        boolean isAll = rows.stream().allMatch(row -> row.reason().isEmpty());
        return isAll ? Failures.DONE : Failures.FAILED;
    }

    private static void table(Verification ended, PrintWriter out) {
        if (!ended.rows().isEmpty()) {
            Output.table(
                    out,
                    HEADING,
                    ended.rows().stream().map(VerifyCommand::cells).toList());
            ended.rows().stream()
                    .filter(row -> Output.isCut(row.reason()))
                    .map(row -> row.server() + ": " + row.reason())
                    .distinct()
                    .forEach(out::println);
        } else if (ended.notice().isEmpty()) {
            out.println("nothing is held yet: there is nothing to compare");
        }
        if (!ended.notice().isEmpty()) {
            out.println(ended.notice());
        }
        out.flush();
    }

    private static List<@Nullable Object> cells(Row row) {
        return Arrays.asList(
                row.server(),
                row.database(),
                row.kind(),
                row.held(),
                row.agree(),
                row.repaired(),
                row.thinned(),
                row.goneAtSource(),
                row.differ(),
                row.unverified(),
                (row.isBusy() ? "busy: " : "") + row.reason());
    }
}

package io.tidegate.app.cli;

import io.tidegate.app.config.ConfigException;
import io.tidegate.app.config.ConfigLoader;
import io.tidegate.app.config.Problem;
import io.tidegate.app.config.TidegateConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tidegate config}. */
@Command(
        name = "config",
        description = "Writes a commented configuration file, or checks one.",
        subcommands = {ConfigCommand.Init.class, ConfigCommand.Check.class})
public final class ConfigCommand implements Callable<Integer> {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    /** Nothing set. */
    public ConfigCommand() {}

    @Override
    public Integer call() {
        System.err.println("tidegate: config needs 'init' or 'check'" + (help ? "" : "; --help tells more"));
        return Failures.WRONG_INPUT;
    }

    /** {@code tidegate config init}. */
    @Command(
            name = "init",
            description = "Writes a commented file with every key: one server to edit, and the defaults of all else.")
    static final class Init implements Callable<Integer> {
        @Option(names = "--config", paramLabel = "FILE", description = "Where to. [tidegate.yaml]")
        private Path file = Path.of("tidegate.yaml");

        @Option(names = "--force", description = "Overwrite a file that is there.")
        private boolean force;

        @Option(names = "--json", description = "Answer as JSON.")
        private boolean json;

        @Spec
        private CommandSpec spec = CommandSpec.create();

        /** What {@code --json} prints. */
        record Written(String file, String next) {}

        @Option(
                names = {"-h", "--help"},
                usageHelp = true,
                description = "Show this help and exit.")
        private boolean help;

        @Override
        public Integer call() throws IOException {
            if (Files.exists(file) && !force && !help) {
                throw new IllegalArgumentException(file + " exists; --force overwrites it");
            }
            FileFailures.requireWritable("config", file);
            try (InputStream in = ConfigLoader.class.getResourceAsStream("tidegate.yaml")) {
                if (in == null) {
                    throw new IOException("the template is missing");
                }
                Files.write(file, in.readAllBytes());
            }
            String next = "tidegate config check --config " + file;
            PrintWriter out = spec.commandLine().getOut();
            if (json) {
                Output.json(out, new Written(file.toString(), next));
            } else {
                out.println("wrote " + file + "; edit it, then: " + next);
                out.flush();
            }
            return Failures.DONE;
        }
    }

    /** {@code tidegate config check}. */
    @Command(name = "check", description = "Reports everything that is wrong with a file, each with its key.")
    static final class Check implements Callable<Integer> {
        @Option(names = "--config", paramLabel = "FILE", description = "Which file. [tidegate.yaml]")
        private Path file = Path.of("tidegate.yaml");

        @Spec
        private @Nullable CommandSpec spec;

        @Option(names = "--json", description = "Answer as JSON, the problems too.")
        private boolean json;

        @Option(
                names = {"-h", "--help"},
                usageHelp = true,
                description = "Show this help and exit.")
        private boolean help;

        /** What {@code --json} prints; no servers and no store when there is any problem. */
        record Checked(String file, int servers, @Nullable String store, List<Problem> problems) {}

        @Override
        public Integer call() throws ConfigException {
            if (spec == null || help) {
                return Failures.DONE;
            }
            PrintWriter out = spec.commandLine().getOut();
            try {
                TidegateConfig config = new ConfigLoader(System.getenv(), StoreOption.defaultDirectory()).load(file);
                String store = config.store().directory().toString();
                int servers = config.servers().size();
                if (json) {
                    Output.json(out, new Checked(file.toString(), servers, store, List.of()));
                } else {
                    out.println(file + " is fine: " + servers + " servers, store " + store);
                    out.flush();
                }
                return Failures.DONE;
            } catch (ConfigException refused) {
                if (!json) {
                    throw refused;
                }
                Output.json(out, new Checked(file.toString(), 0, null, refused.problems()));
                return Failures.WRONG_INPUT;
            }
        }
    }
}

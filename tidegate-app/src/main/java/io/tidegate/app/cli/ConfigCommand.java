package io.tidegate.app.cli;

import io.tidegate.app.config.ConfigException;
import io.tidegate.app.config.ConfigLoader;
import io.tidegate.app.config.TidegateConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

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
            System.out.println("wrote " + file + "; edit it, then: tidegate config check --config " + file);
            return Failures.DONE;
        }
    }

    /** {@code tidegate config check}. */
    @Command(name = "check", description = "Reports everything that is wrong with a file, each with its key.")
    static final class Check implements Callable<Integer> {
        @Option(names = "--config", paramLabel = "FILE", description = "Which file. [tidegate.yaml]")
        private Path file = Path.of("tidegate.yaml");

        @Option(
                names = {"-h", "--help"},
                usageHelp = true,
                description = "Show this help and exit.")
        private boolean help;

        @Override
        public Integer call() throws ConfigException {
            if (help) {
                return Failures.DONE;
            }
            TidegateConfig config = new ConfigLoader(System.getenv(), StoreOption.defaultDirectory()).load(file);
            System.out.println(file + " is fine: " + config.servers().size() + " servers, store "
                    + config.store().directory());
            return Failures.DONE;
        }
    }
}

package io.tidegate.app.cli;

import io.tidegate.app.config.ConfigException;
import io.tidegate.app.config.ConfigLoader;
import io.tidegate.app.config.TidegateConfig;
import io.tidegate.app.lite.ConfigWatch;
import io.tidegate.app.lite.LiteProcess;
import io.tidegate.app.lite.Targets;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidegate lite}. */
@Command(name = "lite", description = "Collects the configured servers into the embedded store, until Ctrl-C.")
public final class LiteCommand implements Callable<Integer> {
    @Option(names = "--config", required = true, paramLabel = "FILE", description = "The configuration file.")
    private Path file = Path.of("tidegate.yaml");

    @Option(names = "--store", paramLabel = "DIR", description = "The store's folder, instead of the configured one.")
    private @Nullable Path store;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    /** Nothing set. */
    public LiteCommand() {}

    @Override
    public Integer call() throws ConfigException, IOException, InterruptedException {
        if (help) {
            return Failures.DONE;
        }
        ConfigLoader loader = new ConfigLoader(System.getenv(), StoreOption.defaultDirectory());
        TidegateConfig config = loader.load(file);
        LiteProcess process = LiteProcess.start(Targets.settings(config, store));
        ConfigWatch watch = ConfigWatch.start(file, loader, config, process.collector());
        CountDownLatch closed = new CountDownLatch(1);
        StopHook.closing(
                () -> {
                    watch.close();
                    process.close();
                },
                () -> {
                    closed.countDown();
                    Runtime.getRuntime().halt(Failures.DONE); // else the signal decides the exit code
                });
        if (config.web().enabled()) {
            System.out.println("http://127.0.0.1:" + process.webPort());
        }
        System.out.println("collecting");
        System.out.flush();
        closed.await();
        return Failures.DONE;
    }
}

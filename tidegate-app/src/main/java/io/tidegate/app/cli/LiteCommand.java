package io.tidegate.app.cli;

import io.tidegate.app.config.ConfigException;
import io.tidegate.app.config.ConfigLoader;
import io.tidegate.app.config.TidegateConfig;
import io.tidegate.app.lite.ConfigWatch;
import io.tidegate.app.lite.LiteProcess;
import io.tidegate.app.lite.LiteSettings;
import io.tidegate.app.lite.Targets;
import io.tidegate.web.http.Json;
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

    @Option(names = "--json", description = "Say what was started as one line of JSON, once it collects.")
    private boolean json;

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
        LiteSettings settings = Targets.settings(config, store);
        LiteProcess process = LiteProcess.start(settings);
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
        String web = config.web().enabled() ? "http://127.0.0.1:" + process.webPort() : null;
        say(new Started(
                web,
                settings.targets().size(),
                settings.storeDirectory().toString(),
                ProcessHandle.current().pid()));
        closed.await();
        return Failures.DONE;
    }

    /** What {@code --json} says; no page where that is switched off. */
    record Started(@Nullable String web, int servers, String store, long processId) {}

    private void say(Started started) {
        if (json) {
            System.out.println(Json.mapper().writeValueAsString(started));
        } else {
            if (started.web() != null) {
                System.out.println(started.web());
            }
            System.out.println("collecting into " + started.store());
        }
        System.out.flush();
    }
}

package io.tidegate.app.cli;

import io.tidegate.app.config.ConfigException;
import io.tidegate.app.config.ConfigLoader;
import io.tidegate.app.config.TidegateConfig;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names a store, and the default per user. Confined to one thread. */
public final class StoreOption {
    @Option(
            names = "--store",
            paramLabel = "DIR",
            description = "The store's folder. Default: TIDEGATE_STORE, else a folder of your user.")
    private @Nullable Path directory;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "A configuration file, whose store it is where --store is not given.")
    private @Nullable Path file;

    /** Nothing set. */
    public StoreOption() {}

    /**
     * The folder. Reads the configuration file, where one is given and needed.
     *
     * @return as given, else the configured one, else the default
     * @throws ConfigException for a file that {@code lite} would refuse
     */
    public Path directory() throws ConfigException {
        if (directory != null) {
            return directory;
        }
        return file == null ? defaultDirectory() : config(file).store().directory();
    }

    /**
     * For how long that store keeps rows. Reads the configuration file, where one is given and says which store it is.
     *
     * @return as configured; null where no file says so
     * @throws ConfigException for a file that {@code lite} would refuse
     */
    public @Nullable Duration retention() throws ConfigException {
        return directory != null || file == null ? null : config(file).retention();
    }

    private static TidegateConfig config(Path file) throws ConfigException {
        return new ConfigLoader(System.getenv(), defaultDirectory()).load(file);
    }

    /**
     * The default: {@code TIDEGATE_STORE}, else the platform's place for a user's data.
     *
     * @return a path that need not exist
     */
    public static Path defaultDirectory() {
        String named = System.getenv("TIDEGATE_STORE");
        if (named != null && !named.isBlank()) {
            return Path.of(named);
        }
        String windows = System.getenv("LOCALAPPDATA");
        if (windows != null && !windows.isBlank()) {
            return Path.of(windows, "Tidegate", "store");
        }
        String home = System.getProperty("user.home");
        if (System.getProperty("os.name").startsWith("Mac")) {
            return Path.of(home, "Library", "Application Support", "Tidegate", "store");
        }
        String data = System.getenv("XDG_DATA_HOME");
        return data != null && !data.isBlank()
                ? Path.of(data, "tidegate", "store")
                : Path.of(home, ".local", "share", "tidegate", "store");
    }
}

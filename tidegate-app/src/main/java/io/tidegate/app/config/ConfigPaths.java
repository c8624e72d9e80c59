package io.tidegate.app.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Paths as a configuration writes them. No state. */
final class ConfigPaths {
    private ConfigPaths() {}

    /**
     * A path, relative ones from the folder of the configuration file.
     *
     * @param base that folder; null where the configuration is in no file
     * @return empty when it can be no path
     */
    static Optional<Path> of(@Nullable Path base, String written) {
        try {
            return Optional.of(base == null ? Path.of(written) : base.resolve(written));
        } catch (InvalidPathException noPath) {
            return Optional.empty();
        }
    }
}

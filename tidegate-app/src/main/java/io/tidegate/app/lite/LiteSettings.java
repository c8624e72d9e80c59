package io.tidegate.app.lite;

import io.tidegate.collector.CollectorSettings;
import io.tidegate.sqlserver.ServerTarget;
import java.nio.file.Path;
import java.util.List;

/**
 * What a Lite process is started with. Immutable.
 *
 * @param targets the servers
 * @param collector how often and how much
 * @param storeDirectory the store's folder
 * @param storeMemoryMb the embedded engine's buffers, MiB
 * @param webPort on loopback; 0 takes a free one; negative serves the interface for other commands only, on a free port
 * @param notice what a user must know of this process; may be empty
 */
public record LiteSettings(
        List<ServerTarget> targets,
        CollectorSettings collector,
        Path storeDirectory,
        int storeMemoryMb,
        int webPort,
        String notice) {
    /** Copies the list. */
    public LiteSettings {
        targets = List.copyOf(targets);
    }
}

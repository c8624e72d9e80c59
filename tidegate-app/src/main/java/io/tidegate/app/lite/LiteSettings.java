package io.tidegate.app.lite;

import io.tidegate.collector.CollectorSettings;
import io.tidegate.core.privacy.TextPrivacy;
import io.tidegate.sqlserver.ServerTarget;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What a Lite process is started with. Immutable.
 *
 * @param targets the servers
 * @param collector how often and how much
 * @param storeDirectory the store's folder
 * @param storeMemoryMb the embedded engine's buffers, MiB
 * @param webPort on loopback; 0 takes a free one; negative serves the interface for other commands only, on a free port
 * @param notice what a user must know of this process; may be empty
 * @param perServer how often and how much where a server has its own word on it, by its name
 * @param texts how much of query texts and plans is stored
 */
public record LiteSettings(
        List<ServerTarget> targets,
        CollectorSettings collector,
        Path storeDirectory,
        int storeMemoryMb,
        int webPort,
        String notice,
        Map<String, CollectorSettings> perServer,
        TextPrivacy texts) {
    /** Copies list and map. */
    public LiteSettings {
        targets = List.copyOf(targets);
        perServer = Map.copyOf(perServer);
    }

    /**
     * The same for all servers; texts are kept.
     *
     * @param targets the servers
     * @param collector how often and how much
     * @param storeDirectory the store's folder
     * @param storeMemoryMb the embedded engine's buffers, MiB
     * @param webPort on loopback, as above
     * @param notice what a user must know of this process; may be empty
     */
    public LiteSettings(
            List<ServerTarget> targets,
            CollectorSettings collector,
            Path storeDirectory,
            int storeMemoryMb,
            int webPort,
            String notice) {
        this(targets, collector, storeDirectory, storeMemoryMb, webPort, notice, Map.of(), TextPrivacy.KEEP);
    }

    /**
     * The same on another port.
     *
     * @param port on loopback, as above
     * @return a copy
     */
    public LiteSettings withWebPort(int port) {
        return new LiteSettings(targets, collector, storeDirectory, storeMemoryMb, port, notice, perServer, texts);
    }

    /**
     * The same, but with another say in what is stored of texts.
     *
     * @param kept how much of query texts and plans is stored
     * @return a copy
     */
    public LiteSettings keeping(TextPrivacy kept) {
        return new LiteSettings(targets, collector, storeDirectory, storeMemoryMb, webPort, notice, perServer, kept);
    }
}

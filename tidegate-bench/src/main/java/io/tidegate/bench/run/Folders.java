package io.tidegate.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A fresh temporary folder, removed with all that is in it. Confined to one thread. */
public final class Folders implements AutoCloseable {
    private final Path folder;

    /**
     * Makes one.
     *
     * @throws IOException when it cannot be made
     */
    public Folders() throws IOException {
        folder = Files.createTempDirectory("tidegate-bench-");
    }

    /**
     * A folder inside that is not there yet.
     *
     * @param name its name
     * @return its path
     */
    public Path inside(String name) {
        return folder.resolve(name);
    }

    @Override
    public void close() throws IOException {
        List<Path> all;
        try (Stream<Path> tree = Files.walk(folder)) {
            all = tree.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.deleteIfExists(path);
        }
    }
}

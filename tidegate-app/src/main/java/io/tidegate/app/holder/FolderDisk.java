package io.tidegate.app.holder;

import io.tidegate.core.store.StoreDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A store that lies in a folder: all files in it and below. Immutable.
 *
 * @param folder the store's
 */
public record FolderDisk(Path folder) implements StoreDisk {
    @Override
    public Optional<Size> measure() {
        try (Stream<Path> files = Files.walk(folder)) {
            long bytes = files.mapToLong(FolderDisk::size).sum();
            return Optional.of(new Size(bytes, Files.getFileStore(folder).getUsableSpace()));
        } catch (IOException | UncheckedIOException unread) {
            return Optional.empty();
        }
    }

    /** A file may go while others are measured, such as the log of a checkpoint. */
    private static long size(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.size(file) : 0;
        } catch (IOException gone) {
            return 0;
        }
    }
}

package io.tidegate.store.duckdb;

import io.tidegate.core.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Query texts and plans are nobody else's to read: folders and files that are made here are the owner's alone, where the file system knows such
 * rights. A folder that is there stays as its maker wanted it. No state.
 */
final class OwnerOnly {
    private OwnerOnly() {}

    /** Makes a folder, and those above it as the system does. */
    static void folder(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        Path parent = directory.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        Files.createDirectories(directory, ownersRights(directory));
    }

    /** Takes all rights of others from a file that the engine has just made; nothing was written to it yet. */
    static void file(Path file) {
        if (isPosix(file)) {
            try {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            } catch (IOException e) {
                throw new StoreException("The rights of " + file + " cannot be set.", e);
            }
        }
    }

    private static FileAttribute<?>[] ownersRights(Path folder) {
        return isPosix(folder)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                }
                : new FileAttribute<?>[0];
    }

    private static boolean isPosix(Path of) {
        return of.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}

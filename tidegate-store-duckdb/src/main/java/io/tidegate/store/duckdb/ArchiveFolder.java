package io.tidegate.store.duckdb;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The folder with the archive's files. A file is written under another name first, so that what has a lasting name is whole.
 * Files that bear no name of ours are left alone. Immutable, thread-safe; its methods block for the disk.
 *
 * @param path of the folder
 */
record ArchiveFolder(Path path) {
    private static final String NAME = "archive";
    private static final Pattern OURS =
            Pattern.compile("(runtime|wait)_stats-\\d{4,}-\\d{2}-\\d{4,}\\.parquet(\\.part)?");
    private static final byte[] LAST_BYTES = "PAR1".getBytes(StandardCharsets.US_ASCII);

    /** That of a store's file, made when it is not there. */
    static ArchiveFolder beside(Path file) throws IOException {
        return new ArchiveFolder(Files.createDirectories(file.resolveSibling(NAME)));
    }

    Path file(String name) {
        return path.resolve(name);
    }

    /** What a file is called while it is written. */
    Path unfinished(String name) {
        return path.resolve(name + ".part");
    }

    /** A path as SQL has it. */
    static String literal(Path path) {
        return "'" + path.toString().replace("'", "''") + "'";
    }

    /** A name that no file has, finished or not. */
    String freshName(Facts facts, String month) {
        int number = 0;
        String name;
        do {
            name = "%s-%s-%04d.parquet".formatted(facts.table, month, ++number);
        } while (Files.exists(file(name)) || Files.exists(unfinished(name)));
        return name;
    }

    /** Gives a file that was written whole its lasting name, and gives back its size; both are on the disk then. */
    long finish(String name) throws IOException {
        Path unfinished = unfinished(name);
        try (FileChannel written = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
            written.force(true);
        }
        long bytes = Files.size(unfinished);
        Files.move(unfinished, file(name), StandardCopyOption.ATOMIC_MOVE);
        syncFolder();
        return bytes;
    }

    /** Windows opens no folder, and needs no such thing. */
    private void syncFolder() throws IOException {
        try (FileChannel folder = FileChannel.open(path, StandardOpenOption.READ)) {
            folder.force(true);
        } catch (java.nio.file.AccessDeniedException e) {
            if (!System.getProperty("os.name").startsWith("Windows")) {
                throw e;
            }
        }
    }

    /** Removes a file, finished or not; one that is not there is no error. */
    void remove(String name) throws IOException {
        Files.deleteIfExists(unfinished(name));
        Files.deleteIfExists(file(name));
    }

    /** Removes what a process that was killed has left: our files but for some. */
    void removeAllBut(Set<String> names) throws IOException {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(path)) {
            for (Path one : all) {
                String name = one.getFileName().toString();
                if (OURS.matcher(name).matches() && !names.contains(name)) {
                    Files.delete(one);
                }
            }
        }
    }

    /** Whether a file is there, of that size, and ends as such a file does. */
    boolean isWhole(String name, long bytes) throws IOException {
        if (!Files.isRegularFile(file(name)) || Files.size(file(name)) != bytes) {
            return false;
        }
        try (RandomAccessFile in = new RandomAccessFile(file(name).toFile(), "r")) {
            byte[] last = new byte[LAST_BYTES.length];
            in.seek(bytes - last.length);
            in.readFully(last);
            return Arrays.equals(last, LAST_BYTES);
        }
    }

    /** Files as an argument of the engine's {@code read_parquet}. */
    String literals(List<String> names) {
        return names.stream().map(name -> literal(file(name))).collect(Collectors.joining(", ", "[", "]"));
    }
}

package io.tidegate.store.duckdb;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Keeps DuckDB's native library from being unpacked at each start. The driver (duckdb_jdbc 2.0.0.1) looks for {@code
 * libduckdb_java.so_OS_ARCH} inside its jar and copies it, 72 MB, to the folder for temporary files; only when the jar has
 * none does it load the file of that name beside the jar. {@link #layBeside} makes it so, once, for the platform it runs
 * on; {@link #dropUnpacked} removes what a start without it has unpacked. Thread-safe, no state.
 */
public final class NativeLibrary {
    private static final Pattern DRIVER = Pattern.compile("duckdb_jdbc-.*\\.jar");
    private static final Pattern UNPACKED = Pattern.compile("(libduckdb_java|libzstd-jni)[^/]*\\.so");
    private static final Path MAPS = Path.of("/proc/self/maps");

    private NativeLibrary() {}

    /**
     * Prepares a folder of jars for this platform, for the launcher or an installer.
     *
     * @param args the folder with the driver's jar
     * @throws IOException when it cannot be written; the driver's jar is as it was then, and works
     */
    public static void main(String[] args) throws IOException {
        for (Path jar : driverJars(Path.of(args[0]))) {
            layBeside(jar);
        }
    }

    /**
     * Moves this platform's library out of the driver's jar to a file beside it; those of other platforms stay inside, so
     * that the folder still serves each of them. Both files are written whole and then put in place, the library first: at
     * every moment, and for any number of processes that do this at once, the jar works. Blocks while some 130 MB are
     * written.
     *
     * @param jar the driver's; a process that has it open keeps what it has
     * @return the library beside the jar; empty when the driver has none for this platform
     * @throws IOException when it cannot be written; the driver's jar is as it was then, and works
     */
    static Optional<Path> layBeside(Path jar) throws IOException {
        Path library = jar.resolveSibling(libraryName());
        Path halfLibrary = Files.createTempFile(jar.toAbsolutePath().getParent(), "library-", ".half");
        Path halfJar = Files.createTempFile(jar.toAbsolutePath().getParent(), "driver-", ".half");
        try {
            Files.copy(jar, halfJar, StandardCopyOption.REPLACE_EXISTING);
            if (takeOut(halfJar, halfLibrary)) {
                Files.move(halfLibrary, library, StandardCopyOption.ATOMIC_MOVE);
                Files.move(halfJar, jar, StandardCopyOption.ATOMIC_MOVE);
            }
        } finally {
            Files.deleteIfExists(halfLibrary);
            Files.deleteIfExists(halfJar);
        }
        return Files.exists(library) ? Optional.of(library) : Optional.empty();
    }

    private static boolean takeOut(Path jar, Path library) throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(jar)) {
            Path inside = zip.getPath(libraryName());
            Files.copy(inside, library, StandardCopyOption.REPLACE_EXISTING);
            Files.delete(inside);
            return true;
        } catch (NoSuchFileException none) {
            return false;
        }
    }

    /** As the driver names it; where it would name it otherwise, nothing is found and the driver unpacks as ever. */
    private static String libraryName() {
        String name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String system = name.startsWith("windows") ? "windows" : name.startsWith("mac") ? "macos" : "linux";
        String machine = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        boolean isArm = machine.equals("aarch64") || machine.equals("arm64");
        return "libduckdb_java.so_" + system + (isArm ? "_arm64" : "_amd64");
    }

    private static List<Path> driverJars(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> DRIVER.matcher(fileName(file)).matches())
                    .toList();
        }
    }

    private static String fileName(Path path) {
        return String.valueOf(path.getFileName());
    }

    /**
     * Removes native libraries that this process has unpacked to the folder for temporary files and loaded. Linux keeps a
     * mapped file's content for as long as the process lives, so a kill leaves nothing behind. Does nothing elsewhere:
     * there the driver removes its copy when the process ends in good order.
     *
     * @return what was removed
     */
    static List<Path> dropUnpacked() {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
        try (Stream<String> maps = Files.isReadable(MAPS) ? Files.lines(MAPS) : Stream.empty()) {
            return maps.flatMap(line -> unpacked(line, temporary).stream())
                    .distinct()
                    .filter(NativeLibrary::remove)
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static List<Path> unpacked(String line, Path temporary) {
        int slash = line.indexOf('/');
        if (slash < 0) {
            return List.of();
        }
        Path path = Path.of(line.substring(slash));
        Matcher name = UNPACKED.matcher(fileName(path));
        return name.matches() && temporary.equals(path.getParent()) ? List.of(path) : List.of();
    }

    private static boolean remove(Path path) {
        try {
            return Files.deleteIfExists(path);
        } catch (IOException e) {
            return false;
        }
    }
}

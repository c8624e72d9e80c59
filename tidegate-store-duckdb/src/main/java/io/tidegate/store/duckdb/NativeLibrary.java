package io.tidegate.store.duckdb;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.duckdb.DuckDBDriver;

/**
 * Keeps DuckDB's native library from being unpacked at each start. The driver (duckdb_jdbc 2.0.0.1) looks for {@code
 * libduckdb_java.so_OS_ARCH} inside its jar and copies it, 72 MB, to the folder for temporary files, where it stays when the
 * process is killed; only when the jar has none does it load the file of that name beside the jar. {@link #prepare} makes
 * such a pair once, to be put on the class path in place of the driver's jar; {@link #dropUnpacked} removes what a start
 * without it has unpacked. Thread-safe, no state.
 */
public final class NativeLibrary {
    private static final String LIBRARY = "libduckdb_java.so_";
    private static final Pattern UNPACKED = Pattern.compile("(libduckdb_java|libzstd-jni)[^/]*\\.so");
    private static final Path MAPS = Path.of("/proc/self/maps");

    private NativeLibrary() {}

    /**
     * Makes the pair for the launcher or the build.
     *
     * @param args the folder in which to make it
     * @throws IOException when it cannot be written
     */
    public static void main(String[] args) throws IOException {
        System.out.println(prepare(Path.of(args[0])));
    }

    /**
     * Writes the driver's jar without its libraries, and the libraries of all platforms beside it, into a folder named
     * after the driver's jar; once, and whole or not at all. Blocks while some 240 MB are written.
     *
     * @param cache where the folder goes; made when it is not there
     * @return the jar to put on the class path in place of the driver's
     * @throws IOException when it cannot be written
     */
    public static Path prepare(Path cache) throws IOException {
        Path driver = driverJar();
        Path folder = cache.resolve(fileName(driver).replaceFirst("\\.jar$", ""));
        Path slim = folder.resolve(fileName(driver));
        if (Files.exists(slim)) {
            return slim;
        }
        Files.createDirectories(cache);
        Path half = Files.createTempDirectory(cache, "half-");
        try {
            split(driver, half);
            Files.move(half, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
            delete(half);
        } catch (IOException e) {
            delete(half);
            throw e;
        }
        return slim;
    }

    private static Path driverJar() throws IOException {
        try {
            return Path.of(DuckDBDriver.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IOException("the driver's jar has no path", e);
        }
    }

    private static String fileName(Path path) {
        return String.valueOf(path.getFileName());
    }

    private static void split(Path driver, Path folder) throws IOException {
        try (JarFile jar = new JarFile(driver.toFile());
                OutputStream file = Files.newOutputStream(folder.resolve(fileName(driver)));
                ZipOutputStream slim = new ZipOutputStream(file)) {
            for (Enumeration<JarEntry> e = jar.entries(); e.hasMoreElements(); ) {
                JarEntry entry = e.nextElement();
                try (InputStream in = jar.getInputStream(entry)) {
                    if (entry.getName().startsWith(LIBRARY)) {
                        Files.copy(in, folder.resolve(entry.getName()));
                    } else {
                        slim.putNextEntry(new ZipEntry(entry.getName()));
                        in.transferTo(slim);
                        slim.closeEntry();
                    }
                }
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.list(folder)) {
            files = found.toList();
        }
        for (Path f : files) {
            Files.delete(f);
        }
        Files.delete(folder);
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

package io.tidegate.store.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.duckdb.DuckDBDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeLibraryTest {
    @TempDir
    Path folder;

    /** A process of its own: opens a store and tells what lies in the folder for temporary files. */
    static final class Opens {
        private Opens() {}

        public static void main(String[] args) throws IOException {
            try (DuckDbStore store = TestStores.open(Path.of(args[0]))) {
                store.registerServer("s");
                Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
                try (Stream<Path> left = Files.list(temporary);
                        Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
                    System.out.println("left="
                            + left.filter(p -> p.toString().endsWith(".so")).count()
                            + " unpacked="
                            + maps.filter(line -> line.contains(temporary + "/libduckdb"))
                                    .count());
                }
            }
        }
    }

    @Test
    void givenTheLibraryBesideItsJar_whenAStoreIsOpened_thenItIsLoadedAndNothingUnpacked() throws Exception {
        Path jar = copyOfTheDriver();
        Set<String> before = libraries(jar);
        NativeLibrary.main(new String[] {folder.toString()});

        Set<String> inside = libraries(jar);
        Path library = NativeLibrary.layBeside(jar).orElseThrow();
        assertThat(library).isRegularFile();
        assertThat(inside).hasSize(before.size() - 1).doesNotContain(fileName(library));
        assertThat(before).hasSize(4).containsAll(inside).contains(fileName(library));
        assertThat(halves()).isEmpty();
        assumeTrue(Files.isReadable(Path.of("/proc/self/maps")), "only Linux tells what is mapped");
        assertThat(run(with(jar), Files.createDirectory(folder.resolve("tmp")))).contains("left=0 unpacked=0");
    }

    /** Breaks when the jar is put in place before the library, or either is written where it will be read. */
    @Test
    void givenTheLibraryIsLaidBesideByMany_whenAStoreIsOpenedMeanwhile_thenTheJarWorksAtEveryMoment() throws Exception {
        Path jar = copyOfTheDriver();
        byte[] whole = Files.readAllBytes(jar);
        Path library = NativeLibrary.layBeside(jar).orElseThrow();
        long size = Files.size(library);
        List<String> broken = new CopyOnWriteArrayList<>();
        Files.write(jar, whole);
        Files.delete(library);
        Thread one = Thread.ofPlatform().start(() -> layBeside(jar, broken));
        Thread two = Thread.ofPlatform().start(() -> layBeside(jar, broken));
        while (one.isAlive() || two.isAlive()) {
            if (!works(jar, library, size)) {
                broken.add("neither in the jar nor whole beside it");
            }
            Thread.onSpinWait();
        }
        one.join();
        two.join();
        assertThat(broken).isEmpty();
        assertThat(halves()).isEmpty();
    }

    private static void layBeside(Path jar, List<String> broken) {
        try {
            NativeLibrary.layBeside(jar);
        } catch (IOException e) {
            broken.add(e.toString());
        }
    }

    private static boolean works(Path jar, Path library, long size) {
        try {
            return libraries(jar).contains(fileName(library)) || Files.size(library) == size;
        } catch (IOException e) {
            return false;
        }
    }

    private Path copyOfTheDriver() throws Exception {
        Path driver = Path.of(DuckDBDriver.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        return Files.copy(driver, folder.resolve(fileName(driver)));
    }

    private static String fileName(Path path) {
        return String.valueOf(path.getFileName());
    }

    private List<Path> halves() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".half")).toList();
        }
    }

    private static Set<String> libraries(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            return zip.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.startsWith("libduckdb_java"))
                    .collect(Collectors.toSet());
        }
    }

    private static String with(Path jar) {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(p -> p.contains("duckdb_jdbc") ? jar.toString() : p)
                .collect(Collectors.joining(File.pathSeparator));
    }

    @Test
    void givenTheDriversOwnJar_whenAStoreIsOpened_thenWhatItUnpackedIsGone() throws Exception {
        assumeTrue(Files.isReadable(Path.of("/proc/self/maps")), "only Linux tells what is mapped");
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        assertThat(run(System.getProperty("java.class.path"), temporary)).contains("left=0");
    }

    private String run(String classPath, Path temporary) throws IOException, InterruptedException {
        Process p = new ProcessBuilder(List.of(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        classPath,
                        Opens.class.getName(),
                        folder.resolve("store").toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String out = new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(p.waitFor()).isZero();
        return out;
    }
}

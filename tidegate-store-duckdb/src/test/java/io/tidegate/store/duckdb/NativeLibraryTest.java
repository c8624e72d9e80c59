package io.tidegate.store.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
                try (Stream<Path> left = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
                    System.out.println("left="
                            + left.filter(p -> p.toString().endsWith(".so")).count());
                }
            }
        }
    }

    @Test
    void givenTheSlimJar_whenAStoreIsOpened_thenTheLibraryBesideItIsLoadedAndNothingUnpacked() throws Exception {
        Path slim = NativeLibrary.prepare(folder.resolve("cache"));
        assertThat(NativeLibrary.prepare(folder.resolve("cache"))).isEqualTo(slim);
        assertThat(Files.size(slim)).isLessThan(3_000_000);
        String classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(p -> p.contains("duckdb_jdbc") ? slim.toString() : p)
                .collect(Collectors.joining(File.pathSeparator));
        assertThat(run(classPath, Files.createDirectory(folder.resolve("tmp")))).contains("left=0");
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

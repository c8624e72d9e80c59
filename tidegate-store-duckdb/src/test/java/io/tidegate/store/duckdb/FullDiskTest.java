package io.tidegate.store.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidegate.core.incident.Incident;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk that takes no more and then does: a process of its own stores bands while the size of its files is limited, which
 * the kernel refuses as it refuses a full disk. Then the limit is lifted, twice over.
 *
 * <p>Seen to fail with: {@link Db#rollback} that keeps its connection (nothing is held again after the limit is lifted:
 * the driver takes a transaction for open that is not); {@link Engine} that never opens the file again (nothing is held
 * again once DuckDB has shut the database).
 */
class FullDiskTest {
    private static final Path PRLIMIT = Path.of("/usr/bin/prlimit");
    private static final int ROUNDS = 3;
    private static final int MOST_TRIES = 20;

    @TempDir
    Path directory;

    @Test
    @Incident({20, 102, 111})
    void givenDiskThatIsFullForAWhile_whenItHasSpaceAgain_thenStoringGoesOnAndNothingIsLostOrDoubled()
            throws Exception {
        assumeTrue(Files.isExecutable(PRLIMIT), "needs prlimit, of Linux");
        Process victim = new ProcessBuilder(KillTest.command(directory))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> told = new ArrayList<>();
        try (BufferedReader out = victim.inputReader(StandardCharsets.UTF_8);
                Writer in = victim.outputWriter(StandardCharsets.UTF_8)) {
            readUntil("held", out, in, told);
            for (int round = 0; round < ROUNDS; round++) {
                limit(victim, largestFile() + 300_000);
                readUntil("failed", out, in, told);
                readUntil("failed", out, in, told);
                limit(victim, Long.MAX_VALUE);
                readUntil("held", out, in, told);
                readUntil("held", out, in, told);
            }
        } finally {
            victim.destroyForcibly().waitFor();
        }
        assertThat(told.stream().filter(line -> line.startsWith("failed")).distinct())
                .allMatch(line -> line.contains("The disk of the store is full: free some space"));
        KillTest.check(directory, "after a full disk", held(told), 0, 0);
    }

    /** Reads up to a line of that kind, and lets the process try again after each failure before it. */
    private static void readUntil(String kind, BufferedReader out, Writer in, List<String> told) throws IOException {
        for (int failures = 0; failures < MOST_TRIES; failures++) {
            String line = out.readLine();
            while (line != null && !line.startsWith(kind) && !line.startsWith("failed")) {
                told.add(line);
                line = out.readLine();
            }
            assertThat(line).as("the process ended").isNotNull();
            told.add(line);
            if (line.startsWith("failed")) {
                in.write("again\n");
                in.flush();
            }
            if (line.startsWith(kind)) {
                return;
            }
        }
        throw new AssertionError("no " + kind + " after " + MOST_TRIES + " failures: " + told.getLast());
    }

    private static Set<Long> held(List<String> told) {
        Set<Long> held = new HashSet<>();
        told.stream()
                .filter(line -> line.matches("held \\d+ ;"))
                .forEach(line -> held.add(Long.parseLong(line.split(" ", -1)[1])));
        return held;
    }

    private long largestFile() throws IOException {
        try (var files = Files.list(directory)) {
            return files.mapToLong(file -> file.toFile().length()).max().orElse(0);
        }
    }

    /** Limits the size that each file of the process may have; the hard limit stays. */
    private static void limit(Process victim, long bytes) throws IOException, InterruptedException {
        String soft = bytes == Long.MAX_VALUE ? "unlimited" : Long.toString(bytes);
        Process prlimit = new ProcessBuilder(
                        PRLIMIT.toString(), "--pid", Long.toString(victim.pid()), "--fsize=" + soft + ":unlimited")
                .inheritIO()
                .start();
        assertThat(prlimit.waitFor()).isZero();
    }
}

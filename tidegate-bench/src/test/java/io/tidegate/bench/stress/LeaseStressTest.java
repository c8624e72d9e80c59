package io.tidegate.bench.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the races of this package under jcstress, in processes of its own. */
class LeaseStressTest {
    private static final int RACES = 5;

    @TempDir
    Path folder;

    @Test
    void givenRacesOnLeaseAndStep_whenStressedBriefly_thenNothingForbiddenIsSeen() throws Exception {
        stress(10, "-m", "quick", "-f", "1", "-iters", "2", "-time", "200", "-sc", "false");
    }

    @Tag("proof")
    @Test
    void givenRacesOnLeaseAndStep_whenStressed_thenNothingForbiddenIsSeen() throws Exception {
        stress(60, "-m", "default");
    }

    private void stress(int minutes, String... mode) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "org.openjdk.jcstress.Main",
                "-t",
                "io\\.tidegate\\.bench\\.stress\\..*",
                "-r",
                folder.resolve("report").toString()));
        command.addAll(List.of(mode));
        Path log = folder.resolve("log.txt");
        Process jcstress = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        boolean ended = jcstress.waitFor(minutes, TimeUnit.MINUTES);
        jcstress.descendants().forEach(ProcessHandle::destroyForcibly);
        jcstress.destroyForcibly();
        String said = Files.readString(log);
        assertThat(ended).as(said).isTrue();
        assertThat(jcstress.exitValue()).as(said).isZero();
        assertThat(said)
                .as("every race of the package was run, and nothing else was seen of it than what is acceptable")
                .contains("Failed tests: No matches.", "Error tests: No matches.")
                .contains("All remaining tests: " + RACES + " matching test results.");
    }
}

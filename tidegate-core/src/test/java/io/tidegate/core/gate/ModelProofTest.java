package io.tidegate.core.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the models of {@code docs/model}: the short form takes the small variants, the long form everything. */
class ModelProofTest {
    private static final Path MODELS = Path.of(System.getProperty("tidegate.root"), "docs", "model");
    private static final Path JDK_BIN = Path.of(System.getProperty("java.home"), "bin");

    /** Variants of at most some ten thousand states. */
    private static final String SMALL = "M1,M2,M3,M4,M10,I1,I3,I3b,I4,R1,R5";

    @TempDir
    Path folder;

    private record Ended(int exit, String said) {}

    @Test
    void givenSmallVariants_whenExplored_thenEachEndsAsExpected() throws Exception {
        gateModel(5, "-Xmx512m", SMALL);
    }

    @Tag("proof")
    @Test
    void givenAllVariants_whenExplored_thenEachEndsAsExpected() throws Exception {
        gateModel(60, "-Xmx12g", "");
    }

    /** {@code ORDER} 1 is the step's; the others are the orders that were rejected. */
    @Tag("proof")
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void givenOrderOfTheEnd_whenCheckedBySpin_thenOnlyTheStepsOwnHolds(int order) throws Exception {
        needsSpin();
        String errors = order == 1 ? "errors: 0" : "errors: 1";
        run(
                5,
                "spin",
                "-a",
                "-DORDER=" + order,
                "-DHONEST",
                "-DNA=1",
                MODELS.resolve("step.pml").toString());
        run(5, "gcc", "-O2", "-w", "-DSAFETY", "-DNOCLAIM", "-o", "pan", "pan.c");
        assertThat(run(30, "./pan", "-m3000000").said()).contains(errors).doesNotContain("max search depth too small");
    }

    @Tag("proof")
    @Test
    void givenStep_whenCheckedBySpin_thenTheLeaseAlwaysOpens() throws Exception {
        needsSpin();
        run(
                5,
                "spin",
                "-a",
                "-DORDER=1",
                "-DHONEST",
                "-DNA=1",
                MODELS.resolve("step.pml").toString());
        run(5, "gcc", "-O2", "-w", "-DNFAIR=4", "-DNOREDUCE", "-o", "pan", "pan.c");
        assertThat(run(30, "./pan", "-a", "-f", "-m3000000").said()).contains("errors: 0");
    }

    private void gateModel(int minutes, String heap, String only) throws Exception {
        Ended compiled = run(
                5,
                JDK_BIN.resolve("javac").toString(),
                "-nowarn",
                "-d",
                folder.toString(),
                MODELS.resolve("GateModel.java").toString());
        assertThat(compiled.exit()).as(compiled.said()).isZero();
        Ended explored =
                run(minutes, JDK_BIN.resolve("java").toString(), heap, "-cp", folder.toString(), "GateModel", only);
        assertThat(explored.exit()).as(explored.said()).isZero();
        assertThat(explored.said()).contains("ALL AS EXPECTED").contains("R1 ").doesNotContain("STOPPED");
    }

    private void needsSpin() throws Exception {
        boolean there = run(1, "sh", "-c", "command -v spin && command -v gcc").exit() == 0;
        if (System.getenv("CI") != null) {
            assertThat(there).as("spin and gcc are there").isTrue();
        }
        assumeTrue(there, "skipped: spin or gcc is not installed");
    }

    private Ended run(int minutes, String... command) throws IOException, InterruptedException {
        List<String> given = new ArrayList<>(List.of(command));
        given.removeIf(String::isEmpty);
        Path log = Files.createTempFile(folder, "run", ".log");
        Process process = new ProcessBuilder(given)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        boolean ended = process.waitFor(minutes, TimeUnit.MINUTES);
        process.destroyForcibly();
        assertThat(ended).as("in time: %s", given).isTrue();
        return new Ended(process.exitValue(), Files.readString(log));
    }
}

package io.tidegate.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher, in a project of its own with a Maven and a JDK that only say how they were called. */
class LauncherTest {
    private static final String FAKE_MAVEN = """
            #!/bin/sh
            echo "[INFO] Building Tidegate 0.1.0     [1/1]"
            cat "$LAUNCHER_TEST/slow" >/dev/null 2>&1
            if [ -f "$LAUNCHER_TEST/broken" ]; then echo "[ERROR] a semicolon is missing"; exit 1; fi
            echo "$* with $JAVA_HOME" >>"$LAUNCHER_TEST/builds"
            mkdir -p tidegate-app/target/launch/dist/lib
            """;
    private static final String FAKE_JAVA = "#!/bin/sh\nfor word in \"$@\"; do echo \"$word\"; done\n";

    @TempDir
    Path folder;

    private Path project;
    private Path jdk;

    private record Started(Process process, Path err) {}

    private record Ended(int exitCode, String out, String err) {}

    @BeforeEach
    void aProjectAndItsTools() throws IOException {
        assumeTrue(File.separatorChar == '/', "the launcher is for bash");
        project = Files.createDirectories(folder.resolve("a project"));
        jdk = folder.resolve("jdk");
        Files.copy(Path.of(System.getProperty("tidegate.root"), "tidegate"), project.resolve("tidegate"));
        write(project.resolve("pom.xml"), "");
        write(project.resolve("tidegate-app/pom.xml"), "");
        write(project.resolve("tidegate-app/src/main/java/A.java"), "");
        write(project.resolve("tidegate-bench/pom.xml"), "");
        program(folder.resolve("bin/mvn"), FAKE_MAVEN);
        program(folder.resolve("bin/java"), "");
        program(jdk.resolve("bin/java"), FAKE_JAVA);
        program(jdk.resolve("bin/javac"), "");
        write(jdk.resolve("release"), "JAVA_VERSION=\"25.0.1\"\n");
    }

    @Test
    void givenAFreshClone_whenRun_thenItIsBuiltOnceWithTheJdkThatRunsIt() throws Exception {
        Ended first = run("top", "--last", "1 h");
        Ended second = run("--version");

        assertThat(first.exitCode()).isZero();
        assertThat(first.err()).contains("building: 1/1 Tidegate");
        assertThat(first.out().lines()).endsWith("io.tidegate.app.Main", "top", "--last", "1 h");
        assertThat(second.err()).isEmpty();
        assertThat(builds()).singleElement().asString().contains("-Plaunch -pl tidegate-app", "with " + jdk);
    }

    @Test
    void givenABuild_whenASourceChangesOrGoes_thenItIsBuiltAgain() throws Exception {
        run("--version");
        Path source = project.resolve("tidegate-app/src/main/java/A.java");
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));
        run("--version");
        assertThat(builds()).hasSize(2);

        Files.setLastModifiedTime(source, FileTime.from(Instant.now().minusSeconds(60)));
        run("--version");
        assertThat(builds()).hasSize(2);

        Files.delete(source);
        Files.setLastModifiedTime(
                source.getParent(), FileTime.from(Instant.now().plusSeconds(60)));
        run("--version");
        assertThat(builds()).hasSize(3);
    }

    @Test
    void givenAChangeToTheBenchmarksOnly_whenTheProductIsRun_thenNothingIsBuilt() throws Exception {
        run("--version");
        Files.setLastModifiedTime(
                project.resolve("tidegate-bench/pom.xml"),
                FileTime.from(Instant.now().plusSeconds(60)));
        run("--version");
        assertThat(builds()).hasSize(1);
    }

    @Test
    void givenSourcesThatDoNotCompile_whenRun_thenItSaysWhyAndDoesNotRun() throws Exception {
        write(folder.resolve("broken"), "");
        Ended ended = run("demo");
        assertThat(ended.exitCode()).isEqualTo(4);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).contains("the build failed", "a semicolon is missing", "build.log");

        Files.delete(folder.resolve("broken"));
        assertThat(run("demo").exitCode()).isZero();
    }

    @Test
    void givenNoJdk25_whenRun_thenItSaysWhatToInstall() throws Exception {
        write(jdk.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
        Path noJdk = project.resolve("tidegate");
        Files.writeString(noJdk, Files.readString(noJdk).replaceAll("/usr/lib/jvm|/opt|/Library", folder + "/none"));
        Ended ended = run("demo");
        assertThat(ended.exitCode()).isEqualTo(3);
        assertThat(ended.err()).contains("needs a JDK 25", "TIDEGATE_JAVA_HOME");
        assertThat(folder.resolve("builds")).doesNotExist();
    }

    /** Breaks when the second one does not look again after it has the lock, or takes none. */
    @Test
    void givenTwoAtOnce_whenRun_thenOneBuildsAndTheOtherWaits() throws Exception {
        assertThat(new ProcessBuilder("mkfifo", folder.resolve("slow").toString())
                        .start()
                        .waitFor())
                .isZero();
        Started one = start("one");
        Started two = start("two");
        // Returns when a Maven reads: that one has begun, and ends when this is written.
        Files.writeString(folder.resolve("slow"), "go");
        Files.delete(folder.resolve("slow"));
        assertThat(ended(one).out()).endsWith("one\n");
        assertThat(ended(two).out()).endsWith("two\n");
        assertThat(builds()).hasSize(1);
    }

    private List<String> builds() throws IOException {
        return Files.readAllLines(folder.resolve("builds"));
    }

    private Ended run(String... args) throws IOException, InterruptedException {
        return ended(start(args));
    }

    private Started start(String... args) throws IOException {
        List<String> command =
                new ArrayList<>(List.of("bash", project.resolve("tidegate").toString()));
        command.addAll(List.of(args));
        Path err = Files.createTempFile(folder, "err", "");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(err.toFile());
        builder.environment().put("LAUNCHER_TEST", folder.toString());
        builder.environment().put("TIDEGATE_JAVA_HOME", jdk.toString());
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("PATH", folder.resolve("bin") + ":/usr/bin:/bin");
        builder.environment().remove("JAVA_HOME");
        return new Started(builder.start(), err);
    }

    private static Ended ended(Started started) throws IOException, InterruptedException {
        Process process = started.process();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return new Ended(
                    process.exitValue(),
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8),
                    Files.readString(started.err()));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static void program(Path file, String text) throws IOException {
        write(file, text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text, StandardCharsets.UTF_8);
    }
}

package io.tidegate.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.app.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** {@code tidegate demo} in a process of its own, as a user starts it. No state. */
final class DemoChild {
    private DemoChild() {}

    /** What it said up to a line, which must come. */
    static String until(String line, BufferedReader out) throws IOException {
        StringBuilder said = new StringBuilder();
        String next = out.readLine();
        while (next != null && !next.equals(line)) {
            said.append(next).append('\n');
            next = out.readLine();
        }
        assertThat(next).as("%s", said).isEqualTo(line);
        return said.toString();
    }

    /** The word behind what a line begins with. */
    static String word(String said, String before) {
        return word(said, before, 1);
    }

    /** A word of the line that begins so. */
    static String word(String said, String before, int index) {
        return said.lines()
                .filter(line -> line.startsWith(before))
                .map(line -> line.split(" ", -1)[index])
                .findFirst()
                .orElseThrow();
    }

    /** Ctrl-C. */
    static void interrupt(ProcessHandle process) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    /** A build in the background ignores SIGINT, and what it starts would inherit that. */
    private static Stream<String> hearing() throws IOException, InterruptedException {
        String[] env = {"env", "--default-signal=INT"};
        boolean isThere = new ProcessBuilder(env[0], env[1], "true")
                        .redirectErrorStream(true)
                        .start()
                        .waitFor()
                == 0;
        return isThere ? Stream.of(env) : Stream.of();
    }

    /** Starts one; its errors come with its words. */
    static Process start(String... args) throws Exception {
        List<String> command = Stream.of(
                        hearing(),
                        Stream.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "--sun-misc-unsafe-memory-access=allow",
                                "-cp",
                                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                                Main.class.getName()),
                        Stream.of(args))
                .flatMap(words -> words)
                .toList();
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }
}

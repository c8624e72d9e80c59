package io.sqlserversim.fleet;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The sim command as a process of its own. */
final class SimProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;

    private SimProcess(Process process) {
        this.process = process;
        this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static SimProcess start(String... options) throws Exception {
        return startWith(List.of(), options);
    }

    /** With options of the Java machine, too. */
    static SimProcess startWith(List<String> machine, String... options) throws Exception {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(machine);
        command.addAll(List.of("-cp", classPath, SimCommand.class.getName()));
        command.addAll(List.of(options));
        return new SimProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** The next line of its output; blocks until it comes. */
    String line() throws Exception {
        String line = out.readLine();
        if (line == null) {
            throw new AssertionError("the process ended with " + process.waitFor());
        }
        return line;
    }

    /** All that comes up to its end. */
    List<String> rest() {
        return out.lines().toList();
    }

    /** SIGTERM; not {@link Process#destroy}, which would close the pipes too. */
    void terminate() {
        process.toHandle().destroy();
    }

    void closeInput() throws Exception {
        process.getOutputStream().close();
    }

    int exitCode() throws Exception {
        return process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}

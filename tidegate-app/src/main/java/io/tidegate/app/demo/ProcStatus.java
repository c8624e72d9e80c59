package io.tidegate.app.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What Linux tells of a process's memory in {@code /proc/PID/status} (proc(5)). No state. */
public final class ProcStatus {
    private ProcStatus() {}

    /**
     * One of its sizes.
     *
     * @param process its id, or {@code self}
     * @param key {@code VmRSS}, the resident set now, or {@code VmHWM}, the largest so far
     * @return bytes; 0 where the platform does not tell, or there is no such process
     */
    public static long bytes(String process, String key) {
        try {
            return Files.readAllLines(Path.of("/proc", process, "status")).stream()
                    .filter(line -> line.startsWith(key + ":"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                    .findFirst()
                    .orElse(0);
        } catch (IOException notHere) {
            return 0;
        }
    }
}

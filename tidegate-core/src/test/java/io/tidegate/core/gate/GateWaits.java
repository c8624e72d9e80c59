package io.tidegate.core.gate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/**
 * Sees each time that a thread was parked, blocked or made to wait by the gate's own code, as the JVM's flight recorder saw it.
 * Thread-safe in that it observes the whole process. A thread's bare counters would not do: they also count the JVM's waits while it loads and
 * initialises a class, which belong to whoever is first and not to the gate; so does a recording, and those are left out here.
 */
final class GateWaits implements AutoCloseable {
    private static final List<String> KINDS =
            List.of("jdk.JavaMonitorEnter", "jdk.JavaMonitorWait", "jdk.ThreadPark", "jdk.ThreadSleep");

    /** What the JVM itself locks while it loads a class (its loader) or initialises one ({@code int[]}). */
    private static final List<String> CLASS_LOADING = List.of("java.lang.ClassLoader", "jdk.internal.loader", "[I");

    private final Recording recording = new Recording();

    /** Starts to look. */
    void start() {
        for (String kind : KINDS) {
            recording.enable(kind).withThreshold(Duration.ZERO).withStackTrace();
        }
        recording.start();
    }

    /** Stops to look; gives a line for each wait, with its place in the gate. Blocks while the recording is written and read. */
    List<String> stop() throws IOException {
        recording.stop();
        Path file = Files.createTempFile("gate-waits", ".jfr");
        try {
            recording.dump(file);
            return RecordingFile.readAllEvents(file).stream()
                    .map(GateWaits::placeInGate)
                    .filter(place -> !place.isEmpty())
                    .toList();
        } finally {
            Files.delete(file);
        }
    }

    @Override
    public void close() {
        recording.close();
    }

    private static String placeInGate(RecordedEvent event) {
        RecordedStackTrace stack = event.getStackTrace();
        if (stack == null || loadsClass(event)) {
            return "";
        }
        for (RecordedFrame frame : stack.getFrames()) {
            String type = frame.getMethod().getType().getName();
            if (type.startsWith("java.lang.ClassLoader") || type.startsWith("jdk.internal.loader")) {
                return "";
            }
            if (type.startsWith(ServerGate.class.getPackageName() + ".")) {
                return type.equals(GateRaceTest.class.getName())
                        ? ""
                        : event.getEventType().getName() + " in " + type + "."
                                + frame.getMethod().getName();
            }
        }
        return "";
    }

    private static boolean loadsClass(RecordedEvent event) {
        if (!event.hasField("monitorClass") || event.getClass("monitorClass") == null) {
            return false;
        }
        String monitor = event.getClass("monitorClass").getName();
        return CLASS_LOADING.stream().anyMatch(monitor::startsWith);
    }
}

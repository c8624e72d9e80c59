package io.sqlserversim.clients;

import java.util.LinkedHashMap;
import java.util.Map;

/** What a client is asked to do, and how it went: passes, cannot, or fails with what it said. */
final class Subjects {
    /** One subject; throws what went wrong. */
    interface Work {
        void run() throws Exception;
    }

    private final Map<String, String> outcomes = new LinkedHashMap<>();

    Subjects on(String name, Work work) {
        try {
            work.run();
            outcomes.put(name, "passes");
        } catch (Exception | AssertionError e) {
            StringBuilder text = new StringBuilder("fails: " + e);
            for (StackTraceElement frame : e.getStackTrace()) {
                if (frame.getClassName().contains("sqlserversim")) {
                    text.append(" at ").append(frame);
                    break;
                }
            }
            outcomes.put(name, text.toString());
        }
        return this;
    }

    Subjects cannot(String name) {
        outcomes.put(name, "cannot");
        return this;
    }

    Map<String, String> outcomes() {
        return outcomes;
    }
}

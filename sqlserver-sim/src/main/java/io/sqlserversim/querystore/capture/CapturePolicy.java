package io.sqlserversim.querystore.capture;

import io.sqlserversim.querystore.options.CaptureMode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which statements become captured: all, none, or, under AUTO and CUSTOM, with the 30th execution within a day or once
 * their executions took 100 ms of CPU together (probed on 2025); what came before is not counted. Remembers the 2,000
 * statements seen last. Confined to who holds the lock of its {@link CapturedStatements}.
 */
final class CapturePolicy {
    private static final int MOST = 2_000;
    private static final int EXECUTIONS = 30;
    private static final long CPU_MICROS = 100_000;
    private static final long DAY_TICKS = 864_000_000_000L;

    private final Map<String, Candidate> candidates = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Candidate> eldest) {
            return size() > MOST;
        }
    };

    private record Candidate(long since, int executions, long cpuMicros) {
        Candidate plus(Execution execution) {
            return new Candidate(since, executions + 1, cpuMicros + execution.cpuMicros());
        }
    }

    boolean captures(CaptureMode mode, Execution execution, long now) {
        return switch (mode) {
            case ALL -> true;
            case NONE -> false;
            case AUTO, CUSTOM -> matters(execution, now);
        };
    }

    private boolean matters(Execution execution, long now) {
        Candidate before = candidates.get(execution.text());
        Candidate known = before == null || now - before.since() > DAY_TICKS ? new Candidate(now, 0, 0) : before;
        Candidate after = known.plus(execution);
        boolean enough = after.executions() >= EXECUTIONS || after.cpuMicros() >= CPU_MICROS;
        if (enough) {
            candidates.remove(execution.text());
        } else {
            candidates.put(execution.text(), after);
        }
        return enough;
    }
}

package io.sqlserversim.querystore.capture;

import io.sqlserversim.querystore.options.CaptureThresholds;
import io.sqlserversim.querystore.options.QueryStoreOptions;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which statements become captured: all, none, or, under AUTO, with the 30th execution within a day or once their
 * executions took 100 ms of CPU together (probed on 2025), under CUSTOM by thresholds of the store's own; what came
 * before is not counted. Remembers the 2,000 statements seen last. Confined to who holds the lock of its {@link CapturedStatements}.
 */
final class CapturePolicy {
    private static final int MOST = 2_000;
    private static final long HOUR_TICKS = 36_000_000_000L;
    private static final long COMPILE_MICROS = 200; // the same for each statement: nothing here compiles for long

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

    boolean captures(QueryStoreOptions options, Execution execution, long now) {
        return switch (options.captureMode()) {
            case ALL -> true;
            case NONE -> false;
            case AUTO -> matters(CaptureThresholds.AUTO, execution, now);
            case CUSTOM -> matters(options.thresholds(), execution, now);
        };
    }

    private boolean matters(CaptureThresholds limits, Execution execution, long now) {
        Candidate before = candidates.get(execution.text());
        Candidate known = before == null || now - before.since() > limits.staleHours() * HOUR_TICKS
                ? new Candidate(now, 0, 0)
                : before;
        Candidate after = known.plus(execution);
        boolean enough = after.executions() >= limits.executionCount()
                || after.cpuMicros() >= limits.executionCpuMs() * 1_000
                || COMPILE_MICROS >= limits.compileCpuMs() * 1_000;
        if (enough) {
            candidates.remove(execution.text());
        } else {
            candidates.put(execution.text(), after);
        }
        return enough;
    }
}

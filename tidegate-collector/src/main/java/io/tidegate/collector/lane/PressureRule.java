package io.tidegate.collector.lane;

import io.tidegate.sqlserver.pressure.Pressure;
import io.tidegate.sqlserver.pressure.ServiceLoad;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What follows from a server's pressure for our next lease. No state. */
final class PressureRule {
    private static final double SHRINK_RUNNABLE = 1;
    private static final double DEFER_RUNNABLE = 4;
    private static final long SHRINK_GRANTS = 1;
    private static final long DEFER_GRANTS = 5;
    private static final double SHRINK_WORKERS = 0.8;
    private static final double DEFER_WORKERS = 0.9;
    private static final long SHRINK_LOG_KILOBYTES = 64L << 10;
    private static final long DEFER_LOG_KILOBYTES = 512L << 10;
    private static final double SHRINK_LIMITED = 80;
    private static final double DEFER_LIMITED = 95;
    private static final double SHRINK_LOG_WRITE = 90;
    private static final double DEFER_LOG_WRITE = 98;
    private static final double SHRINK_ADMITTED = 80;
    private static final double DEFER_ADMITTED = 90;
    private static final double SHRINK_ENGINE = 70;
    private static final double DEFER_ENGINE = 90;

    private PressureRule() {}

    /** What to do. */
    enum Step {
        /** As planned. */
        GO_ON,
        /** A quarter of it. */
        SHRINK,
        /** Not now. */
        DEFER
    }

    /**
     * What to do, and why.
     *
     * @param step what
     * @param why the figure that is worst; empty to go on
     */
    record Verdict(Step step, String why) {
        static final Verdict GO_ON = new Verdict(Step.GO_ON, "");
    }

    static Verdict judge(Pressure now) {
        Verdict worst = worse(
                of(now.runnablePerScheduler(), SHRINK_RUNNABLE, DEFER_RUNNABLE, "runnable tasks per scheduler"),
                of(now.waitingGrants(), SHRINK_GRANTS, DEFER_GRANTS, "statements wait for memory grants"));
        Double share = workers(now);
        worst = worse(
                worst, of(share, SHRINK_WORKERS * 100, DEFER_WORKERS * 100, "% of the worker threads are in use"));
        Long log = now.logSendKilobytes();
        return worse(
                worst, of(log, SHRINK_LOG_KILOBYTES, DEFER_LOG_KILOBYTES, "KB of log wait to be sent to a replica"));
    }

    /** For a database of Azure SQL Database; percents of its limits. */
    static Verdict judge(ServiceLoad now) {
        Verdict worst = worse(
                of(now.cpuPercent(), SHRINK_LIMITED, DEFER_LIMITED, "% of the database's CPU is in use"),
                of(now.dataIoPercent(), SHRINK_LIMITED, DEFER_LIMITED, "% of the database's data IO is in use"));
        worst = worse(
                worst,
                of(now.logWritePercent(), SHRINK_LOG_WRITE, DEFER_LOG_WRITE, "% of the database's log rate is in use"));
        worst = worse(
                worst,
                of(now.workerPercent(), SHRINK_ADMITTED, DEFER_ADMITTED, "% of the database's workers are in use"));
        worst = worse(
                worst,
                of(now.sessionPercent(), SHRINK_ADMITTED, DEFER_ADMITTED, "% of the database's sessions are in use"));
        return worse(
                worst,
                of(
                        now.instanceCpuPercent(),
                        SHRINK_ENGINE,
                        DEFER_ENGINE,
                        "% of the CPU of its whole engine is in use"));
    }

    private static @Nullable Double workers(Pressure now) {
        Long used = now.workers();
        Long most = now.maxWorkers();
        return used == null || most == null || most == 0 ? null : used * 100.0 / most;
    }

    private static Verdict of(@Nullable Number figure, double shrink, double defer, String what) {
        if (figure == null || figure.doubleValue() < shrink) {
            return Verdict.GO_ON;
        }
        boolean stops = figure.doubleValue() >= defer;
        String words = String.format(
                Locale.ROOT, "pressure: %.1f %s (limit %.0f)", figure.doubleValue(), what, stops ? defer : shrink);
        return new Verdict(stops ? Step.DEFER : Step.SHRINK, words);
    }

    private static Verdict worse(Verdict one, Verdict other) {
        return other.step.compareTo(one.step) > 0 ? other : one;
    }
}

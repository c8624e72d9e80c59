package io.tidegate.bench.imports;

import io.tidegate.store.duckdb.StoreTimes;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * Where the time of one import went, in seconds. Immutable.
 *
 * @param whole the import
 * @param cpu processor time of the import, of this process and the simulated server together
 * @param append rows handed to the engine
 * @param commit commits, checkpoints included
 * @param compress hashing and compressing
 */
record Stages(double whole, double cpu, double append, double commit, double compress) {
    /** Something that is timed. */
    interface Import {
        void run();
    }

    /** Runs an import and says where its time went. */
    static Stages of(StoreTimes times, Import work) {
        long append = times.appendNanos();
        long commit = times.commitNanos();
        long compress = times.compressNanos();
        Spent spent = spent(work);
        return new Stages(
                spent.seconds(),
                spent.cpu(),
                (times.appendNanos() - append) / 1e9,
                (times.commitNanos() - commit) / 1e9,
                (times.compressNanos() - compress) / 1e9);
    }

    /**
     * What something took, in seconds.
     *
     * @param seconds by the clock
     * @param cpu of this process and the simulated server together: what a busy machine leaves as it is
     */
    record Spent(double seconds, double cpu) {
        Spent orFaster(Spent other) {
            return other.seconds < seconds ? other : this;
        }
    }

    /** Runs something and says what it took. */
    static Spent spent(Import work) {
        double cpu = cpuSeconds();
        long begun = System.nanoTime();
        work.run();
        return new Spent((System.nanoTime() - begun) / 1e9, cpuSeconds() - cpu);
    }

    private static double cpuSeconds() {
        return Stream.concat(
                        Stream.of(ProcessHandle.current()),
                        ProcessHandle.current().children())
                .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
                .mapToDouble(spent -> spent.toNanos() / 1e9)
                .sum();
    }

    Stages plus(Stages other) {
        return new Stages(
                whole + other.whole,
                cpu + other.cpu,
                append + other.append,
                commit + other.commit,
                compress + other.compress);
    }
}

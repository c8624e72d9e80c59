package io.tidegate.bench.imports;

import io.tidegate.store.duckdb.StoreTimes;

/**
 * Where the time of one import went, in seconds. Immutable.
 *
 * @param whole the import
 * @param append rows handed to the engine
 * @param commit commits, checkpoints included
 * @param compress hashing and compressing
 */
record Stages(double whole, double append, double commit, double compress) {
    /** Something that is timed. */
    interface Import {
        void run();
    }

    /** Runs an import and says where its time went. */
    static Stages of(StoreTimes times, Import work) {
        long append = times.appendNanos();
        long commit = times.commitNanos();
        long compress = times.compressNanos();
        double whole = seconds(work);
        return new Stages(
                whole,
                (times.appendNanos() - append) / 1e9,
                (times.commitNanos() - commit) / 1e9,
                (times.compressNanos() - compress) / 1e9);
    }

    /** Seconds that something took. */
    static double seconds(Import work) {
        long begun = System.nanoTime();
        work.run();
        return (System.nanoTime() - begun) / 1e9;
    }
}

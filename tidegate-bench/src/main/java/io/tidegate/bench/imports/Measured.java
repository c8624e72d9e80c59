package io.tidegate.bench.imports;

import io.tidegate.bench.run.Table;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One import and its baselines. Immutable.
 *
 * @param what was imported
 * @param items rows, or texts and plans
 * @param wireBytes what the server sent for the import
 * @param imported the import
 * @param driver seconds in which the driver alone walks over the same results
 * @param drained the baseline: the same results through the same typed getters, dropped
 * @param appended what a plain loop takes that reads the same and appends it to a table; null where none was measured
 */
record Measured(
        String what,
        long items,
        long wireBytes,
        Stages imported,
        double driver,
        Stages.Spent drained,
        Stages.@Nullable Spent appended) {
    Measured plus(String both, Measured other) {
        return new Measured(
                both,
                items + other.items,
                wireBytes + other.wireBytes,
                imported.plus(other.imported),
                driver + other.driver,
                new Stages.Spent(drained.seconds() + other.drained.seconds(), drained.cpu() + other.drained.cpu()),
                null);
    }

    String[] speed(String target) {
        return new String[] {
            what,
            Long.toString(items),
            Table.number(wireBytes / 1e6, 1),
            Table.number(drained.seconds(), 2),
            Table.number(imported.whole(), 2),
            Table.number(wireBytes / 1e6 / imported.whole(), 1),
            Table.number(drained.seconds() / imported.whole(), 2),
            target
        };
    }

    /** By the plain loop; only where it was measured. */
    String[] plainLoop() {
        Stages.Spent loop = Objects.requireNonNull(appended, "no plain loop was measured");
        return new String[] {
            what,
            Table.number(drained.seconds(), 2),
            Table.number(loop.seconds(), 2),
            Table.number(drained.seconds() / loop.seconds(), 2),
            Table.number(loop.seconds() / imported.whole(), 2)
        };
    }

    String[] processor() {
        return new String[] {
            what,
            Table.number(drained.cpu(), 2),
            Table.number(imported.cpu(), 2),
            Table.number(drained.cpu() / imported.cpu(), 2)
        };
    }

    String[] stages() {
        return new String[] {
            what,
            Table.number(driver, 2),
            Table.number(drained.seconds() - driver, 2),
            Table.number(imported.append(), 2),
            Table.number(imported.commit(), 2),
            Table.number(imported.compress(), 2)
        };
    }
}

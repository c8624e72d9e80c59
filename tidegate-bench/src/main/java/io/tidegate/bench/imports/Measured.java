package io.tidegate.bench.imports;

import io.tidegate.bench.run.Table;

/**
 * One import and its baselines. Immutable.
 *
 * @param what was imported
 * @param items rows, or texts and plans
 * @param wireBytes what the server sent for the import
 * @param imported the import
 * @param driver seconds in which the driver alone walks over the same results
 * @param drained seconds of the baseline: the same results through the same typed getters, dropped
 */
record Measured(String what, long items, long wireBytes, Stages imported, double driver, double drained) {
    Measured plus(String both, Measured other) {
        return new Measured(
                both,
                items + other.items,
                wireBytes + other.wireBytes,
                new Stages(
                        imported.whole() + other.imported.whole(),
                        imported.append() + other.imported.append(),
                        imported.commit() + other.imported.commit(),
                        imported.compress() + other.imported.compress()),
                driver + other.driver,
                drained + other.drained);
    }

    String[] speed(String target) {
        return new String[] {
            what,
            Long.toString(items),
            Table.number(wireBytes / 1e6, 1),
            Table.number(drained, 2),
            Table.number(imported.whole(), 2),
            Table.number(wireBytes / 1e6 / imported.whole(), 1),
            Table.number(drained / imported.whole(), 2),
            target
        };
    }

    String[] stages() {
        return new String[] {
            what,
            Table.number(driver, 2),
            Table.number(drained - driver, 2),
            Table.number(imported.append(), 2),
            Table.number(imported.commit(), 2),
            Table.number(imported.compress(), 2)
        };
    }
}

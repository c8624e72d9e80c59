package io.tidegate.bench.cost;

import io.sqlserversim.catalog.ExecutedStatement;

/**
 * What statements cost the server, by its own counters. Immutable.
 *
 * @param statements how many
 * @param cpuMicros CPU time
 * @param reads logical reads, in pages
 * @param bytes of their answers
 * @param rows that they returned
 */
record Cost(long statements, long cpuMicros, long reads, long bytes, long rows) {
    static final Cost NONE = new Cost(0, 0, 0, 0, 0);

    static Cost of(ExecutedStatement statement) {
        return new Cost(
                1, statement.cost().cpuMicros(), statement.cost().logicalReads(), statement.bytes(), statement.rows());
    }

    Cost plus(Cost more) {
        return new Cost(
                statements + more.statements,
                cpuMicros + more.cpuMicros,
                reads + more.reads,
                bytes + more.bytes,
                rows + more.rows);
    }
}

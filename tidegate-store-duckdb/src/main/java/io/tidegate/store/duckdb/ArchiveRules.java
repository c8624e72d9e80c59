package io.tidegate.store.duckdb;

import java.time.Duration;

/**
 * How facts are cut into the archive's files. Immutable.
 *
 * @param rows rows of a file at most, but for a single interval that has more
 * @param patience how long what is left of a month, and fills no file, waits for databases whose source still lists it:
 *     since the month's end, or the last file of that month
 */
record ArchiveRules(int rows, Duration patience) {
    /**
     * Half a million rows take a few seconds to write, a small part of a call's limit, on one of the engine's threads; a year of
     * ten million rows a month is some 250 files.
     */
    static final ArchiveRules DEFAULTS = new ArchiveRules(500_000, Duration.ofDays(45));

    /** The same with smaller files. */
    ArchiveRules withRows(int fewer) {
        return new ArchiveRules(fewer, patience);
    }
}

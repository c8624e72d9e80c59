package io.tidegate.app.doctor;

import io.tidegate.sqlserver.read.StoreSizes;

/**
 * How much would cross the wire of one Query Store, if all of it were imported. Immutable.
 *
 * @param rows rows of runtime stats
 * @param bytes of rows, waits, texts and plans
 * @param planBytes plans among them
 * @param isCounted whether the source has said how large each part is
 */
record Volume(double rows, double bytes, double planBytes, boolean isCounted) {
    /** Bytes that a row of runtime stats takes at the source; on the wire it is nearly the same. Source: docs/benchmarks.md, import. */
    static final int ROW_BYTES = 619;

    /** A plan lies packed to about a seventh of its characters, which have two bytes on the wire. */
    static final int UNPACKED = 14;

    /** What part of a store's size is taken for plans where nobody says: more than most have, so that no import is a surprise. */
    static final double PLAN_SHARE = 0.5;

    private static final double MB = 1024.0 * 1024;

    static Volume of(SourceHistory history) {
        StoreSizes sizes = history.sizes();
        if (sizes != null) {
            double plans = sizes.planBytes() * UNPACKED;
            double rows = sizes.runtimeRows();
            return new Volume(rows, rows * ROW_BYTES + sizes.waitBytes() + sizes.textBytes() + plans, plans, true);
        }
        double size = history.options().currentSizeMb() * MB;
        double plans = size * PLAN_SHARE * UNPACKED;
        double rest = size * (1 - PLAN_SHARE);
        return new Volume(rest / ROW_BYTES, rest + plans, plans, false);
    }

    Volume times(double share) {
        return new Volume(rows * share, bytes * share, planBytes * share, isCounted);
    }

    double mb() {
        return bytes / MB;
    }

    double planMb() {
        return planBytes / MB;
    }
}

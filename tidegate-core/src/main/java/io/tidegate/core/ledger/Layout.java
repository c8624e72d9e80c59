package io.tidegate.core.ledger;

import io.tidegate.core.model.Kind;

/** How a source clusters its persisted runtime rows, and with it which reads are cheap. */
public enum Layout {
    /** By interval, replica group, plan, type (SQL Server 2022 and later, Azure): an interval seeks. */
    BY_INTERVAL,
    /** By plan, interval, type (2016 to 2019): an interval scans, a range of plans seeks. */
    BY_PLAN;

    /** The one that this is not. */
    Layout other() {
        return switch (this) {
            case BY_INTERVAL -> BY_PLAN;
            case BY_PLAN -> BY_INTERVAL;
        };
    }

    /**
     * How rows of a kind lie where runtime rows lie like this.
     *
     * @param kind runtime or waits
     * @return wait stats lie by interval in every version that has them
     */
    public Layout of(Kind kind) {
        return switch (kind) {
            case RUNTIME -> this;
            case WAITS -> BY_INTERVAL;
        };
    }
}

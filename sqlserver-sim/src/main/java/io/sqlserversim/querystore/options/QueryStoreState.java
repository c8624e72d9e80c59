package io.sqlserversim.querystore.options;

/** A state of a Query Store, as {@code desired_state} and {@code actual_state} number it. */
public enum QueryStoreState {
    /** Captures nothing; what it has stays readable. */
    OFF(0),
    /** Captures nothing; readable. */
    READ_ONLY(1),
    /** Captures. */
    READ_WRITE(2),
    /** Broken; only an actual state. */
    ERROR(3),
    /** A readable secondary that captures, from 2022 on. */
    READ_CAPTURE_SECONDARY(4);

    private final int code;

    QueryStoreState(int code) {
        this.code = code;
    }

    /**
     * The number in the options view.
     *
     * @return 0 to 4
     */
    public int code() {
        return code;
    }

    /**
     * Whether executions are captured in this state.
     *
     * @return true for READ_WRITE and READ_CAPTURE_SECONDARY
     */
    public boolean captures() {
        return this == READ_WRITE || this == READ_CAPTURE_SECONDARY;
    }
}

package io.sqlserversim.querystore.options;

/** QUERY_CAPTURE_MODE, for the statements of clients: what a workload makes is captured in each of them. */
public enum CaptureMode {
    /** All queries. */
    ALL(1),
    /** Queries that matter. */
    AUTO(2),
    /** No new queries. */
    NONE(3),
    /** By a policy, from 2019 on. */
    CUSTOM(4);

    private final int code;

    CaptureMode(int code) {
        this.code = code;
    }

    /**
     * The number in the options view.
     *
     * @return 1 to 4
     */
    public int code() {
        return code;
    }
}

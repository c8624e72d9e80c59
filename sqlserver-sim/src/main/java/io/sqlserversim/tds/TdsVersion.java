package io.sqlserversim.tds;

/**
 * The version of TDS that a client asked for and was granted. It decides layouts. Immutable.
 *
 * @param value as in LOGIN7, e.g. 0x74000004
 */
public record TdsVersion(int value) {
    /** TDS 7.4, SQL Server 2012 and later. */
    public static final TdsVersion V7_4 = new TdsVersion(0x7400_0004);

    private static final int V8_0 = 0x0800_0000;

    /**
     * What the server grants: what was asked for, but no more than 7.4. TDS 8 has the layouts of 7.4 although its number
     * is smaller.
     *
     * @return the granted version
     */
    public TdsVersion granted() {
        return value == V8_0 || value <= V7_4.value ? this : V7_4;
    }

    /**
     * Whether requests begin with ALL_HEADERS, DONE counts have 8 bytes, and user types and line numbers have 4.
     *
     * @return true from 7.2 on
     */
    public boolean has72() {
        return value == V8_0 || value >= 0x7209_0002;
    }

    /**
     * Whether rows may be sent as NBCROW, and the date and time types of 2008 exist.
     *
     * @return true from 7.3 revision B on
     */
    public boolean has73() {
        return value == V8_0 || value >= 0x730B_0003;
    }
}

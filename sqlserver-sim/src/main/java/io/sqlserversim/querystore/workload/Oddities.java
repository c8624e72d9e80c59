package io.sqlserversim.querystore.workload;

/**
 * What hurts readers of a Query Store: statements of encrypted modules, plans that are not there, a plan of 4 MB, plans
 * nested deeper than 128 levels, and waits of every category. Stateless.
 */
public final class Oddities {
    private static final int DEEP_JOINS = 160;
    private static final int GIANT_BYTES = 4_194_304;

    private Oddities() {}

    /**
     * Whether a query's module is encrypted: text and plans are NULL.
     *
     * @param spec the workload
     * @param content of the query
     * @return false unless the workload is odd
     */
    public static boolean isEncrypted(WorkloadSpec spec, int content) {
        return spec.manner().odd() && content % 16 == 3;
    }

    /**
     * Whether a plan has no showplan.
     *
     * @param spec the workload
     * @param content of the query
     * @return false unless the workload is odd
     */
    public static boolean isWithoutPlan(WorkloadSpec spec, int content) {
        return isEncrypted(spec, content) || (spec.manner().odd() && content % 16 == 5);
    }

    /** The size of an odd plan; 0 for one of the usual size. */
    static int planBytes(WorkloadSpec spec, int content) {
        if (!spec.manner().odd()) {
            return 0;
        }
        return switch (content % 16) {
            case 9 -> GIANT_BYTES;
            case 12 -> 400_000;
            default -> 0;
        };
    }

    /** How many joins an odd plan nests; 0 for the usual number. */
    static int joins(WorkloadSpec spec, int content) {
        return spec.manner().odd() && content % 16 == 12 ? DEEP_JOINS : 0;
    }
}

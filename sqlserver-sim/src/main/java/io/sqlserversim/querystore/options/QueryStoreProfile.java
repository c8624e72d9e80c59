package io.sqlserversim.querystore.options;

/**
 * Which columns and views exist. Since the shape of a view only ever grew, a profile is a level.
 *
 * <p>16 is complete; the others have the columns of their version, and the order of rows.
 */
public enum QueryStoreProfile {
    /** SQL Server 2016 SP1 and later updates. */
    V13(13),
    /** SQL Server 2017. */
    V14(14),
    /** SQL Server 2019. */
    V15(15),
    /** SQL Server 2022. */
    V16(16),
    /** SQL Server 2025. */
    V17(17),
    /** Azure SQL Database: the columns of 2025, without query_store_replicas. */
    AZURE(17),
    /** Managed Instance: the columns of 2025. */
    MANAGED_INSTANCE(17);

    private final int level;

    QueryStoreProfile(int level) {
        this.level = level;
    }

    /**
     * The level to compare a column's first version with.
     *
     * @return 13 to 17
     */
    public int level() {
        return level;
    }

    /**
     * Whether runtime stats are clustered by interval (from 2022 on) and not by plan.
     *
     * @return true from 16 on
     */
    public boolean clusteredByInterval() {
        return level >= 16;
    }

    /**
     * The profile of a server.
     *
     * @param label 13 to 17, {@code azure}, {@code mi} or {@code rds}
     * @return the profile; RDS has the columns of the version that it runs, 2019
     */
    public static QueryStoreProfile of(String label) {
        return switch (label) {
            case "azure" -> AZURE;
            case "mi" -> MANAGED_INSTANCE;
            case "rds" -> V15;
            default -> valueOf("V" + label);
        };
    }
}

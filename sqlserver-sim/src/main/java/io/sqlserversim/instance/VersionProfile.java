package io.sqlserversim.instance;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which SQL Server an instance plays. Immutable. Facts that follow from it: view and column sets (16 first), names of
 * permissions in errors, SERVERPROPERTY, cross-database names.
 *
 * @param label short name for people and options, e.g. {@code 16}, {@code azure}
 * @param generation the engine's generation, 13 to 17, whatever ProductMajorVersion says
 * @param productName e.g. {@code SQL Server 2022}
 * @param productVersion e.g. {@code 16.0.4165.4}; the cloud's editions say 12
 * @param engineEdition 2 Standard, 3 Enterprise and Developer, 5 Azure SQL Database, 8 Managed Instance
 * @param edition e.g. {@code Developer Edition (64-bit)}
 */
public record VersionProfile(
        String label, int generation, String productName, String productVersion, int engineEdition, String edition) {
    private static final String DEVELOPER = "Developer Edition (64-bit)";
    private static final String CLOUD = "SQL Azure";

    /** The database that Amazon RDS keeps for itself, and into which no customer gets. */
    public static final String RDS_DATABASE = "rdsadmin";

    /** SQL Server 2016 SP3. */
    public static final VersionProfile V13 =
            new VersionProfile("13", 13, "SQL Server 2016", "13.0.6300.2", 3, DEVELOPER);

    /** SQL Server 2017. */
    public static final VersionProfile V14 =
            new VersionProfile("14", 14, "SQL Server 2017", "14.0.3456.2", 3, DEVELOPER);

    /** SQL Server 2019. */
    public static final VersionProfile V15 =
            new VersionProfile("15", 15, "SQL Server 2019", "15.0.4385.2", 3, DEVELOPER);

    /** SQL Server 2022. */
    public static final VersionProfile V16 =
            new VersionProfile("16", 16, "SQL Server 2022", "16.0.4165.4", 3, DEVELOPER);

    /** SQL Server 2025. */
    public static final VersionProfile V17 =
            new VersionProfile("17", 17, "SQL Server 2025", "17.0.1000.7", 3, DEVELOPER);

    /** Azure SQL Database: reports version 12, no cross-database names. */
    public static final VersionProfile AZURE = new VersionProfile("azure", 17, "SQL Azure", "12.0.2000.8", 5, CLOUD);

    /** Azure SQL Managed Instance: reports version 12. */
    public static final VersionProfile MANAGED_INSTANCE =
            new VersionProfile("mi", 17, "SQL Azure", "12.0.2000.8", 8, CLOUD);

    /** Amazon RDS with SQL Server 2019 Standard. */
    public static final VersionProfile RDS =
            new VersionProfile("rds", 15, "SQL Server 2019", "15.0.4385.2", 2, "Standard Edition (64-bit)");

    /** All profiles, the oldest first. */
    public static final List<VersionProfile> ALL = List.of(V13, V14, V15, V16, V17, AZURE, MANAGED_INSTANCE, RDS);

    /**
     * Finds a profile by its label.
     *
     * @param label in any case
     * @return null when there is none of this label
     */
    public static @Nullable VersionProfile parse(String label) {
        for (VersionProfile profile : ALL) {
            if (profile.label.equalsIgnoreCase(label.strip())) {
                return profile;
            }
        }
        return null;
    }

    /**
     * The major number that ProductMajorVersion says.
     *
     * @return 12 for the cloud's editions
     */
    public int productMajor() {
        return Integer.parseInt(productVersion.substring(0, productVersion.indexOf('.')));
    }

    /**
     * Whether it is Azure SQL Database, where each database is a server of its own.
     *
     * @return true for engine edition 5
     */
    public boolean isAzureDatabase() {
        return engineEdition == 5;
    }

    /**
     * Whether it is one of the cloud's editions, which call themselves version 12.
     *
     * @return true for Azure SQL Database and Managed Instance
     */
    public boolean isAzure() {
        return engineEdition == 5 || engineEdition == 8;
    }

    /**
     * Whether it is Amazon RDS, which has a database of its own and no sysadmin for its customers.
     *
     * @return true for RDS
     */
    public boolean isRds() {
        return label.equals("rds");
    }

    /**
     * The compatibility level of a new database.
     *
     * @return generation times ten
     */
    public int compatibilityLevel() {
        return generation * 10;
    }

    /**
     * The permission that server-wide dynamic views ask for.
     *
     * @return as errors name it
     */
    public Permission serverStatePermission() {
        return generation >= 16 ? Permission.VIEW_SERVER_PERFORMANCE_STATE : Permission.VIEW_SERVER_STATE;
    }

    /**
     * The permission that Query Store's views ask for.
     *
     * @return as errors name it
     */
    public Permission databaseStatePermission() {
        return generation >= 16 ? Permission.VIEW_DATABASE_PERFORMANCE_STATE : Permission.VIEW_DATABASE_STATE;
    }

    /**
     * Whether a permission exists in this generation.
     *
     * @param permission the permission
     * @return false for those that came with 2022 on older ones, and for the cloud's on the box
     */
    public boolean knows(Permission permission) {
        return switch (permission) {
            case VIEW_SERVER_PERFORMANCE_STATE, VIEW_DATABASE_PERFORMANCE_STATE -> generation >= 16;
            case KILL_DATABASE_CONNECTION -> isAzureDatabase();
            case CONTROL_SERVER,
                    VIEW_SERVER_STATE,
                    VIEW_ANY_DATABASE,
                    CONNECT_ANY_DATABASE,
                    VIEW_ANY_DEFINITION,
                    ALTER_ANY_DATABASE,
                    ALTER_ANY_CONNECTION,
                    CONTROL,
                    CONNECT,
                    ALTER,
                    VIEW_DEFINITION,
                    VIEW_DATABASE_STATE -> true;
        };
    }

    /**
     * What {@code @@VERSION} says.
     *
     * @return several lines; names the simulator, so that nobody takes it for the real one
     */
    public String banner() {
        return "Microsoft " + productName + " - " + productVersion + " (X64) \n\tSimulated by sqlserver-sim\n\t"
                + edition + "\n";
    }
}

package io.sqlserversim.tds;

/**
 * The product version that PRELOGIN and LOGINACK carry. Immutable.
 *
 * @param major e.g. 16 for SQL Server 2022
 * @param minor e.g. 0
 * @param build e.g. 4135
 */
public record ServerVersion(int major, int minor, int build) {}

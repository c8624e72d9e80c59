package io.sqlserversim.locks;

/**
 * What a lock is on. Immutable; compared binary, as SQL Server compares resources.
 *
 * @param database the database's name in its own spelling
 * @param principal the database principal
 * @param resource up to 255 characters
 */
public record LockKey(String database, String principal, String resource) {
    /**
     * A key; a longer resource is cut at 255 characters, silently.
     *
     * @param database the database's name in its own spelling
     * @param principal the database principal
     * @param resource as given
     */
    public LockKey {
        if (resource.length() > 255) {
            resource = resource.substring(0, 255);
        }
    }
}

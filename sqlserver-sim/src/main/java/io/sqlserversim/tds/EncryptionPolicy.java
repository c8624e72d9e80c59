package io.sqlserversim.tds;

/** What a server does about encryption (MS-TDS 2.2.6.5). */
public enum EncryptionPolicy {
    /** No certificate: never encrypts. A client that insists goes away. */
    NOT_SUPPORTED,
    /** SQL Server's default: the login is always encrypted when the client can, the rest when the client asks. */
    OPTIONAL,
    /** Force Encryption: everything is encrypted, or there is no login. */
    REQUIRED
}

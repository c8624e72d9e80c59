package io.sqlserversim.sql;

/** What is done to a transaction. */
public enum TransactionAction {
    /** BEGIN TRANSACTION. */
    BEGIN,
    /** COMMIT. */
    COMMIT,
    /** ROLLBACK. */
    ROLLBACK,
    /** SAVE TRANSACTION. */
    SAVE
}

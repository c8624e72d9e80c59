package io.tidegate.sqlserver.fault;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A statement or a connection failed. Its message is the fault's, and holds neither query text nor secrets; its cause is
 * the driver's exception only where the driver made it, since a server's own words may quote what was asked.
 */
public final class SqlServerException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Fault fault;

    /**
     * Wraps a fault.
     *
     * @param fault what went wrong
     * @param cause the driver's exception; null when the server made it
     */
    public SqlServerException(Fault fault, @Nullable Throwable cause) {
        super(fault.message(), cause);
        this.fault = Objects.requireNonNull(fault, "fault");
    }

    /**
     * What went wrong.
     *
     * @return the fault
     */
    public Fault fault() {
        return fault;
    }
}

package io.sqlserversim.wire;

import java.io.IOException;

/** The client sent bytes that are not TDS as this server speaks it. The connection is closed after it. */
public final class ProtocolException extends IOException {
    private static final long serialVersionUID = 1;

    /**
     * A violation.
     *
     * @param message what was wrong, without any of the client's data
     */
    public ProtocolException(String message) {
        super(message);
    }
}

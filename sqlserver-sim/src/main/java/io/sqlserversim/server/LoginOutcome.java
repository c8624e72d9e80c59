package io.sqlserversim.server;

import io.sqlserversim.engine.SqlError;
import io.sqlserversim.session.Session;
import java.util.List;

/** The answer to a login. Immutable. */
public sealed interface LoginOutcome {
    /**
     * Let in. {@link SessionHost#ended} will be called for the session exactly once.
     *
     * @param session the new session, already visible to others, with its current database set
     */
    record Accepted(Session session) implements LoginOutcome {}

    /**
     * Refused: the errors are sent in this order and the connection is closed.
     *
     * @param errors e.g. 18456; or 4060 then 18456; at least one
     */
    record Refused(List<SqlError> errors) implements LoginOutcome {
        /** Copies the list. */
        public Refused {
            errors = List.copyOf(errors);
        }
    }
}

package io.sqlserversim.fault;

import io.sqlserversim.engine.SqlError;
import io.sqlserversim.server.ConnectionScript;
import java.time.Duration;
import java.util.List;

/** Something that goes wrong at the server, by script. Immutable. */
public sealed interface Fault {
    /** A fault that meets a statement that returns rows. */
    sealed interface OnStatement extends Fault {}

    /**
     * The statement stands still at a point: rows before it are sent, none comes after. It ends never because the client
     * went away: only by the hold's end, {@link FaultPlan#release}, KILL, shutdown, or an attention that it hears.
     *
     * @param at where
     * @param hold for how long
     * @param deaf whether it ignores attention from its beginning to the end of the hold; one that came meanwhile ends
     *     it then
     */
    record Hang(Point at, Hold hold, boolean deaf) implements OnStatement {}

    /**
     * The statement's rows come slowly.
     *
     * @param perRow waited before each row
     * @param deaf whether it ignores attention until it ends
     */
    record Trickle(Hold perRow, boolean deaf) implements OnStatement {
        /**
         * A pause by the machine's time.
         *
         * @param perRow before each row
         * @param deaf whether attention is not heard meanwhile
         */
        public Trickle(Duration perRow, boolean deaf) {
            this(Hold.real(perRow), deaf);
        }
    }

    /**
     * The TCP connection is reset at a point.
     *
     * @param at where
     */
    record Drop(Point at) implements OnStatement {}

    /**
     * The statement fails at a point; rows before it are sent.
     *
     * @param at where
     * @param error what the client is told; severity 20 and above closes the connection
     */
    record Fail(Point at, SqlError error) implements OnStatement {}

    /**
     * A login is refused.
     *
     * @param errors what the client is told, e.g. 4060 and 18456; at least one
     */
    record RefuseLogin(List<SqlError> errors) implements Fault {
        /** Copies the list. */
        public RefuseLogin {
            errors = List.copyOf(errors);
        }
    }

    /**
     * A connection has faults of its own.
     *
     * @param script which
     */
    record Connect(ConnectionScript script) implements Fault {}
}

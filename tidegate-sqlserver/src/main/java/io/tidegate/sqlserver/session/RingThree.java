package io.tidegate.sqlserver.session;

import io.tidegate.core.gate.DeferredBy;
import io.tidegate.core.gate.Lease;
import io.tidegate.sqlserver.catalog.BoundSql;
import java.util.List;

/** The third ring: how a session makes sure, at the server itself, that it is the only heavy one. Thread-safe. */
@FunctionalInterface
public interface RingThree {
    /**
     * Tries to enter, never waits for others; blocks for a few light batches. Tells the lease each step before or after
     * it happens, as {@link Lease} says.
     *
     * @param session the session that will run everything
     * @param lease ring 1's right
     * @return entered, refused or impossible
     * @throws io.tidegate.sqlserver.fault.SqlServerException when the server did not answer as it should: the lease then
     *     says what is known
     */
    Entry enter(OpenedSession session, Lease lease);

    /** What came of trying. */
    sealed interface Entry {
        /**
         * Inside.
         *
         * @param hold what is held
         */
        record Entered(Hold hold) implements Entry {}

        /**
         * Somebody is inside, or a suspect is not proven to have left.
         *
         * @param by who, as far as known
         */
        record Refused(DeferredBy by) implements Entry {}

        /**
         * This way in is closed to the login.
         *
         * @param why for a user
         * @param grant the statement that would open it; empty when there is none
         */
        record Impossible(String why, String grant) implements Entry {}
    }

    /** What is held inside the ring. Confined to the session's thread. */
    interface Hold {
        /**
         * What each heavy batch begins with.
         *
         * @return guards, in order; may be empty
         */
        List<BoundSql> guards();

        /**
         * Leaves, and tells the lease when the server has answered. Blocks for a light batch.
         *
         * @throws io.tidegate.sqlserver.fault.SqlServerException when it did not answer: nothing is proven then
         */
        void leave();
    }
}

package io.tidegate.sqlserver.session;

import io.tidegate.core.gate.DeferredBy;

/** What came of opening a heavy session. */
public sealed interface HeavyEntry {
    /**
     * Inside ring 3.
     *
     * @param session to be closed by whoever asked for it
     */
    record Entered(HeavySession session) implements HeavyEntry {}

    /**
     * Somebody else is inside: go away, come back on the next cadence.
     *
     * @param by who, as far as known
     */
    record Refused(DeferredBy by) implements HeavyEntry {}

    /**
     * No way to prove the end of a statement here: the server is not read heavily.
     *
     * @param why for a user
     * @param grant the statement to run; empty when none is known
     */
    record EndNotProvable(String why, String grant) implements HeavyEntry {}
}

package io.tidegate.core.gate;

import java.util.Optional;

/**
 * The right to run heavy statements on one server, and the record of what was done with it. <b>Whoever talks to the server
 * tells the lease each step before or after it happens, as each method says; {@link #close()} then computes what is known:</b>
 *
 * <table>
 * <caption>What close makes of the progress</caption>
 * <tr><th>told last</th><th>the gate is then</th></tr>
 * <tr><td>nothing, {@link #lockRefused} or {@link #lockDenied}</td><td>as before the lease</td></tr>
 * <tr><td>{@link #released}</td><td>free, or as before where the suspect is still unproven</td></tr>
 * <tr><td>anything else</td><td>unknown: this session is the suspect (an earlier unproven one stays)</td></tr>
 * </table>
 *
 * So a path that somebody forgot ends in unknown, never in free. Thread-safe; no method blocks. The telling methods throw
 * {@link IllegalStateException} when told out of order or after close; nothing is changed then, and the caller must
 * not go on to send.
 */
public interface Lease extends AutoCloseable {

    /** For a collector that needs no gate: every method does nothing, heavy statements are not allowed. */
    Lease UNGATED = UngatedLease.INSTANCE;

    /**
     * The unproven suspect that binds an instance. While there is one, nothing heavy may be sent there.
     *
     * @param here the instance as a session opened under this lease reads it; a suspect of another life of it ends hereby
     * @return the suspect of that very instance and life; empty when there is none
     */
    Optional<Suspect> suspectOn(InstanceIdentity here);

    /**
     * To be told <b>before</b> the request for the application lock is sent.
     *
     * @param session the session that asks, the same that will run everything
     */
    void lockAsked(SessionIdentity session);

    /** The server answered that somebody else has the lock: this session has nothing, and goes away. */
    void lockRefused();

    /** The server answered that this login may not ask for the lock there. Only then may something stand in for it. */
    void lockDenied();

    /** The server answered that the session has the lock. This proves the end of a suspect that was kept by the lock. */
    void lockGranted();

    /**
     * To be told <b>before</b> the first heavy statement of a session without the lock is sent.
     *
     * @param session the session that will run everything
     * @param by what stands in for the lock
     * @throws IllegalStateException also while a suspect binds the session's instance
     */
    void sentUnproven(SessionIdentity session, StandIn by);

    /**
     * Offers evidence against the suspect that binds an instance.
     *
     * @param proof what was seen
     * @return true when no suspect binds that instance any more; false when the proof does not fit or comes too early
     */
    boolean provenBy(Proof proof);

    /**
     * Asked before each heavy batch.
     *
     * @return true while this lease is open, its session has the lock or a stand-in, and no suspect binds its instance
     */
    boolean mayRunHeavy();

    /**
     * The release of the lock was answered on the session that ran everything; where a stand-in was used, its last light
     * batch was answered. Told after the answer, never before.
     */
    void released();

    /**
     * Why this lease goes away without heavy work, when it does: for the journal. The last one told counts.
     *
     * @param by who or what stood in the way, as far as known
     */
    void deferredBy(DeferredBy by);

    /** The loop has gone on without waiting for the end. Moves nothing; idempotent; does nothing after close. */
    void abandoned();

    /**
     * The meter for what this lease has read and cost.
     *
     * @return the same one each time
     */
    LeaseMeter meter();

    /**
     * Ends the lease by the progress that was told. Idempotent: only the first call does anything, from whatever thread,
     * and none ever frees somebody else's lease. Throws only what a faulty {@link LeaseJournal} throws, after the gate has
     * moved.
     */
    @Override
    void close();
}

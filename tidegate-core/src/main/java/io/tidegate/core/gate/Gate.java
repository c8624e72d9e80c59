package io.tidegate.core.gate;

import java.util.Optional;

/** The way to a lease on one monitored server. Implementations are thread-safe; no method blocks. */
public interface Gate {

    /**
     * Tries to take the lease, once. A server with an unproven suspect is taken like a free one: the try at the server's
     * own lock is the probe.
     *
     * @param purpose what for
     * @param database the database whose work it is; empty when it is the whole server's
     * @return the lease, or who has it
     */
    Admission tryAcquire(Purpose purpose, String database);

    /**
     * Tells what instance answers there. A later start of the same one ends its suspect; another instance is not bound
     * by it, nor does it end it. A reading that arrives late, from before a restart, does no harm: an earlier start time
     * ends nothing.
     *
     * @param now what a probe has read
     */
    void instanceSeen(InstanceIdentity now);

    /**
     * Makes a suspect of a session of an earlier process whose stored intent has no end. Called at start, before the
     * first try. The grace begins now, since it is not known when the session began.
     *
     * @param session the session of the intent
     */
    void seedUnknown(SessionIdentity session);

    /**
     * Records that work went away for a reason that is not this gate's holder (memory, another node): the journal's row,
     * and nothing else.
     *
     * @param purpose what for
     * @param database the database whose work it is
     * @param by who or what stood in the way
     */
    void deferred(Purpose purpose, String database, DeferredBy by);

    /**
     * Looks, without a try.
     *
     * @return the holder at this moment, empty when nobody has it
     */
    Optional<Holder> holder();
}

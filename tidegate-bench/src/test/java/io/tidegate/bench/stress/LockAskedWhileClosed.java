package io.tidegate.bench.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A session tells that it asks for the lock while somebody closes its lease: either it is told to stop, or it is a suspect
 * afterwards. Seen to fail with a progress that is read and then written.
 */
@JCStressTest
@State
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "asked: the session is a suspect")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "closed before: the session was told not to go on")
@Outcome(expect = Expect.FORBIDDEN, desc = "asked and forgotten, or a suspect that never asked")
public class LockAskedWhileClosed {
    private final Leases leases = new Leases();

    /**
     * The session tells.
     *
     * @param r went on
     */
    @Actor
    public void asks(II_Result r) {
        try {
            leases.lease.lockAsked(Leases.SESSION);
            r.r1 = 1;
        } catch (IllegalStateException closed) {
            r.r1 = 0;
        }
    }

    /** Somebody closes. */
    @Actor
    public void closes() {
        leases.lease.close();
    }

    /**
     * Looks afterwards.
     *
     * @param r went on, suspects
     */
    @Arbiter
    public void look(II_Result r) {
        r.r2 = Leases.take(leases.gate).suspectOn(Leases.INSTANCE).isPresent() ? 1 : 0;
    }
}

package io.tidegate.bench.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A close against a try: who is granted holds, who is refused leaves nothing behind. */
@JCStressTest
@State
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "granted after the close")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "refused before the close")
@Outcome(expect = Expect.FORBIDDEN, desc = "granted and not held, or held by nobody's leave")
public class LeaseClosedWhileTaken {
    private final Leases leases = new Leases();

    /** The holder closes. */
    @Actor
    public void closes() {
        leases.lease.close();
    }

    /**
     * Somebody tries.
     *
     * @param r granted
     */
    @Actor
    public void tries(II_Result r) {
        r.r1 = leases.takes() ? 1 : 0;
    }

    /**
     * Looks afterwards.
     *
     * @param r granted, holders
     */
    @Arbiter
    public void look(II_Result r) {
        r.r2 = leases.held();
    }
}

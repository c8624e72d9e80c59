package io.tidegate.bench.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** One lease closed by two threads at once: one end, one row. Seen to fail with a close that reads, then writes a flag. */
@JCStressTest
@State
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "one row, nobody holds")
@Outcome(expect = Expect.FORBIDDEN, desc = "ended twice, or not at all")
public class LeaseClosedTwice {
    private final Leases leases = new Leases();

    /** One thread closes. */
    @Actor
    public void one() {
        leases.lease.close();
    }

    /** Another closes too. */
    @Actor
    public void another() {
        leases.lease.close();
    }

    /**
     * Looks afterwards.
     *
     * @param r rows, holders
     */
    @Arbiter
    public void look(II_Result r) {
        r.r1 = leases.rows.get();
        r.r2 = leases.held();
    }
}

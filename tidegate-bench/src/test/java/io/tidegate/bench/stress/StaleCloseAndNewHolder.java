package io.tidegate.bench.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A lease is closed by its owner, who then tries again, while a stranger closes the old one late: the new holder stays.
 * Seen to fail with a close that frees whoever holds.
 */
@JCStressTest
@State
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "granted, and still holds")
@Outcome(
        id = "0, 0",
        expect = Expect.ACCEPTABLE,
        desc = "the stranger's close was the one that counts, and not yet through")
@Outcome(expect = Expect.FORBIDDEN, desc = "the new holder lost its lease")
public class StaleCloseAndNewHolder {
    private final Leases leases = new Leases();

    /** A stranger closes the old lease. */
    @Actor
    public void stranger() {
        leases.lease.close();
    }

    /**
     * The owner closes it and tries again.
     *
     * @param r granted
     */
    @Actor
    public void owner(II_Result r) {
        leases.lease.close();
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

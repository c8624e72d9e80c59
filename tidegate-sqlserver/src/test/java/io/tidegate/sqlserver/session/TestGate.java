package io.tidegate.sqlserver.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.gate.Admission;
import io.tidegate.core.gate.GateRegistry;
import io.tidegate.core.gate.InstanceIdentity;
import io.tidegate.core.gate.Lease;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.gate.Purpose;
import io.tidegate.core.gate.Suspect;
import io.tidegate.core.time.SystemTicker;
import io.tidegate.core.time.Ticker;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** The real gate of one server, and the rows of its leases. Thread-safe. */
public final class TestGate {
    private final List<LeaseRow<String>> rows = new CopyOnWriteArrayList<>();
    private final GateRegistry<String> registry;

    /** A gate that goes by the real ticker. */
    public TestGate() {
        this(SystemTicker.INSTANCE);
    }

    /** A gate that goes by a ticker of the test. */
    public TestGate(Ticker ticker) {
        registry = new GateRegistry<>("node", rows::add, InstantSource.system(), ticker);
    }

    /** A lease; fails when it is refused. */
    public Lease acquire() {
        Admission admission = registry.gate("s").tryAcquire(Purpose.TICK, "Sales");
        assertThat(admission).isInstanceOf(Admission.Granted.class);
        return ((Admission.Granted) admission).lease();
    }

    /** The row of the last lease that ended. */
    public LeaseRow<String> lastRow() {
        return rows.getLast();
    }

    /** The suspect that binds an instance now. */
    public Optional<Suspect> suspectOn(InstanceIdentity instance) {
        try (Lease lease = acquire()) {
            return lease.suspectOn(instance);
        }
    }
}

package io.tidegate.core.gate;

import io.tidegate.core.time.ManualTicker;
import java.time.Instant;
import java.time.LocalDateTime;

/** Gates and identities for tests. */
final class GateFixtures {
    static final Instant NOW = Instant.parse("2026-11-01T12:00:00Z");
    static final LocalDateTime BOOT = LocalDateTime.parse("2026-10-01T03:00:00");
    static final InstanceIdentity SQL_1 = new InstanceIdentity("SQL-1", BOOT);

    private GateFixtures() {}

    static InstanceIdentity restarted(InstanceIdentity before) {
        return new InstanceIdentity(before.serverName(), before.startedAt().plusHours(5));
    }

    static SessionIdentity session(InstanceIdentity on, int id) {
        return new SessionIdentity(on, id, BOOT.plusDays(1).plusSeconds(id));
    }

    static ServerGate<String> gate(LeaseJournal<String> journal, ManualTicker ticker) {
        return new GateRegistry<>("node-1", journal, () -> NOW, ticker).gate("server");
    }

    static ServerGate<String> gate() {
        return gate(row -> {}, new ManualTicker());
    }

    static Lease take(Gate gate, Purpose purpose) {
        return ((Admission.Granted) gate.tryAcquire(purpose, "Sales")).lease();
    }
}

package io.tidegate.bench.overlap.day;

import io.sqlserversim.clock.ManualClock;
import io.sqlserversim.fleet.SimulatedServer;
import java.time.Duration;
import java.util.List;

/** Three servers on which tick and backfill keep meeting. Immutable. */
record CollisionScene(DayPlan plan) implements Scene {
    @Override
    public Duration length() {
        return plan.length();
    }

    @Override
    public List<SimulatedServer> servers(ManualClock clock) {
        return DayServers.make(clock, plan);
    }

    @Override
    public void arm(List<SimulatedServer> servers, VirtualTime time) {
        DayScript.arm(servers, time, plan);
    }
}

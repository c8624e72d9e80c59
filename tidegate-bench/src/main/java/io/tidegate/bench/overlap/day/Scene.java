package io.tidegate.bench.overlap.day;

import io.sqlserversim.clock.ManualClock;
import io.sqlserversim.fleet.SimulatedServer;
import io.tidegate.core.budget.HeavyBudget;
import java.time.Duration;
import java.util.List;

/** Which servers a simulated day has, and what happens to them. */
interface Scene {
    /**
     * How long the day is.
     *
     * @return whole minutes
     */
    Duration length();

    /**
     * What heavy work may cost each server in an hour.
     *
     * @return nothing is limited, unless a scene says otherwise
     */
    default HeavyBudget budget() {
        return HeavyBudget.UNLIMITED;
    }

    /**
     * The steps in which time goes: what is due within one happens at its end, in its order, and servers that have something
     * to do work at the same time.
     *
     * @return a part of a minute; zero, unless a scene says otherwise: from each due instant to the next
     */
    default Duration resolution() {
        return Duration.ZERO;
    }

    /**
     * The servers; asked for once.
     *
     * @param clock the one that all of them go by
     * @return ones that do not listen yet, in the order in which they are configured
     */
    List<SimulatedServer> servers(ManualClock clock);

    /**
     * Prepares what is to happen in the course of the day; called once, when the collector has been started.
     *
     * @param servers as made
     * @param time to be called back by
     */
    void arm(List<SimulatedServer> servers, VirtualTime time);
}

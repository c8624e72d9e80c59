package io.tidegate.bench.overlap.day;

import io.sqlserversim.fault.Fault;
import io.sqlserversim.fault.FaultRule;
import io.sqlserversim.fault.Hold;
import io.sqlserversim.fault.Match;
import io.sqlserversim.fault.Occurrence;
import io.sqlserversim.fault.Point;
import io.sqlserversim.fleet.SimulatedServer;
import java.time.Duration;
import java.util.List;

/**
 * What makes the day hard. Statements stand still for a time of the servers' own clock before their first row: that is how
 * they take time here. Stateless.
 *
 * <p>On every server: each few statements a slow one, which hears attention; now and then one that is deaf beyond the deadline
 * of 180 s; rarely one that is deaf past the second limit of 360 s. Reading the plan catalogue takes seconds, so that a slice
 * gets through two or three bands and the backfill has work for hours; on the third server in its second database only, whose
 * sibling's tick has work each minute. In contended hours nothing else goes wrong there, but it takes more than half a minute,
 * deaf to attention.
 */
final class DayScript {
    private static final Match PLANS = Match.HEAVY.withText("query_store_plan\\b");
    private static final Match COLD_ORDERS = Match.HEAVY.withText("Orders.*query_store_plan\\b");
    private static final Duration CONTENDED_EVERY = Duration.ofHours(6);
    private static final Duration CONTENDED_FROM = Duration.ofMinutes(30);
    private static final Duration CONTENDED_FOR = Duration.ofMinutes(75);

    private DayScript() {}

    /** Adds the rules, and arms those that come and go with the time of day. */
    static void arm(List<SimulatedServer> servers, VirtualTime time, DayPlan plan) {
        SimulatedServer last = servers.getLast();
        servers.forEach(server -> usual(server, server == last));
        if (plan.hasContendedHours()) {
            contended(last, time, plan.length());
        }
    }

    private static void contended(SimulatedServer server, VirtualTime time, Duration day) {
        for (Duration from = CONTENDED_FROM; from.compareTo(day) < 0; from = from.plus(CONTENDED_EVERY)) {
            time.after(from, () -> {
                server.faults().clear();
                server.faults().add(rule("contended", PLANS, Occurrence.ALWAYS, between(35, 40), true));
            });
            time.after(from.plus(CONTENDED_FOR), () -> {
                server.faults().clear();
                usual(server, true);
            });
        }
    }

    private static void usual(SimulatedServer server, boolean last) {
        server.faults()
                .add(rule("past the second limit", Match.HEAVY, spaced(400, 1_200, 2_400), between(400, 600), true));
        server.faults().add(rule("beyond the deadline", Match.HEAVY, spaced(150, 300, 600), between(190, 330), true));
        Occurrence slow = last ? spaced(3, 8, 20) : spaced(3, 4, 12);
        server.faults().add(rule("slow", Match.HEAVY, slow, between(5, 50), false));
        server.faults().add(rule("cold", last ? COLD_ORDERS : PLANS, Occurrence.ALWAYS, between(3, 6), false));
    }

    private static Occurrence spaced(long first, long least, long most) {
        return Occurrence.spaced(first, least, most, Duration.ZERO);
    }

    private static Hold between(int least, int most) {
        return Hold.simulatedBetween(Duration.ofSeconds(least), Duration.ofSeconds(most));
    }

    private static FaultRule rule(String name, Match match, Occurrence when, Hold hold, boolean deaf) {
        return new FaultRule(name, match, when, new Fault.Hang(Point.START, hold, deaf));
    }
}

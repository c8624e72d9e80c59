package io.sqlserversim.fleet;

import io.sqlserversim.engine.SqlError;
import io.sqlserversim.fault.Fault;
import io.sqlserversim.fault.FaultRule;
import io.sqlserversim.fault.Hold;
import io.sqlserversim.fault.Match;
import io.sqlserversim.fault.Occurrence;
import io.sqlserversim.fault.Point;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What goes wrong in a fleet by itself. Gaps are counted in heavy statements, pauses and holds are real time: a client
 * with a deadline of 3 s and a second limit of 6 s meets both ends of the longest hang.
 */
final class FaultScripts {
    private FaultScripts() {}

    static List<FaultRule> of(FaultLevel level) {
        return switch (level) {
            case NONE -> List.of();
            case SOME -> some();
            case MANY -> many();
        };
    }

    private static List<FaultRule> some() {
        return List.of(
                heavy(
                        "short hang",
                        Occurrence.spaced(12, 20, 60, Duration.ofSeconds(20)),
                        new Fault.Hang(Point.afterRows(3), millis(300, 1_200), false)),
                heavy(
                        "drop",
                        Occurrence.spaced(20, 40, 90, Duration.ofSeconds(45)),
                        new Fault.Drop(Point.afterRows(5))),
                heavy(
                        "lock time-out",
                        Occurrence.spaced(30, 40, 90, Duration.ofSeconds(40)),
                        new Fault.Fail(Point.afterRows(2), lockTimeout())));
    }

    private static List<FaultRule> many() {
        List<FaultRule> rules = new ArrayList<>();
        rules.add(heavy(
                "deaf hang",
                Occurrence.spaced(5, 10, 30, Duration.ofSeconds(25)),
                new Fault.Hang(Point.START, millis(5_500, 8_000), true)));
        rules.addAll(some());
        rules.add(heavy(
                "out of memory",
                Occurrence.spaced(25, 40, 80, Duration.ofSeconds(45)),
                new Fault.Fail(
                        Point.afterRows(4),
                        new SqlError(
                                701,
                                17,
                                123,
                                "There is insufficient system memory in resource pool 'default' to run this query."))));
        rules.add(heavy(
                "trickle",
                Occurrence.spaced(40, 40, 80, Duration.ofSeconds(45)),
                new Fault.Trickle(Duration.ofMillis(5), false)));
        rules.add(new FaultRule(
                "not ready",
                Match.ANY,
                Occurrence.spaced(15, 30, 60, Duration.ofSeconds(40)),
                new Fault.RefuseLogin(List.of(new SqlError(
                        17187,
                        16,
                        1,
                        "SQL Server is not ready to accept new client connections. Wait a few minutes before trying"
                                + " again.")))));
        return rules;
    }

    private static FaultRule heavy(String name, Occurrence occurrence, Fault fault) {
        return new FaultRule(name, Match.HEAVY, occurrence, fault);
    }

    private static Hold millis(long least, long most) {
        return Hold.realBetween(Duration.ofMillis(least), Duration.ofMillis(most));
    }

    private static SqlError lockTimeout() {
        return new SqlError(1222, 16, 45, "Lock request time out period exceeded.");
    }
}

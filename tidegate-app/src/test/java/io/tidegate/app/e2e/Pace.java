package io.tidegate.app.e2e;

import io.sqlserversim.fleet.Fleet;
import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.fleet.SimulatedServer;
import io.tidegate.app.lite.LiteProcess;
import io.tidegate.app.lite.LiteSettings;
import io.tidegate.collector.CollectorSettings;
import io.tidegate.core.ledger.ReadBudget;
import io.tidegate.core.status.LoopStatus;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.sqlserver.Login;
import io.tidegate.sqlserver.Secret;
import io.tidegate.sqlserver.ServerTarget;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Fleets and Lite processes that run fast enough for a test. No state. */
final class Pace {
    /** A clock 12 times faster, intervals of a minute, 25 minutes of history: enough for both loops from the start. */
    static final FleetSpec FLEET = FleetSpec.TEST.withWorkloads("oltp").paced(12, 1, Duration.ofMinutes(25));

    /** How long a test waits for what must come: long, since a busy machine may stand still for a while. */
    static final Duration BOUND = Duration.ofMinutes(5);

    private static final Duration TICK = Duration.ofMillis(300);
    private static final Duration BACKFILL = Duration.ofMillis(400);
    private static final int STORE_MEMORY_MB = 128;

    private Pace() {}

    /** Settings with short cadences; the second limit is twice the deadline. */
    static LiteSettings lite(Path store, Duration deadline, List<ServerTarget> targets) {
        ReadBudget budget = new ReadBudget(8L << 20, 20_000, Duration.ofSeconds(5));
        CollectorSettings settings = new CollectorSettings(
                TICK, BACKFILL, deadline, budget, budget.time(), 1L << 20, Duration.ofDays(400), true, true);
        return new LiteSettings(targets, settings, store, STORE_MEMORY_MB, 0, "");
    }

    static List<ServerTarget> targets(Fleet fleet) {
        return fleet.servers().stream().map(server -> target(server, false)).toList();
    }

    static ServerTarget target(SimulatedServer server, boolean allowUnproven) {
        return ServerTarget.trusted(
                        server.name(),
                        "127.0.0.1",
                        server.port(),
                        new Login("monitor", new Secret(FleetSpec.TEST.password())))
                .withAllowUnproven(allowUnproven);
    }

    static long count(LoopStatus loop, PassOutcome outcome) {
        return loop.counts().getOrDefault(outcome, 0L);
    }

    /** Passes that ended as they should. */
    static long good(LoopStatus loop) {
        return count(loop, PassOutcome.DONE) + count(loop, PassOutcome.EMPTY) + count(loop, PassOutcome.CUT);
    }

    /** Passes of all loops of all servers, however they ended. */
    static long passes(LiteProcess lite) {
        return lite.collector().servers().stream()
                .flatMap(status -> Stream.of(status.tick(), status.backfill()))
                .flatMap(loop -> loop.counts().values().stream())
                .mapToLong(Long::longValue)
                .sum();
    }
}

package io.tidegate.collector.lane;

import io.tidegate.collector.CollectorSettings;
import io.tidegate.collector.CollectorTools;
import io.tidegate.core.ledger.DueGrid;
import io.tidegate.core.time.Pause;
import io.tidegate.sqlserver.ServerTarget;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** The lanes of a process and the threads of their loops. Thread-safe. */
public final class Lanes {
    private final List<ServerLane> all;
    private final List<Pause> waiting = new CopyOnWriteArrayList<>();

    private Lanes(List<ServerLane> all) {
        this.all = List.copyOf(all);
    }

    /**
     * Makes the lanes; their passes are spread over the cadence, and a server's backfill comes halfway between two of its
     * ticks. Blocks while the servers are registered in the store.
     *
     * @param tools what lanes share
     * @param settings how often and how much
     * @param perServer the same for a server with its own word on it, by its name; cadences are those of all
     * @param targets the servers
     * @return the lanes, at rest
     */
    public static Lanes make(
            CollectorTools tools,
            CollectorSettings settings,
            Map<String, CollectorSettings> perServer,
            List<ServerTarget> targets) {
        long now = tools.ticker().readNanos();
        List<ServerLane> lanes = new ArrayList<>();
        for (int i = 0; i < targets.size(); i++) {
            DueGrid ticks = DueGrid.spread(now, settings.tick(), i, targets.size());
            DueGrid backfills = DueGrid.between(ticks, settings.backfill(), i, targets.size());
            int id = tools.store().registerServer(targets.get(i).name());
            if (!tools.store().series(id).isEmpty()) {
                tools.registrations().await(id);
            }
            CollectorSettings own = perServer.getOrDefault(targets.get(i).name(), settings);
            lanes.add(new ServerLane(tools, own, targets.get(i), id, ticks, backfills));
        }
        return new Lanes(lanes);
    }

    /**
     * Every lane.
     *
     * @return in the order of the configuration
     */
    public List<ServerLane> all() {
        return all;
    }

    /**
     * Starts two threads per lane. Does not block.
     *
     * @param tools threads and time
     * @param pauses makes the places where loops wait
     */
    public void start(CollectorTools tools, Supplier<Pause> pauses) {
        for (ServerLane lane : all) {
            String name = lane.target().name();
            drive(
                    tools,
                    new LoopDriver(
                            name + "/tick",
                            lane.tickGrid(),
                            tools.ticker(),
                            pause(pauses),
                            lane::tick,
                            (point, missed) -> lane.tickDue(atOurClock(tools, point), missed)));
            drive(
                    tools,
                    new LoopDriver(
                            name + "/backfill",
                            lane.backfillGrid(),
                            tools.ticker(),
                            pause(pauses),
                            point -> lane.backfill(),
                            (point, missed) -> lane.backfillDue(atOurClock(tools, point), missed)));
        }
    }

    /** Ends every loop after its pass under way. Does not block. */
    public void stop() {
        waiting.forEach(Pause::stop);
    }

    private Pause pause(Supplier<Pause> pauses) {
        Pause pause = pauses.get();
        waiting.add(pause);
        return pause;
    }

    private static void drive(CollectorTools tools, LoopDriver loop) {
        tools.threads().newThread(loop).start();
    }

    private static Instant atOurClock(CollectorTools tools, long point) {
        return tools.clock().instant().plusNanos(point - tools.ticker().readNanos());
    }
}

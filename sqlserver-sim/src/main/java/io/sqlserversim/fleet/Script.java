package io.sqlserversim.fleet;

import io.sqlserversim.clock.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/**
 * Plays the events of a scenario on a fleet, each once its time has come by the fleet's clock, in the order of their times
 * and of the file. Thread-safe.
 */
final class Script {
    private final Fleet fleet;
    private final FleetRequests requests;
    private final Instant start;
    private final Consumer<String> told;
    private final PriorityQueue<Due> due =
            new PriorityQueue<>(Comparator.comparing(Due::at).thenComparingInt(Due::place)); // guarded by this

    private record Due(Duration at, int place, int times, ScriptEvent event) {}

    /**
     * Begins at the instant that the fleet's clock shows now.
     *
     * @param told gets a line for each event that was played
     */
    Script(Fleet fleet, List<ScriptEvent> events, Consumer<String> told) {
        this.fleet = fleet;
        this.requests = new FleetRequests(fleet);
        this.start = fleet.clock().now();
        this.told = told;
        for (int i = 0; i < events.size(); i++) {
            due.add(new Due(events.get(i).at(), i, 0, events.get(i)));
        }
    }

    /**
     * Plays all events once, in their order, on a fleet like this one that nobody can reach, so that a mistake in the last
     * event is told before the first.
     *
     * @throws IllegalArgumentException naming the event, the key and the rule
     */
    static void rehearse(FleetSpec spec, List<ScriptEvent> events) {
        if (events.isEmpty()) {
            return;
        }
        List<ScriptEvent> once = events.stream()
                .map(e -> new ScriptEvent(e.where(), e.at(), Duration.ZERO, 1, e.request(), e.body()))
                .toList();
        ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
        try (Fleet stage = Fleet.of(spec.onAnyPorts(), clock)) {
            Script script = new Script(stage, once, line -> {});
            once.stream().map(ScriptEvent::at).sorted().forEach(at -> {
                clock.set(script.start.plus(at));
                script.play();
            });
        }
    }

    /**
     * Plays what is due. Blocks while servers restart.
     *
     * @throws IllegalArgumentException when a request is refused; the events behind it are still to be played
     */
    synchronized void play() {
        Duration now = Duration.between(start, fleet.clock().now());
        while (!due.isEmpty() && due.peek().at().compareTo(now) <= 0) {
            Due next = due.remove();
            ScriptEvent event = next.event();
            if (next.times() + 1 < event.times()) {
                due.add(new Due(event.at(next.times() + 1), next.place(), next.times() + 1, event));
            }
            run(next.at(), event);
        }
    }

    /** Whether nothing is left to be played. */
    synchronized boolean isOver() {
        return due.isEmpty();
    }

    private void run(Duration at, ScriptEvent event) {
        boolean isClear = event.request().equals(ScriptEvent.CLEAR_FAULTS);
        try {
            FleetRequests.Action action = isClear ? requests.clearFaults() : requests.named(event.request());
            action.run(event.body());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(event.where() + ": " + event.request() + ": " + e.getMessage(), e);
        }
        told.accept("at " + at.toSeconds() + " s: " + event.request() + " " + event.body());
    }
}

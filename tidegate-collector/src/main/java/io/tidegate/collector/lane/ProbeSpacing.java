package io.tidegate.collector.lane;

import io.tidegate.core.budget.LightPace;
import io.tidegate.core.budget.LightPace.Spacing;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Leaves ticks of a server out, probe and all, while its probes alone would use up its CPU budget: nothing heavy could be read with what
 * they leave. The backfill's probes, each five minutes, stay. Confined to the tick's thread, but for {@link #now}.
 */
final class ProbeSpacing {
    private final LightPace pace;
    private final Brake brake;
    private final long cadenceNanos;
    private @Nullable Long lastPoint;
    private Duration lastLight = Duration.ZERO;
    private volatile Spacing now = new Spacing(1, "");

    ProbeSpacing(Duration cadence, Duration near, Brake brake) {
        this.pace = new LightPace(cadence, near);
        this.brake = brake;
        this.cadenceNanos = cadence.toNanos();
    }

    /** Why a tick is left out; empty when it is to probe. */
    Optional<String> leavesOut(long point) {
        Duration light = brake.lightEver();
        Long last = lastPoint;
        if (last != null && now.cadences() > 1 && point - last < now.cadences() * cadenceNanos) {
            return Optional.of(now.words());
        }
        if (last != null) {
            pace.cost(light.minus(lastLight));
            now = pace.spacing(brake.cpuLimit());
        }
        lastPoint = point;
        lastLight = light;
        return Optional.empty();
    }

    /** What is in force. */
    Spacing now() {
        return now;
    }
}

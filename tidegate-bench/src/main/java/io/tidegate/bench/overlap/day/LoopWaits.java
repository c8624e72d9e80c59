package io.tidegate.bench.overlap.day;

import io.tidegate.core.gate.LeaseEnding;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.gate.Purpose;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How one loop fared, as its lease rows tell. A wait goes from the first refusal to the next grant on that server. Immutable.
 *
 * @param leases granted
 * @param deferrals tries refused, at ring 1 or at the server
 * @param abandoned leases whose loop went on before the end
 * @param waits from refused to granted, ascending
 * @param longest of all waits, those included that had not ended
 */
record LoopWaits(long leases, long deferrals, long abandoned, List<Duration> waits, Duration longest) {
    LoopWaits {
        waits = waits.stream().sorted().toList();
    }

    /**
     * What one loop did on one server.
     *
     * @param rows of that server, by the instant they were asked for
     * @param loop which loop
     * @param end when nobody looked on
     */
    static LoopWaits of(List<LeaseRow<String>> rows, Purpose loop, Instant end) {
        List<Duration> waits = new ArrayList<>();
        @Nullable Instant refused = null;
        long leases = 0;
        long deferrals = 0;
        long abandoned = 0;
        for (LeaseRow<String> row : rows) {
            if (row.purpose() != loop) {
                continue;
            }
            if (row.ending() == LeaseEnding.DEFERRED) {
                deferrals++;
                refused = refused == null ? row.asked() : refused;
                continue;
            }
            leases++;
            abandoned += row.abandoned() ? 1 : 0;
            if (refused != null) {
                Instant got = row.got();
                waits.add(Duration.between(refused, got == null ? row.asked() : got));
                refused = null;
            }
        }
        Duration open = refused == null ? Duration.ZERO : Duration.between(refused, end);
        return new LoopWaits(
                leases,
                deferrals,
                abandoned,
                waits,
                Stream.concat(waits.stream(), Stream.of(open))
                        .max(Duration::compareTo)
                        .orElse(open));
    }

    /** Both together. */
    LoopWaits and(LoopWaits other) {
        return new LoopWaits(
                leases + other.leases,
                deferrals + other.deferrals,
                abandoned + other.abandoned,
                Stream.concat(waits.stream(), other.waits.stream()).toList(),
                longest.compareTo(other.longest) > 0 ? longest : other.longest);
    }

    /** The smallest wait that so many of a hundred do not exceed; zero where nobody waited. */
    Duration percentile(int percent) {
        return waits.isEmpty() ? Duration.ZERO : waits.get((waits.size() * percent + 99) / 100 - 1);
    }
}

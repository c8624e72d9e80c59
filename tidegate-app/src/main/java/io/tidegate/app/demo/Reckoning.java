package io.tidegate.app.demo;

import io.tidegate.app.demo.DemoReport.Executions;
import io.tidegate.app.demo.DemoReport.Intervals;
import io.tidegate.app.demo.DemoReport.Leases;
import io.tidegate.app.demo.DemoReport.Lost;
import io.tidegate.app.demo.DemoReport.Server;
import io.tidegate.core.gate.LeaseEnding;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.gate.Purpose;
import io.tidegate.core.store.HistoryReader;
import io.tidegate.core.store.HistoryReader.ServerRecord;
import io.tidegate.core.store.LeaseLog;
import io.tidegate.core.store.LedgerEntry.State;
import io.tidegate.core.store.SeriesRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Holds a store against the books of a simulated fleet. What is true comes from the books; what is stored is counted from
 * the facts. The ledger is asked only for what it says is gone, and is believed only where the books say so too: an interval
 * that is wrongly called gone would never be read. Confined to one thread.
 */
final class Reckoning {
    private static final Duration MARGIN = Duration.ofSeconds(60);
    private static final Set<String> GONE = Set.of("EXPIRED", "CLEARED");
    private static final int ALL_LEASES = 1_000_000;

    private final HistoryReader history;
    private final LeaseLog leases;
    private final JsonNode books;
    private final Instant now;
    private long open;
    private long unsettled;
    private long held;
    private long pending;
    private long expired;
    private long executionsAtSource;
    private long executionsStored;
    private long lostExecutions;
    private long lostIntervals;
    private long duplicated;

    Reckoning(HistoryReader history, LeaseLog leases, JsonNode books) {
        this.history = history;
        this.leases = leases;
        this.books = books;
        this.now = Instant.parse(books.get("now").asString());
    }

    DemoReport report(long seed, long seconds, long peakLiveHeapBytes, long peakRssBytes) {
        Map<String, Integer> ids =
                history.servers().stream().collect(Collectors.toMap(ServerRecord::name, ServerRecord::id));
        List<SeriesRecord> series = history.allSeries();
        List<Server> servers = new ArrayList<>();
        for (JsonNode server : books.get("servers")) {
            String name = server.get("server").asString();
            int id = ids.getOrDefault(name, -1);
            for (JsonNode database : server.get("databases")) {
                String databaseName = database.get("database").asString();
                List<SeriesRecord> known = series.stream()
                        .filter(s -> s.serverId() == id && s.database().equals(databaseName))
                        .limit(1)
                        .toList();
                Holdings holdings = Holdings.of(history, known);
                database.get("intervals").forEach(interval -> count(interval, holdings));
            }
            servers.add(new Server(
                    name,
                    server.get("heavyMax").asLong(),
                    server.get("statements").asLong(),
                    server.get("bytesOut").asLong(),
                    leases(name)));
        }
        long all = open + unsettled + held + pending + expired;
        return new DemoReport(
                1,
                seed,
                seconds,
                servers,
                new Intervals(all, open, unsettled, held, pending, expired),
                new Executions(executionsAtSource, executionsStored),
                lostExecutions + lostIntervals,
                new Lost(lostExecutions, lostIntervals),
                duplicated,
                peakLiveHeapBytes,
                peakRssBytes);
    }

    private void count(JsonNode source, Holdings holdings) {
        boolean isThere = !GONE.contains(source.get("presence").asString());
        long id = source.get("id").asLong();
        State state = holdings.state(id);
        if (state == State.HELD) {
            held++;
            countHeld(id, source.get("executions").asLong(), isThere, holdings);
        } else if (!isThere) {
            expired++;
            lostIntervals += state == State.GONE ? 0 : 1;
        } else if (state == State.GONE) {
            pending++;
            lostIntervals++;
        } else if (now.isBefore(Instant.parse(source.get("end").asString()))) {
            open++;
        } else if (!now.isAfter(
                Instant.parse(source.get("settledAt").asString()).plus(MARGIN))) {
            unsettled++;
        } else {
            pending++;
        }
    }

    /** What the source lost before it could be read is held, but is no measure of what was read. */
    private void countHeld(long id, long atSource, boolean isThere, Holdings holdings) {
        Holdings.Difference difference = holdings.difference(id, atSource, isThere);
        if (isThere || !holdings.isLostAtSource(id)) {
            executionsAtSource += atSource;
            executionsStored += difference.executions();
        }
        lostExecutions += difference.lost();
        duplicated += difference.duplicated();
    }

    private Leases leases(String server) {
        List<LeaseRow<String>> rows =
                leases.leases(server, Instant.EPOCH, Instant.parse("9999-01-01T00:00:00Z"), ALL_LEASES);
        return new Leases(
                granted(rows, Purpose.TICK),
                granted(rows, Purpose.BACKFILL),
                granted(rows, Purpose.ON_DEMAND),
                rows.stream()
                        .filter(row -> row.ending() == LeaseEnding.DEFERRED)
                        .count(),
                rows.stream().filter(LeaseRow::abandoned).count());
    }

    private static long granted(List<LeaseRow<String>> rows, Purpose purpose) {
        return rows.stream()
                .filter(row -> row.purpose() == purpose && row.ending() != LeaseEnding.DEFERRED)
                .count();
    }
}

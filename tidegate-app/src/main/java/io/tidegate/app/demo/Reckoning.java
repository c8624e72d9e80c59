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
import io.tidegate.core.store.HistoryReader.StoredInterval;
import io.tidegate.core.store.LeaseLog;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.State;
import io.tidegate.core.store.SeriesRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Holds a store against the books of a simulated fleet. What is true comes from the books; what is stored is counted from
 * the facts, and the ledger is asked only for what it says is gone. Confined to one thread.
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
                Optional<SeriesRecord> known = series.stream()
                        .filter(s -> s.serverId() == id && s.database().equals(databaseName))
                        .findFirst();
                count(database.get("intervals"), known);
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

    private void count(JsonNode intervals, Optional<SeriesRecord> series) {
        Map<Long, StoredInterval> stored = new HashMap<>();
        Map<Long, LedgerEntry> ledger = new HashMap<>();
        series.ifPresent(s -> {
            // the ledger first: what it calls held has its rows by then, the other way round a commit may fall between
            history.ledger(s.key()).forEach(entry -> ledger.put(entry.interval().id(), entry));
            history.storedIntervals(s.key()).forEach(interval -> stored.put(interval.intervalId(), interval));
        });
        for (JsonNode interval : intervals) {
            long id = interval.get("id").asLong();
            count(interval, Optional.ofNullable(stored.get(id)), Optional.ofNullable(ledger.get(id)));
        }
    }

    private void count(JsonNode source, Optional<StoredInterval> stored, Optional<LedgerEntry> entry) {
        boolean isThere = !GONE.contains(source.get("presence").asString());
        boolean isHeld = entry.filter(e -> e.state() == State.HELD).isPresent();
        if (isHeld) {
            held++;
            countHeld(source.get("executions").asLong(), stored);
        } else if (entry.filter(e -> e.state() == State.GONE).isPresent()) {
            expired++;
        } else if (!isThere) {
            expired++;
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

    private void countHeld(long atSource, Optional<StoredInterval> stored) {
        long here = stored.map(StoredInterval::executions).orElse(0L);
        executionsAtSource += atSource;
        executionsStored += here;
        lostExecutions += Math.max(0, atSource - here);
        duplicated += Math.max(0, here - atSource)
                + stored.map(s -> s.rows() - s.distinctKeys()).orElse(0L);
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

package io.tidegate.core.store;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.Metric;
import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.schema.StateTable;
import io.tidegate.core.state.StateEvent;
import io.tidegate.core.state.StateVersion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The reading side of {@link InMemoryStore}. Thread-safe by the store's lock. */
final class MemoryReader implements HistoryReader {
    private final InMemoryStore store;

    MemoryReader(InMemoryStore store) {
        this.store = store;
    }

    @Override
    public List<ServerRecord> servers() {
        synchronized (store) {
            return store.servers().entrySet().stream()
                    .map(e -> new ServerRecord(e.getValue(), e.getKey()))
                    .sorted(Comparator.comparing(ServerRecord::name))
                    .toList();
        }
    }

    @Override
    public List<SeriesRecord> allSeries() {
        synchronized (store) {
            return store.all().values().stream()
                    .map(MemorySeries::series)
                    .sorted(Comparator.comparingInt(SeriesRecord::serverId)
                            .thenComparing(SeriesRecord::database)
                            .thenComparingInt(series -> series.key().epoch()))
                    .toList();
        }
    }

    @Override
    public List<LedgerEntry> ledger(SeriesKey series, Kind kind) {
        synchronized (store) {
            MemoryLedger ledger = store.all().get(series).of(kind);
            return ledger.entries().stream()
                    .map(MemoryEntry::snapshot)
                    .sorted(Comparator.comparing((LedgerEntry e) -> e.interval().start())
                            .thenComparingLong(e -> e.interval().id()))
                    .toList();
        }
    }

    @Override
    public KnownTime knownTime(Collection<SeriesKey> lineages, Collection<Integer> servers) {
        List<LedgerRun> runs = new ArrayList<>();
        Map<SeriesKey, QueryStoreOptions> options = new HashMap<>();
        synchronized (store) {
            for (MemorySeries series : store.all().values()) {
                SeriesKey key = series.series().key();
                series.options().ifPresent(seen -> options.put(key, seen));
                if (lineages.stream().anyMatch(key::isSameLineage)) {
                    for (Kind kind : Kind.values()) {
                        runs.addAll(MemoryRuns.of(key, ledger(key, kind)));
                    }
                }
            }
            runs.sort(Comparator.comparing(run -> run.entry().interval().start()));
            List<Stretch> stretches = store.stretches().stream()
                    .filter(stretch -> servers.contains(stretch.serverId()))
                    .sorted(Comparator.comparing(Stretch::from))
                    .toList();
            return new KnownTime(runs, stretches, options);
        }
    }

    @Override
    public HeldRows heldRows(Instant since) {
        List<LedgerEntry> held = new ArrayList<>();
        synchronized (store) {
            for (SeriesKey key : store.all().keySet()) {
                for (Kind kind : Kind.values()) {
                    held.addAll(ledger(key, kind).stream()
                            .filter(entry -> entry.state() == LedgerEntry.State.HELD
                                    && entry.figures().rows() > 0)
                            .toList());
                }
            }
        }
        return new HeldRows(
                held.stream().mapToLong(entry -> entry.figures().rows()).sum(),
                held.stream()
                        .filter(entry -> !entry.interval().start().isBefore(since))
                        .mapToLong(entry -> entry.figures().rows())
                        .sum(),
                held.stream()
                        .map(entry -> entry.interval().start())
                        .min(Comparator.naturalOrder())
                        .orElse(null));
    }

    @Override
    public List<StoredInterval> storedIntervals(SeriesKey series, Kind kind) {
        synchronized (store) {
            MemoryLedger s = store.all().get(series).of(kind);
            return s.facts().entrySet().stream()
                    .filter(e -> !e.getValue().isEmpty())
                    .map(e -> stored(s.entry(e.getKey()).interval.start(), e.getKey(), e.getValue()))
                    .toList();
        }
    }

    private static StoredInterval stored(Instant start, long id, List<StatsRow> rows) {
        IntervalFigures sums = MemoryRows.figures(rows);
        return new StoredInterval(
                id, start, sums.rows(), MemoryRows.distinctKeys(rows), sums.executions(), sums.waitMillis());
    }

    @Override
    public List<StateVersion> state(SeriesKey series, StateTable table) {
        synchronized (store) {
            return store.state().all(series, table);
        }
    }

    @Override
    public List<EventRow> events(EventRequest request) {
        synchronized (store) {
            return store.state().events().stream()
                    .filter(event -> !event.at().isBefore(request.from()))
                    .map(this::row)
                    .filter(row -> request.server() == null || request.server().equals(row.server()))
                    .filter(row ->
                            request.database() == null || request.database().equals(row.database()))
                    .sorted(Comparator.comparing((EventRow row) -> row.event().at())
                            .reversed()
                            .thenComparing(EventRow::server)
                            .thenComparing(EventRow::database)
                            .thenComparing(row -> row.event().kind().name())
                            .thenComparing(row -> row.event().subject()))
                    .limit(request.limit())
                    .toList();
        }
    }

    private EventRow row(StateEvent event) {
        SeriesRecord series = store.all().get(event.series()).series();
        String server = store.servers().entrySet().stream()
                .filter(entry -> entry.getValue() == series.serverId())
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
        return new EventRow(server, series.database(), event);
    }

    @Override
    public QueryResult query(String select, int maxRows, long maxBytes) {
        throw new IllegalArgumentException("the store in memory has no SQL");
    }

    @Override
    public TopAnswer top(TopRequest request) {
        synchronized (store) {
            TopSum sum = new TopSum(request);
            for (MemorySeries current : store.current()) {
                for (MemorySeries series : store.all().values()) {
                    if (series.series().key().lineage()
                            == current.series().key().lineage()) {
                        addTo(sum, series, current.series());
                    }
                }
            }
            return sum.answer();
        }
    }

    private void addTo(TopSum sum, MemorySeries series, SeriesRecord current) {
        TopRequest request = sum.request;
        String server = store.servers().entrySet().stream()
                .filter(e -> e.getValue() == current.serverId())
                .findFirst()
                .orElseThrow()
                .getKey();
        if ((request.server() != null && !request.server().equals(server))
                || (request.database() != null && !request.database().equals(current.database()))) {
            return;
        }
        Instant to = current.sourceNow();
        Instant from = to.minus(request.last());
        sum.span(from, to);
        for (MemoryEntry entry : series.runtime().entries()) {
            LedgerEntry e = entry.snapshot();
            if (e.interval().end().isAfter(from)
                    && e.interval().start().isBefore(to)
                    && e.state() != LedgerEntry.State.INHERITED
                    && !e.flags().contains(LedgerEntry.Flag.SUPERSEDED)) {
                sum.interval(server, current.database(), series, e);
            }
        }
    }

    /** An answer in the making. */
    private static final class TopSum {
        private final TopRequest request;
        private final Map<List<Object>, Group> groups = new HashMap<>();
        private Instant from;
        private Instant to;
        private long intervals;
        private long held;
        private long peeked;

        TopSum(TopRequest request) {
            this.request = request;
        }

        void span(Instant begin, Instant end) {
            from = from == null || begin.isBefore(from) ? begin : from;
            to = to == null || end.isAfter(to) ? end : to;
        }

        void interval(String server, String database, MemorySeries series, LedgerEntry entry) {
            intervals++;
            List<? extends StatsRow> rows = List.of();
            MemoryPeeks peeks = series.runtime().peeks(entry.interval().id());
            if (entry.state() == LedgerEntry.State.HELD) {
                held++;
                rows = series.runtime().facts().getOrDefault(entry.interval().id(), List.of());
            } else if (peeks != null && peeks.hasCurrent()) {
                peeked++;
                rows = peeks.current();
            }
            for (StatsRow row : rows) {
                PlanIdentity plan = series.content.identity(row.key().planId());
                Object query = plan == null ? "" : plan.queryHash();
                groups.computeIfAbsent(List.of(server, database, query), k -> new Group(server, database))
                        .add((RuntimeRow) row, plan, series, request.metric());
            }
        }

        TopAnswer answer() {
            double total = groups.values().stream().mapToDouble(g -> g.total).sum();
            List<TopRow> rows = groups.values().stream()
                    .sorted(Comparator.comparingDouble((Group g) -> -g.total))
                    .limit(request.limit())
                    .map(group -> group.row(total))
                    .toList();
            return new TopAnswer(rows, from, to, intervals, held, peeked);
        }
    }

    /** One row of the answer in the making. */
    private static final class Group {
        private final String server;
        private final String database;
        private final Set<List<Object>> plans = new HashSet<>();
        private final List<String> texts = new ArrayList<>();
        private String hash = "";
        private long queryId;
        private long executions;
        private double total;

        Group(String server, String database) {
            this.server = server;
            this.database = database;
        }

        void add(RuntimeRow row, PlanIdentity plan, MemorySeries series, Metric metric) {
            plans.add(plan == null ? List.of(series.series().key(), row.key().planId()) : List.of(plan.planHash()));
            executions += row.executions();
            total += row.total(metric);
            if (plan != null) {
                hash = String.format("0x%016X", plan.queryHash());
                queryId = Math.max(queryId, plan.queryId());
                String text = series.content.text(plan.queryTextId());
                if (text != null) {
                    texts.add(text);
                }
            }
        }

        TopRow row(double all) {
            return new TopRow(
                    server,
                    database,
                    queryId,
                    hash,
                    plans.size(),
                    executions,
                    total,
                    executions == 0 ? 0 : total / executions,
                    all == 0 ? 0 : total / all,
                    texts.isEmpty() ? null : texts.getLast());
        }
    }
}

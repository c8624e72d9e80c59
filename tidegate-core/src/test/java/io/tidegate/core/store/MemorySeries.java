package io.tidegate.core.store;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.QueryStoreOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** One series: a ledger for each kind, and content. Confined to the store's lock. */
final class MemorySeries {
    final MemoryContent content = new MemoryContent();
    private final Map<Kind, MemoryLedger> ledgers = new EnumMap<>(Kind.class);
    private SeriesRecord series;
    private QueryStoreOptions options;

    MemorySeries(SeriesRecord series) {
        this.series = series;
        for (Kind kind : Kind.values()) {
            ledgers.put(kind, new MemoryLedger(kind, content));
        }
    }

    MemoryLedger of(Kind kind) {
        return ledgers.get(kind);
    }

    MemoryLedger runtime() {
        return of(Kind.RUNTIME);
    }

    SeriesRecord series() {
        return series;
    }

    void seen(int serverId, String database, int sourceDatabaseId, Instant now) {
        Instant before = series.sourceNow();
        boolean isJitter = !now.isAfter(before) && !now.isBefore(before.minus(Duration.ofHours(1)));
        Instant clock = isJitter ? before : now;
        String fork = serverId == series.serverId() ? series.recoveryFork() : "";
        series = new SeriesRecord(
                series.key(), serverId, database, sourceDatabaseId, series.firstContact(), clock, fork);
    }

    void rename(String database) {
        series = new SeriesRecord(
                series.key(),
                series.serverId(),
                database,
                series.sourceDatabaseId(),
                series.firstContact(),
                series.sourceNow(),
                series.recoveryFork());
    }

    Optional<QueryStoreOptions> options() {
        return Optional.ofNullable(options);
    }

    void observe(Observation seen) {
        options = seen.options() == null ? options : seen.options();
        ledgers.values().forEach(ledger -> ledger.observe(seen));
        seen(series.serverId(), series.database(), series.sourceDatabaseId(), seen.sourceNow());
        series = series.onFork(seen.recoveryFork());
    }

    void end(ForkPoint point, Instant at) {
        ledgers.values().forEach(ledger -> ledger.end(point, at));
    }

    void inherit(MemorySeries ended, ForkPoint point) {
        ledgers.forEach((kind, ledger) -> ledger.inherit(ended.of(kind), point));
    }

    void supersede(Instant from) {
        ledgers.values().forEach(ledger -> ledger.supersede(from));
    }
}

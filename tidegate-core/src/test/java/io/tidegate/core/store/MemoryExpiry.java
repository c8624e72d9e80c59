package io.tidegate.core.store;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;

/** Deletes what is old from memory; of leases there are none. Confined to the store's lock. */
record MemoryExpiry(SortedMap<SeriesKey, MemorySeries> all, MemoryStretches stretches, MemoryState state) {
    int expire(Expiry expiry) {
        return switch (expiry.what()) {
            case LEASES -> 0;
            case FACTS -> facts(expiry);
            case LEDGER -> ledger(expiry);
            case STRETCHES -> stretches.expire(expiry, one -> isOldStretch(one, expiry));
            case EVENTS -> state.expireEvents(expiry, event -> isOld(event.series(), event.at(), expiry));
            case STATE -> state.expireVersions(expiry, (series, at) -> isOld(series, at, expiry));
        };
    }

    /** The highest epoch's, of the same database. */
    private MemorySeries current(SeriesKey key) {
        return all.values().stream()
                .filter(one -> one.series().key().lineage() == key.lineage())
                .max(Comparator.comparingInt(one -> one.series().key().epoch()))
                .orElseThrow();
    }

    private boolean isOld(SeriesKey key, Instant at, Expiry expiry) {
        return at.isBefore(expiry.before())
                && at.isBefore(current(key).series().sourceNow().minus(expiry.age()));
    }

    private boolean isOldStretch(Stretch one, Expiry expiry) {
        Optional<Instant> clock = all.values().stream()
                .map(MemorySeries::series)
                .filter(series -> series.serverId() == one.serverId()
                        && (one.database().isEmpty() || series.database().equals(one.database())))
                .map(SeriesRecord::sourceNow)
                .max(Comparator.naturalOrder());
        return one.to().isBefore(expiry.before())
                && (clock.isEmpty() || one.to().isBefore(clock.get().minus(expiry.age())));
    }

    private record Old(SeriesKey key, Kind kind, MemoryEntry entry) {}

    private List<Old> old(Expiry expiry) {
        return all.values().stream()
                .flatMap(series -> Stream.of(Kind.values())
                        .flatMap(kind -> series.of(kind).entries().stream()
                                .map(entry -> new Old(series.series().key(), kind, entry))))
                .filter(o -> isOld(o.key(), o.entry().interval.end(), expiry))
                .sorted(Comparator.comparing(o -> o.entry().interval.end()))
                .toList();
    }

    private MemoryLedger of(Old old) {
        return all.get(old.key()).of(old.kind());
    }

    private int facts(Expiry expiry) {
        List<Old> old = old(expiry).stream()
                .filter(o -> of(o).hasFactsOrPeek(o.entry().interval.id()))
                .limit(expiry.most())
                .toList();
        old.forEach(o -> {
            of(o).expire(o.entry().interval.id());
            all.values().stream()
                    .filter(series -> series.series().key().lineage() == o.key().lineage())
                    .forEach(series -> series.of(o.kind()).expireInherited(o.entry().interval));
        });
        return old.size();
    }

    private int ledger(Expiry expiry) {
        List<Old> old = old(expiry).stream()
                .filter(o -> o.entry().state() == LedgerEntry.State.GONE
                        && (!o.entry().isAtSource()
                                || !current(o.key()).series().key().equals(o.key()))
                        && of(o).mayForget(o.entry().interval.id()))
                .limit(expiry.most())
                .toList();
        old.forEach(o -> of(o).forget(o.entry().interval.id()));
        return old.size();
    }
}

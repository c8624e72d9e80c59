package io.tidegate.core.ledger;

import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.LedgerEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts unheld intervals into bands: one interval each where an interval seeks, several neighbours where it scans, more
 * of them the older they are. A torn interval goes alone, and ids with a hole between them never share a band, since
 * what lies in the hole may be held. Immutable.
 */
final class BandCutter {
    /** Readings of a band begun without progress after which others go first. */
    static final int BACK_OF_LINE = 3;

    private static final Duration DAY = Duration.ofDays(1);

    private final SeriesKey series;
    private final Situation situation;
    private final boolean single;

    BandCutter(SeriesKey series, Situation situation, boolean singleInterval) {
        this.series = series;
        this.situation = situation;
        this.single = singleInterval;
    }

    List<PlannedBand> oldestFirst(List<LedgerEntry> ascending, boolean expiring) {
        return bands(ascending, expiring);
    }

    List<PlannedBand> newestFirst(List<LedgerEntry> ascending) {
        return bands(ascending.reversed(), false);
    }

    private List<PlannedBand> bands(List<LedgerEntry> ordered, boolean expiring) {
        List<PlannedBand> bands = new ArrayList<>();
        List<LedgerEntry> group = new ArrayList<>();
        for (LedgerEntry entry : ordered) {
            if (!group.isEmpty() && !joins(group, entry)) {
                bands.add(band(group, expiring));
                group.clear();
            }
            group.add(entry);
        }
        if (!group.isEmpty()) {
            bands.add(band(group, expiring));
        }
        return bands;
    }

    private boolean joins(List<LedgerEntry> group, LedgerEntry next) {
        LedgerEntry last = group.getLast();
        if (single
                || situation.layout().of(next.kind()) == Layout.BY_INTERVAL
                || last.tornReads() > 0
                || next.tornReads() > 0
                || Math.abs(next.interval().id() - last.interval().id()) != 1) {
            return false;
        }
        LedgerEntry first = group.getFirst();
        boolean ascends = first.interval().id() < next.interval().id();
        Instant from = (ascends ? first : next).interval().start();
        Instant to = (ascends ? next : first).interval().end();
        return Duration.between(from, to).compareTo(span(to)) <= 0;
    }

    /** How much time one band takes, by its age: hours first, then days. */
    private Duration span(Instant end) {
        Duration age = Duration.between(end, situation.sourceNow());
        if (age.compareTo(DAY) <= 0) {
            return Duration.ofHours(4);
        }
        return age.compareTo(DAY.multipliedBy(7)) <= 0 ? DAY : DAY.multipliedBy(3);
    }

    private PlannedBand band(List<LedgerEntry> group, boolean expiring) {
        boolean ascends =
                group.getFirst().interval().id() <= group.getLast().interval().id();
        LedgerEntry oldest = ascends ? group.getFirst() : group.getLast();
        LedgerEntry newest = ascends ? group.getLast() : group.getFirst();
        BandKey key = new BandKey(
                series, oldest.kind(), oldest.interval().id(), newest.interval().id());
        return new PlannedBand(key, oldest.interval().start(), newest.interval().end(), null, false, expiring);
    }
}

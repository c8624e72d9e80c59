package io.tidegate.core.store;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.StatsKey;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.model.Ticks;
import io.tidegate.core.store.CommitResult.Committed;
import io.tidegate.core.store.CommitResult.Fenced;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.LedgerEntry.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** One series and kind: its ledger, bands, facts and peeks. Confined to the store's lock. */
final class MemoryLedger {
    private final Kind kind;
    private final MemoryContent content;
    private final TreeMap<Long, MemoryEntry> entries = new TreeMap<>();
    private final TreeMap<Long, MemoryBand> bands = new TreeMap<>();
    private final TreeMap<Long, List<StatsRow>> facts = new TreeMap<>();
    private final TreeMap<Long, MemoryPeeks> peeks = new TreeMap<>();

    MemoryLedger(Kind kind, MemoryContent content) {
        this.kind = kind;
        this.content = content;
    }

    Collection<MemoryEntry> entries() {
        return entries.values();
    }

    ListSummary summary() {
        List<MemoryEntry> there =
                entries.values().stream().filter(MemoryEntry::isAtSource).toList();
        return new ListSummary(
                there.isEmpty() ? 0 : there.getLast().interval.id(),
                there.isEmpty() ? 0 : Ticks.of(there.getLast().interval.end()),
                there.isEmpty() ? Long.MAX_VALUE : there.getFirst().interval.id(),
                there.size(),
                entries.isEmpty() ? 0 : entries.lastKey());
    }

    MemoryEntry entry(long intervalId) {
        return entries.get(intervalId);
    }

    void observe(Observation seen) {
        Set<Long> ids = new HashSet<>();
        for (RuntimeStatsInterval interval : seen.listed()) {
            ids.add(interval.id());
            if (seen.kinds().contains(kind)) {
                reopen(interval.id());
                entries.computeIfAbsent(interval.id(), id -> new MemoryEntry(kind, interval))
                        .listed();
            }
        }
        for (MemoryEntry entry : entries.values()) {
            long id = entry.interval.id();
            if (id < seen.lowestId() || (seen.complete().contains(id) && !ids.contains(id))) {
                entry.vanished(seen.sourceNow(), LedgerEntry.GONE_AT_SOURCE);
            }
        }
        closeGone();
    }

    /** Those that are gone and have a current peek are held from it. */
    private void closeGone() {
        for (MemoryEntry entry : entries.values()) {
            MemoryPeeks peeked = entry.state() == State.GONE ? peeks.remove(entry.interval.id()) : null;
            if (peeked != null && peeked.hasCurrent()) {
                List<StatsRow> rows = new ArrayList<>(peeked.current());
                if (rows.stream()
                        .anyMatch(row -> !content.isIdentified(row.key().planId()))) {
                    entry.flag(Flag.IDENTITY_LOST, entry.interval.end());
                }
                rows.removeIf(row -> row.key().planId() < 0);
                facts.put(entry.interval.id(), rows);
                entry.closed(MemoryRows.figures(rows));
            }
        }
    }

    /** One that was closed from its last peek is gone and peeked at again. */
    private void reopen(long intervalId) {
        MemoryEntry entry = entries.get(intervalId);
        if (entry != null && entry.isFromLastPeek()) {
            List<StatsRow> rows = facts.remove(intervalId);
            peeks.put(
                    intervalId,
                    MemoryPeeks.of(rows.stream().map(RuntimeRow.class::cast).toList()));
            entry.reopened();
        }
    }

    void end(ForkPoint point, Instant at) {
        bands.clear();
        peeks.values().forEach(MemoryPeeks::dropStaged);
        entries.values().stream()
                .filter(entry -> entry.state() == State.LISTED && entry.isWithin(point))
                .forEach(entry -> entry.flag(Flag.SUPERSEDED, at));
        entries.values().stream()
                .filter(entry -> entry.state() == State.LISTED)
                .forEach(entry -> entry.vanished(at, LedgerEntry.GONE_WITH_EPOCH));
        closeGone();
    }

    void inherit(MemoryLedger earlier, ForkPoint point) {
        earlier.entries.forEach((id, entry) -> {
            if (entry.state() == State.HELD && entry.isRead() && !entry.isSuperseded() && entry.isWithin(point)) {
                entries.put(id, entry.inherited());
            }
        });
    }

    void supersede(Instant from) {
        entries.values().stream()
                .filter(entry -> entry.interval.end().isAfter(from))
                .forEach(entry -> entry.flag(Flag.SUPERSEDED, from));
    }

    Map<StatsKey, Long> amounts(long intervalId) {
        Map<StatsKey, Long> amounts = new HashMap<>();
        facts.getOrDefault(intervalId, List.of()).forEach(row -> amounts.put(row.key(), row.amount()));
        return amounts;
    }

    List<Band> bands() {
        return bands.values().stream().map(MemoryBand::band).toList();
    }

    MemoryBand band(BandKey key) {
        MemoryBand band = bands.get(key.firstIntervalId());
        return band != null && band.band().key().equals(key) ? band : null;
    }

    CommitResult stage(StageBatch batch) {
        BandKey key = batch.band().key();
        MemoryBand band = band(key);
        long expected = batch.band().revision();
        if (expected == 0) {
            if (!isClaimable(key)) {
                return new Fenced(band == null ? 0 : band.band().revision());
            }
            band = new MemoryBand(batch);
            bands.put(key.firstIntervalId(), band);
        } else if (band == null) {
            return new Fenced(0);
        } else if (!band.admits(batch.term(), expected)) {
            return new Fenced(band.band().revision());
        }
        content.identify(batch.identities());
        return new Committed(band.move(batch));
    }

    private boolean isClaimable(BandKey key) {
        Collection<MemoryEntry> inside = within(key);
        return bands.values().stream().noneMatch(band -> band.overlaps(key))
                && inside.stream().noneMatch(MemoryEntry::isRead)
                && inside.stream().anyMatch(entry -> entry.state() == State.LISTED);
    }

    private Collection<MemoryEntry> within(BandKey key) {
        return entries.subMap(key.firstIntervalId(), true, key.lastIntervalId(), true)
                .values();
    }

    List<Long> unidentified(BandKey key) {
        MemoryBand band = band(key);
        return band == null
                ? List.of()
                : content.unidentified(
                        band.rows.stream().map(row -> row.key().planId()).toList());
    }

    CommitResult hold(BandCompletion completion) {
        MemoryBand band = band(completion.key());
        if (band == null || !band.admits(completion.term(), completion.expectedRevision())) {
            return new Fenced(band == null ? 0 : band.band().revision());
        }
        for (MemoryEntry entry : within(completion.key())) {
            List<StatsRow> rows = new ArrayList<>(band.rows.stream()
                    .filter(row -> row.key().intervalId() == entry.interval.id())
                    .toList());
            if (!rows.isEmpty()) {
                reopen(entry.interval.id());
            }
            if (entry.state() == State.LISTED || (entry.state() == State.GONE && !rows.isEmpty())) {
                if (rows.removeIf(row -> row.key().planId() < 0)) {
                    entry.flag(Flag.IDENTITY_LOST, completion.heldAt());
                }
                hold(entry, rows, completion);
            }
        }
        bands.remove(completion.key().firstIntervalId());
        return new Committed(0);
    }

    private void hold(MemoryEntry entry, List<StatsRow> rows, BandCompletion completion) {
        long id = entry.interval.id();
        completion.flags().forEach(flag -> entry.flag(flag, completion.heldAt()));
        if (rows.stream()
                .anyMatch(row -> completion.lostPlanIds().contains(row.key().planId()))) {
            entry.flag(Flag.IDENTITY_LOST, completion.heldAt());
        }
        MemoryPeeks peeked = peeks.remove(id);
        if (peeked != null && MemoryRows.keepMore(rows, peeked.current())) {
            entry.flag(Flag.LOST_AT_SOURCE, completion.heldAt());
            if (rows.stream().anyMatch(row -> !content.isIdentified(row.key().planId()))) {
                entry.flag(Flag.IDENTITY_LOST, completion.heldAt());
            }
        }
        facts.put(id, rows);
        entry.held(MemoryRows.figures(rows));
    }

    CommitResult drop(BandKey key, long expected) {
        MemoryBand band = band(key);
        if (band == null || band.band().revision() != expected) {
            return new Fenced(band == null ? 0 : band.band().revision());
        }
        bands.remove(key.firstIntervalId());
        return new Committed(0);
    }

    void peek(PeekBatch batch) {
        MemoryEntry entry = entries.get(batch.intervalId());
        if (entry != null && entry.state() == State.LISTED) {
            peeks.computeIfAbsent(batch.intervalId(), id -> new MemoryPeeks()).add(batch);
        }
    }

    MemoryPeeks peeks(long intervalId) {
        return peeks.get(intervalId);
    }

    CommitResult correct(long intervalId, long expected, List<? extends StatsRow> rows) {
        MemoryEntry entry = entries.get(intervalId);
        if (entry == null || entry.state() != State.HELD || entry.revision() != expected) {
            return new Fenced(entry == null ? 0 : entry.revision());
        }
        List<StatsRow> merged = new ArrayList<>(facts.getOrDefault(intervalId, List.of()));
        MemoryRows.keepMore(merged, rows);
        facts.put(intervalId, merged);
        return new Committed(entry.corrected(MemoryRows.figures(merged)));
    }

    CommitResult restore(long intervalId, long expected, List<? extends StatsRow> rows) {
        MemoryEntry entry = entries.get(intervalId);
        if (entry == null
                || entry.state() != State.HELD
                || entry.revision() != expected
                || !IntervalFigures.of(rows).agreesWith(entry.snapshot().figures())) {
            return new Fenced(entry == null ? 0 : entry.revision());
        }
        facts.put(intervalId, new ArrayList<>(rows));
        return new Committed(entry.corrected(MemoryRows.figures(rows)));
    }

    Map<Long, IntervalFigures> storedFigures(Instant from, Instant to) {
        Map<Long, IntervalFigures> figures = new TreeMap<>();
        facts.forEach((id, rows) -> {
            Instant start = entries.get(id).interval.start();
            if (!rows.isEmpty() && !start.isBefore(from) && start.isBefore(to)) {
                figures.put(id, MemoryRows.figures(rows));
            }
        });
        return figures;
    }

    void expire(long intervalId) {
        facts.remove(intervalId);
        peeks.remove(intervalId);
        if (entries.get(intervalId).state() == State.HELD) {
            entries.get(intervalId).expired();
        }
    }

    /** Not the highest one, nor any of a band. */
    boolean mayForget(long intervalId) {
        return intervalId < entries.lastKey()
                && bands().stream()
                        .noneMatch(band -> band.key().firstIntervalId() <= intervalId
                                && intervalId <= band.key().lastIntervalId());
    }

    void forget(long intervalId) {
        entries.remove(intervalId);
    }

    void expireInherited(RuntimeStatsInterval interval) {
        MemoryEntry entry = entries.get(interval.id());
        if (entry != null && entry.state() == State.INHERITED && entry.interval.equals(interval)) {
            entry.expired();
        }
    }

    boolean hasFactsOrPeek(long intervalId) {
        return entries.get(intervalId).state() == State.HELD || peeks.containsKey(intervalId);
    }

    Map<Long, List<StatsRow>> facts() {
        return facts;
    }
}

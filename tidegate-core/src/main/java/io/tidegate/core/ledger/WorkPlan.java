package io.tidegate.core.ledger;

import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.Band;
import io.tidegate.core.store.LedgerEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Who takes what, and in which order. Derived from the ledger each time: an outage, a failed write and a skipped pass
 * all look the same, an interval that the source has and we do not hold. Immutable; the two loops' shares never overlap
 * for one clock reading.
 */
public final class WorkPlan {
    private static final Duration TICK_WINDOW = Duration.ofHours(2);

    private final SeriesKey series;
    private final Situation situation;
    private final BudgetLadder ladder;
    private final List<LedgerEntry> unheld;
    private final List<Band> underWay;
    private final BandCutter cutter;

    /**
     * A plan for one series and kind.
     *
     * @param series whose
     * @param situation the source now
     * @param ladder what failures have left of the budgets
     * @param unheld listed intervals that are not held, oldest first
     * @param underWay bands that were begun
     */
    public WorkPlan(
            SeriesKey series, Situation situation, BudgetLadder ladder, List<LedgerEntry> unheld, List<Band> underWay) {
        this.series = series;
        this.situation = situation;
        this.ladder = ladder;
        this.unheld = List.copyOf(unheld);
        this.underWay = List.copyOf(underWay);
        this.cutter = new BandCutter(series, situation, ladder.isSingleInterval());
    }

    /**
     * The tick's share: its bands under way, then unheld settled intervals that end after first contact and within the
     * last two hours (or two intervals, if longer) of settled time, oldest first.
     *
     * @return in the order in which to read; empty when there is nothing
     */
    public List<PlannedBand> tick() {
        return inLine(resumed(true), cutter.oldestFirst(share(true), false));
    }

    /**
     * The backfill's share: its bands under way; what the source is about to expire, oldest first; then all other
     * unheld settled intervals inside the horizon, newest first.
     *
     * @return in the order in which to read; empty when there is nothing
     */
    public List<PlannedBand> backfill() {
        List<LedgerEntry> share = share(false);
        int expiring = ExpiryRule.expiring(share, situation);
        List<PlannedBand> fresh = new ArrayList<>(cutter.oldestFirst(share.subList(0, expiring), true));
        fresh.addAll(cutter.newestFirst(share.subList(expiring, share.size())));
        return inLine(resumed(false), fresh);
    }

    /**
     * Whether an interval is the tick's to read.
     *
     * @param entry a listed interval
     * @return false when it is the backfill's
     */
    public boolean isTicks(LedgerEntry entry) {
        Instant end = entry.interval().end();
        Instant settled = situation
                .sourceNow()
                .minus(situation.clock().flush())
                .minus(situation.clock().margin());
        Duration two = situation.intervalLength().multipliedBy(2);
        Duration window = two.compareTo(TICK_WINDOW) > 0 ? two : TICK_WINDOW;
        return end.isAfter(situation.firstContact()) && end.isAfter(settled.minus(window));
    }

    private List<LedgerEntry> share(boolean ticks) {
        return unheld.stream()
                .filter(this::isReadable)
                .filter(entry -> isTicks(entry) == ticks)
                .toList();
    }

    private boolean isReadable(LedgerEntry entry) {
        return situation.clock().isSettled(entry.interval(), situation.sourceNow())
                && situation.isWanted(entry.interval())
                && !isWaitingTorn(entry)
                && underWay.stream().noneMatch(band -> covers(band, entry));
    }

    private boolean isWaitingTorn(LedgerEntry entry) {
        return entry.tornAt() != null
                && situation.sourceNow().isBefore(entry.tornAt().plus(LedgerEntry.TORN_SPACING));
    }

    private List<PlannedBand> resumed(boolean ticks) {
        return underWay.stream()
                .map(this::resume)
                .filter(planned -> isTicks(planned) == ticks)
                .toList();
    }

    private PlannedBand resume(Band band) {
        List<LedgerEntry> inside =
                unheld.stream().filter(entry -> covers(band, entry)).toList();
        boolean several = band.key().firstIntervalId() != band.key().lastIntervalId();
        boolean stuck =
                band.attempts() >= BandCutter.BACK_OF_LINE || (ladder.isSingleInterval() && band.cursor() == null);
        Instant from =
                inside.isEmpty() ? Instant.EPOCH : inside.getFirst().interval().start();
        Instant to =
                inside.isEmpty() ? Instant.EPOCH : inside.getLast().interval().end();
        return new PlannedBand(band.key(), from, to, band, several && stuck, false);
    }

    /** A band belongs to whoever its newest unheld interval belongs to; one that has none left, to the backfill. */
    private boolean isTicks(PlannedBand planned) {
        return unheld.reversed().stream()
                .filter(entry -> entry.interval().id() >= planned.key().firstIntervalId()
                        && entry.interval().id() <= planned.key().lastIntervalId())
                .findFirst()
                .map(this::isTicks)
                .orElse(false);
    }

    private static boolean covers(Band band, LedgerEntry entry) {
        long id = entry.interval().id();
        return id >= band.key().firstIntervalId() && id <= band.key().lastIntervalId();
    }

    private static List<PlannedBand> inLine(List<PlannedBand> resumed, List<PlannedBand> fresh) {
        List<PlannedBand> line = new ArrayList<>();
        resumed.stream().filter(planned -> !isBackOfLine(planned)).forEach(line::add);
        line.addAll(fresh);
        resumed.stream().filter(WorkPlan::isBackOfLine).forEach(line::add);
        return line;
    }

    static boolean isBackOfLine(PlannedBand planned) {
        return planned.underWay() != null && planned.underWay().attempts() >= BandCutter.BACK_OF_LINE;
    }

    @Override
    public String toString() {
        return "WorkPlan[" + series + ", " + unheld.size() + " unheld, " + underWay.size() + " under way]";
    }
}

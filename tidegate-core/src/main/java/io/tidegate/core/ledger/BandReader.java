package io.tidegate.core.ledger;

import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.Sentinel;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.Band;
import io.tidegate.core.store.BandCompletion;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.CommitResult;
import io.tidegate.core.store.LedgerEntry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads bands from a source into the store, slice by slice: claims, checks the epoch, stages rows with their cursor,
 * fetches identities, checks again, and holds. Each commit carries rows and the progress that they vouch for, so that
 * whatever fails between two of them, the next reading goes on where the store says. Confined to one thread; blocks as
 * long as source and store do. Faults of both pass through; after an ambiguous one the next reading begins with the
 * store's bands, as every reading does.
 *
 * @param <X> how reading the source fails
 */
public final class BandReader<X extends Exception> {
    /** Agreeing torn reads after which parts are taken for split at the source. */
    public static final int AGREEING_READS = 3;

    private static final int NEWEST_SENTINELS = 8;
    private static final int OLDEST_SENTINELS = 4;
    private static final int IDENTITIES_AT_ONCE = 500;
    private static final int BATCH_ROWS = 4 * 1024 * 1024 / RuntimeRow.FIXED_BYTES;

    private final CollectorStore store;
    private final BandSource<X> source;
    private final InstantSource sourceClock;
    private final SliceMeter meter;

    /** The witnesses agreed, and nothing was read since: the last band's second check is the next one's first. */
    private boolean isWitnessed;

    private List<Sentinel> witnesses = List.of();
    private @Nullable SeriesKey witnessed;

    /**
     * A reader for one slice.
     *
     * @param store where rows go
     * @param source where they come from
     * @param sourceClock the source's clock
     * @param meter the slice's budget, shared by all bands that are read in it
     */
    public BandReader(CollectorStore store, BandSource<X> source, InstantSource sourceClock, SliceMeter meter) {
        this.store = store;
        this.source = source;
        this.sourceClock = sourceClock;
        this.meter = meter;
    }

    /**
     * Reads a band as far as the budget goes.
     *
     * @param task which band
     * @return how it ended
     * @throws X when the source fails; what was staged stays
     * @throws io.tidegate.core.store.StoreException when the store fails
     */
    public BandOutcome read(BandTask task) throws X {
        PlannedBand planned = task.planned();
        if (planned.isRestart()) {
            Band old = Objects.requireNonNull(planned.underWay(), "a restart is of a band under way");
            return store.dropBand(old.key(), old.revision()) instanceof CommitResult.Committed
                    ? new BandOutcome.Restarted()
                    : new BandOutcome.Fenced();
        }
        BandWriter band = BandWriter.begin(store, task);
        if (band == null) {
            return new BandOutcome.Fenced();
        }
        try {
            return read(band, task);
        } catch (Exception failed) {
            band.noteFailure();
            throw failed;
        }
    }

    private BandOutcome read(BandWriter band, BandTask task) throws X {
        SentinelCheck.Verdict before = isWitnessed
                ? SentinelCheck.Verdict.AGREE
                : checkEpoch(band.band().key());
        isWitnessed = false;
        if (before != SentinelCheck.Verdict.AGREE) {
            return dropped(band, new BandOutcome.EpochChanged(before));
        }
        BandOutcome ended = band.band().phase() == Band.Phase.ROWS ? readRows(band) : resumeIdentities(band);
        return ended != null ? ended : identifyAndHold(band, task);
    }

    /** Those known when the slice began serve all of it: a witness never changes. */
    private List<Sentinel> witnesses(BandKey key) {
        if (witnesses.isEmpty() || !key.series().equals(witnessed)) {
            witnesses = store.sentinels(key.series(), NEWEST_SENTINELS, OLDEST_SENTINELS);
            witnessed = key.series();
        }
        return witnesses;
    }

    private SentinelCheck.Verdict checkEpoch(BandKey key) throws X {
        List<Sentinel> known = witnesses(key);
        if (known.isEmpty()) {
            return SentinelCheck.Verdict.AGREE;
        }
        return SentinelCheck.check(
                known, source.sentinels(known.stream().map(Sentinel::planId).toList()));
    }

    private static BandOutcome dropped(BandWriter band, BandOutcome why) {
        return band.drop() ? why : new BandOutcome.Fenced();
    }

    /** Null when all rows are staged and nothing speaks against going on. */
    private @Nullable BandOutcome readRows(BandWriter band) throws X {
        RowIntake intake = new RowIntake(band.band());
        boolean several = isSeveral(band.band().key());
        ReadBudget.Limit limit = ReadBudget.Limit.NONE;
        try (BandSource.RowPages<X> pages = source.openRows(
                band.band().key(), band.band().byPlan(), band.band().cursor())) {
            for (List<RuntimeRow> page = pages.next(); !page.isEmpty(); page = pages.next()) {
                for (RuntimeRow part : page) {
                    meter.count(1, RuntimeRow.FIXED_BYTES);
                    if (!intake.accept(part)) {
                        continue;
                    }
                    limit = meter.spent();
                    if (limit != ReadBudget.Limit.NONE) {
                        break;
                    }
                    if (intake.pending() >= BATCH_ROWS && !stage(band, intake)) {
                        return new BandOutcome.Fenced();
                    }
                }
                if (limit != ReadBudget.Limit.NONE) {
                    break;
                }
            }
            if (limit == ReadBudget.Limit.NONE) {
                intake.finish(); // also where the source cut: it does so between two keys only
                limit = pages.isComplete() ? limit : cutBySource();
            }
        }
        if (several && !intake.torn().isEmpty()) {
            return dropTorn(band, intake.torn());
        }
        return limit == ReadBudget.Limit.NONE ? endRows(band, intake) : cut(band, intake, limit);
    }

    /** The source ended the reading before its rows did: by a limit that the meter sees, or by the step's. */
    private ReadBudget.Limit cutBySource() {
        ReadBudget.Limit seen = meter.spent();
        return seen == ReadBudget.Limit.NONE ? ReadBudget.Limit.DEADLINE : seen;
    }

    private static boolean stage(BandWriter band, RowIntake intake) {
        return band.stage(
                intake.take(),
                Objects.requireNonNull(intake.cursor(), "a pending row moved the cursor"),
                intake.splitKeys(),
                intake.checksum());
    }

    private static BandOutcome cut(BandWriter band, RowIntake intake, ReadBudget.Limit limit) {
        return intake.pending() == 0 || stage(band, intake) ? new BandOutcome.Cut(limit) : new BandOutcome.Fenced();
    }

    private @Nullable BandOutcome endRows(BandWriter band, RowIntake intake) {
        if (!band.stageLast(intake.take(), intake.cursor(), intake.splitKeys(), intake.checksum())) {
            return new BandOutcome.Fenced();
        }
        if (intake.splitKeys() == 0) {
            return null;
        }
        BandKey key = band.band().key();
        int agreeing = store.noteTorn(
                key.series(), key.kind(), key.firstIntervalId(), intake.checksum(), sourceClock.instant());
        return agreeing >= AGREEING_READS ? null : dropped(band, new BandOutcome.Torn(List.of(key.firstIntervalId())));
    }

    /** Dropped first: were the reads noted first, a crash between would count the same rows twice. */
    private BandOutcome dropTorn(BandWriter band, Map<Long, Long> torn) {
        if (!band.drop()) {
            return new BandOutcome.Fenced();
        }
        BandKey key = band.band().key();
        torn.forEach((interval, checksum) ->
                store.noteTorn(key.series(), key.kind(), interval, checksum, sourceClock.instant()));
        return new BandOutcome.Torn(List.copyOf(torn.keySet()));
    }

    /** A band with split keys goes on only when three reads have agreed; else its reading was broken off: dropped. */
    private @Nullable BandOutcome resumeIdentities(BandWriter band) {
        if (band.band().splitKeys() == 0 || hasAgreed(band.band())) {
            return null;
        }
        return dropped(band, new BandOutcome.Torn(List.of(band.band().key().firstIntervalId())));
    }

    private boolean hasAgreed(Band band) {
        BandKey key = band.key();
        return store.unheld(key.series(), key.kind()).stream()
                .filter(entry -> entry.interval().id() == key.firstIntervalId())
                .anyMatch(entry -> entry.tornReads() >= AGREEING_READS && entry.tornChecksum() == band.checksum());
    }

    private BandOutcome identifyAndHold(BandWriter band, BandTask task) throws X {
        BandKey key = band.band().key();
        List<Long> missing = store.unidentifiedPlans(key);
        Set<Long> lost = new HashSet<>(missing);
        for (int from = 0; from < missing.size(); from += IDENTITIES_AT_ONCE) {
            List<Long> some = missing.subList(from, Math.min(missing.size(), from + IDENTITIES_AT_ONCE));
            List<PlanIdentity> found = source.identities(some);
            found.forEach(identity -> lost.remove(identity.planId()));
            meter.count(found.size(), (long) PlanIdentity.FIXED_BYTES * found.size());
            if (!found.isEmpty() && !band.identify(found)) {
                return new BandOutcome.Fenced();
            }
            // Cut only where something was found: else the next slice would ask for the same lost ones for ever.
            boolean isLast = from + IDENTITIES_AT_ONCE >= missing.size();
            if (!isLast && !found.isEmpty() && meter.spent() != ReadBudget.Limit.NONE) {
                return new BandOutcome.Cut(meter.spent());
            }
        }
        SentinelCheck.Verdict after = checkEpoch(key);
        isWitnessed = after == SentinelCheck.Verdict.AGREE;
        return after == SentinelCheck.Verdict.AGREE
                ? hold(band, task, lost)
                : dropped(band, new BandOutcome.EpochChanged(after));
    }

    private BandOutcome hold(BandWriter band, BandTask task, Set<Long> lost) {
        BandKey key = band.band().key();
        Set<LedgerEntry.Flag> flags = EnumSet.noneOf(LedgerEntry.Flag.class);
        flags.addAll(task.flags());
        if (band.band().splitKeys() > 0) {
            flags.add(LedgerEntry.Flag.SPLIT);
        }
        CommitResult result = store.hold(
                new BandCompletion(task.term(), key, band.band().revision(), sourceClock.instant(), flags, lost));
        return result instanceof CommitResult.Committed
                ? new BandOutcome.Held(band.band().stagedRows())
                : new BandOutcome.Fenced();
    }

    private static boolean isSeveral(BandKey key) {
        return key.firstIntervalId() != key.lastIntervalId();
    }

    /**
     * What a slice reads: bands one after the other, until its budget is used up or one of them ends the work.
     *
     * @param tasks in the order in which to read
     * @return how each ended that was begun
     * @throws X when the source fails
     */
    public List<BandOutcome> readAll(List<BandTask> tasks) throws X {
        List<BandOutcome> outcomes = new ArrayList<>();
        for (BandTask task : tasks) {
            BandOutcome outcome = read(task);
            outcomes.add(outcome);
            boolean goesOn = switch (outcome) {
                case BandOutcome.Held held -> true;
                case BandOutcome.Torn torn -> true;
                case BandOutcome.Restarted restarted -> true;
                case BandOutcome.Cut cut -> false;
                case BandOutcome.EpochChanged changed -> false;
                case BandOutcome.Fenced fenced -> true;
            };
            if (!goesOn || meter.spent() != ReadBudget.Limit.NONE) {
                break;
            }
        }
        return outcomes;
    }
}

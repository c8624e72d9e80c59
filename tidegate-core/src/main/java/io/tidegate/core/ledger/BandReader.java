package io.tidegate.core.ledger;

import io.tidegate.core.model.StatsRow;
import io.tidegate.core.store.Band;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.CommitResult;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Reads bands from a source into the store, slice by slice: checks the epoch, reads rows, fetches identities, checks again,
 * and holds. Small bands wait in memory, about 4 MB of them, and become held together; of a larger one batches of that
 * size are staged, each with its cursor. Store calls run behind the reading, one at a time, so that at most four batches
 * and the spare ones lie between wire and disk. Each commit carries rows and the progress that they vouch for, so that whatever fails between
 * two of them, the next reading goes on where the store says. Confined to one thread; blocks as long as source and store
 * do. Faults of both pass through, and no store call runs any more by then; after an ambiguous one the next reading begins
 * with the store's bands, as every reading does.
 *
 * @param <X> how reading the source fails
 */
public final class BandReader<X extends Exception> {
    /** Agreeing torn reads after which parts are taken for split at the source. */
    public static final int AGREEING_READS = 3;

    private final CollectorStore store;
    private final BandSource<X> source;
    private final InstantSource sourceClock;
    private final SliceMeter meter;
    private final Witnesses<X> witnesses;
    private final WriteBehind behind;
    private final BandOutcomes outcomes = new BandOutcomes();
    private final BandGroup<X> group;

    /** The band that is being read, to be told when that fails. */
    private @Nullable BandWriter reading;

    /**
     * A reader for one slice.
     *
     * @param store where rows go
     * @param source where they come from
     * @param sourceClock the source's clock
     * @param meter the slice's budget, shared by all bands that are read in it
     * @param executor runs store calls behind the reading: each on a thread of its own, or at once
     * @param spare batches that may wait for the store beyond one
     */
    public BandReader(
            CollectorStore store,
            BandSource<X> source,
            InstantSource sourceClock,
            SliceMeter meter,
            Executor executor,
            SpareBatches spare) {
        this.store = store;
        this.source = source;
        this.sourceClock = sourceClock;
        this.meter = meter;
        this.witnesses = new Witnesses<>(store, source);
        this.behind = new WriteBehind(executor, 1, spare);
        this.group = new BandGroup<>(store, source, sourceClock, meter, witnesses, behind, outcomes);
    }

    /**
     * What a slice reads: bands one after the other, until its budget is used up or one of them ends the work. To be called
     * once.
     *
     * @param tasks in the order in which to read
     * @return how each ended that was begun, in that order
     * @throws X when the source fails; what was staged stays
     * @throws io.tidegate.core.store.StoreException when the store fails
     */
    public List<BandOutcome> readAll(List<BandTask> tasks) throws X {
        try (behind) {
            for (BandTask task : tasks) {
                read(task);
                if (outcomes.isOver() || meter.spent() != ReadBudget.Limit.NONE) {
                    break;
                }
            }
            group.finish();
        } catch (Exception failed) {
            group.stash();
            if (reading != null) {
                reading.noteFailure();
            }
            throw failed;
        }
        return outcomes.all();
    }

    /** A band whose reading has failed before goes alone, so that it takes no others down with it. */
    private void read(BandTask task) throws X {
        Band underWay = task.planned().underWay();
        boolean isAlone = underWay != null && underWay.attempts() > 0;
        if (isAlone || group.isFull()) {
            group.finish();
            if (outcomes.isOver()) {
                return;
            }
        }
        int number = outcomes.begin();
        BandOutcome ended = begin(number, task);
        if (ended != null) {
            outcomes.set(number, ended);
        }
        if (isAlone || group.isFull()) {
            group.finish();
        }
    }

    /** Null when the band is in the group, and its end comes with that. */
    private @Nullable BandOutcome begin(int number, BandTask task) throws X {
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
        reading = band;
        source.begin(planned);
        SentinelCheck.Verdict before = witnesses.before(band.band().key().series());
        BandOutcome ended;
        if (before != SentinelCheck.Verdict.AGREE) {
            ended = dropped(band, new BandOutcome.EpochChanged(before));
        } else if (band.band().phase() == Band.Phase.ROWS) {
            ended = readRows(number, task, band);
        } else {
            ended = resumeIdentities(number, task, band);
        }
        reading = null;
        return ended;
    }

    private static BandOutcome dropped(BandWriter band, BandOutcome why) {
        return band.drop() ? why : new BandOutcome.Fenced();
    }

    private @Nullable BandOutcome readRows(int number, BandTask task, BandWriter band) throws X {
        RowIntake intake = new RowIntake(band.band());
        boolean several = isSeveral(band.band().key());
        ReadBudget.Limit limit = ReadBudget.Limit.NONE;
        witnesses.noteRead();
        try (BandSource.RowPages<X> pages = source.openRows(
                band.band().key(), band.band().byPlan(), band.band().cursor())) {
            for (List<? extends StatsRow> page = pages.next(); !page.isEmpty(); page = pages.next()) {
                for (StatsRow part : page) {
                    meter.count(1, part.fixedBytes());
                    if (!intake.accept(part)) {
                        continue;
                    }
                    ReadBudget.Limit now = meter.spent();
                    limit = now == ReadBudget.Limit.NONE ? limit : now;
                    if (isBySize(now)) {
                        break;
                    }
                    if (intake.pendingBytes() >= BandGroup.MOST_BYTES && !stageBehind(band, intake)) {
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
        if (!isStaged(band, intake)) {
            return new BandOutcome.Fenced();
        }
        if (several && !intake.torn().isEmpty()) {
            return dropTorn(band, intake.torn());
        }
        return limit == ReadBudget.Limit.NONE ? endRows(number, task, band, intake) : cut(band, intake, limit);
    }

    /** What has come when the time is over was paid for by the source, and is kept: of a slow one that may be all there is. */
    private static boolean isBySize(ReadBudget.Limit limit) {
        return limit == ReadBudget.Limit.BYTES || limit == ReadBudget.Limit.ROWS;
    }

    /** The source ended the reading before its rows did: by a limit that the meter sees, or by the step's. */
    private ReadBudget.Limit cutBySource() {
        ReadBudget.Limit seen = meter.spent();
        return seen == ReadBudget.Limit.NONE ? ReadBudget.Limit.DEADLINE : seen;
    }

    /** Stages what is pending while the reading goes on; false when a batch before it is known to be fenced. */
    private boolean stageBehind(BandWriter band, RowIntake intake) {
        if (band.isFenced()) {
            return false;
        }
        BandWriter.Rest rest = intake.take();
        behind.run(() -> band.stage(rest));
        intake.noteStaged();
        return true;
    }

    /** Whether all that was handed over of a band is in the store; waits for it. */
    private boolean isStaged(BandWriter band, RowIntake intake) {
        if (intake.wasStaged()) {
            behind.join();
        }
        return !band.isFenced();
    }

    private static BandOutcome cut(BandWriter band, RowIntake intake, ReadBudget.Limit limit) {
        return intake.pendingBytes() == 0 || band.stage(intake.take())
                ? new BandOutcome.Cut(limit)
                : new BandOutcome.Fenced();
    }

    private @Nullable BandOutcome endRows(int number, BandTask task, BandWriter band, RowIntake intake) {
        BandWriter.Rest rest = intake.take();
        if (rest.splitKeys() == 0) {
            group.add(number, task, band, rest);
            return null;
        }
        if (!band.stageLast(rest, List.of())) {
            return new BandOutcome.Fenced();
        }
        BandKey key = band.band().key();
        int agreeing =
                store.noteTorn(key.series(), key.kind(), key.firstIntervalId(), rest.checksum(), sourceClock.instant());
        if (agreeing < AGREEING_READS) {
            return dropped(band, new BandOutcome.Torn(List.of(key.firstIntervalId())));
        }
        group.add(number, task, band, band.nothing());
        return null;
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
    private @Nullable BandOutcome resumeIdentities(int number, BandTask task, BandWriter band) {
        if (band.band().splitKeys() == 0 || hasAgreed(band.band())) {
            group.add(number, task, band, band.nothing());
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

    private static boolean isSeveral(BandKey key) {
        return key.firstIntervalId() != key.lastIntervalId();
    }
}

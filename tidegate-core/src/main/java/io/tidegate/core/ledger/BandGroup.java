package io.tidegate.core.ledger;

import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.CommitResult;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.WholeBand;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Bands that were read whole and wait to become held together: one look for identities, one check of witnesses and one
 * transaction serve all of them, and the transaction runs behind the reading of the next ones. Confined to one thread.
 *
 * @param <X> how reading the source fails
 */
final class BandGroup<X extends Exception> {
    /** Rows of so many bytes are handed over. */
    static final long MOST_BYTES = 4L * 1024 * 1024;

    private static final int MOST_BANDS = 64;
    private static final int IDENTITIES_AT_ONCE = 500;

    private final CollectorStore store;
    private final BandSource<X> source;
    private final InstantSource sourceClock;
    private final SliceMeter meter;
    private final Witnesses<X> witnesses;
    private final WriteBehind behind;
    private final BandOutcomes outcomes;

    /** Plans that the store has identities of, as far as this slice met them, once what runs behind is committed. */
    private final Set<Long> identified = new HashSet<>();

    /** A band was refused: its plans are not identified after all, nor is what the groups behind it count on. */
    private volatile boolean wasRefused;

    private List<Member> members = new ArrayList<>();
    private long bytes;

    /** Identities that the source was asked for and that are not in the store yet. */
    private Map<Long, PlanIdentity> found = new HashMap<>();

    BandGroup(
            CollectorStore store,
            BandSource<X> source,
            InstantSource sourceClock,
            SliceMeter meter,
            Witnesses<X> witnesses,
            WriteBehind behind,
            BandOutcomes outcomes) {
        this.store = store;
        this.source = source;
        this.sourceClock = sourceClock;
        this.meter = meter;
        this.witnesses = witnesses;
        this.behind = behind;
        this.outcomes = outcomes;
    }

    /** A band whose rows are all read; what of them is not staged lies in here. */
    private record Member(int number, BandTask task, BandWriter band, BandWriter.Rest rest, Set<Long> plans) {}

    /** Adds a band that was begun as the given one of the slice. */
    void add(int number, BandTask task, BandWriter band, BandWriter.Rest rest) {
        Set<Long> plans = new HashSet<>();
        for (StatsRow row : rest.rows()) {
            bytes += row.fixedBytes();
            if (row.key().planId() > 0) {
                plans.add(row.key().planId());
            }
        }
        members.add(new Member(number, task, band, rest, plans));
    }

    boolean isFull() {
        return bytes >= MOST_BYTES || members.size() >= MOST_BANDS;
    }

    /**
     * Identities, the second check, and the hand-over to the store. To be called while no statement is open. The source is
     * asked while groups before are being stored. The outcomes of the bands are there once what runs behind was waited for.
     */
    void finish() throws X {
        if (members.isEmpty()) {
            return;
        }
        forgetRefused();
        Asked asked = ask();
        if (asked.limit() != ReadBudget.Limit.NONE) {
            cut(asked.limit());
            return;
        }
        List<Member> ended = members;
        if (asked.verdict() != SentinelCheck.Verdict.AGREE) {
            for (Member one : leave()) {
                outcomes.set(
                        one.number(),
                        one.band().drop() ? new BandOutcome.EpochChanged(asked.verdict()) : new BandOutcome.Fenced());
            }
            return;
        }
        Set<Long> lost = new HashSet<>(asked.missing());
        lost.removeAll(found.keySet());
        List<WholeBand> whole =
                ended.stream().map(one -> whole(one, lost, asked.hasAllPlans())).toList();
        behind.run(
                () -> hold(ended, whole)); // or it throws what failed before, and the group is still here to be staged
        leave();
        ended.forEach(
                one -> one.plans().stream().filter(plan -> !lost.contains(plan)).forEach(identified::add));
    }

    /** Where a band was refused, what the store has identities of is asked anew. */
    private void forgetRefused() {
        if (wasRefused) {
            behind.join();
            identified.clear();
            wasRefused = false;
        }
    }

    /**
     * What the source was asked.
     *
     * @param missing plans without identity in the store
     * @param limit other than NONE when the budget was used up before all were asked for; nothing was checked then
     * @param hasAllPlans whether clean-up has taken no plan among those of the group; asked only where it may have run
     * @param verdict of the second check
     */
    private record Asked(
            Set<Long> missing, ReadBudget.Limit limit, boolean hasAllPlans, SentinelCheck.Verdict verdict) {}

    private Asked ask() throws X {
        SeriesKey series = members.getFirst().band().band().key().series();
        Set<Long> missing = missing(series);
        ReadBudget.Limit limit = identify(new ArrayList<>(missing));
        if (limit != ReadBudget.Limit.NONE) {
            return new Asked(missing, limit, false, SentinelCheck.Verdict.AGREE);
        }
        boolean hasAllPlans = hasAllPlans();
        return new Asked(missing, limit, hasAllPlans, witnesses.behind(series));
    }

    /** Where clean-up may have run, whether the source has every plan between the lowest and the highest of the group. */
    private boolean hasAllPlans() throws X {
        LongSummaryStatistics ids = members.stream()
                .filter(one -> one.task().flags().contains(Flag.THINNED))
                .flatMapToLong(one -> one.plans().stream().mapToLong(Long::longValue))
                .summaryStatistics();
        if (ids.getCount() == 0) {
            return false;
        }
        witnesses.noteRead();
        return source.hasAllPlans(ids.getMin(), ids.getMax());
    }

    /**
     * Whether no plan is missing among those of a band. Of a band that was staged in parts not all plans are known here; one
     * without rows may have lost all of them.
     */
    private static boolean isWithoutHole(Member one, boolean hasAllPlans) {
        if (one.plans().isEmpty() || one.band().band().stagedRows() > 0) {
            return false;
        }
        LongSummaryStatistics ids =
                one.plans().stream().mapToLong(Long::longValue).summaryStatistics();
        return hasAllPlans || ids.getMax() - ids.getMin() + 1 == one.plans().size();
    }

    private List<Member> leave() {
        List<Member> all = members;
        members = new ArrayList<>();
        found = new HashMap<>();
        bytes = 0;
        return all;
    }

    /** Plans of the group that the store knows no identity of. */
    private Set<Long> missing(SeriesKey series) {
        Set<Long> asked = new HashSet<>();
        Set<Long> missing = new TreeSet<>();
        for (Member one : members) {
            asked.addAll(one.plans());
            if (one.band().band().stagedRows() > 0) {
                List<Long> staged = store.unidentifiedPlans(one.band().band().key());
                one.plans().addAll(staged);
                missing.addAll(staged);
            }
        }
        asked.removeAll(identified);
        if (!asked.isEmpty()) {
            missing.addAll(store.unidentifiedPlans(series, asked));
        }
        return missing;
    }

    /** Asks the source; a limit other than NONE when the budget was used up before all were asked for. */
    private ReadBudget.Limit identify(List<Long> missing) throws X {
        for (int from = 0; from < missing.size(); from += IDENTITIES_AT_ONCE) {
            List<Long> some = missing.subList(from, Math.min(missing.size(), from + IDENTITIES_AT_ONCE));
            witnesses.noteRead();
            BandSource.Identities came = source.identities(some);
            List<PlanIdentity> there = came.found();
            there.forEach(identity -> found.put(identity.planId(), identity));
            meter.count(there.size(), (long) PlanIdentity.FIXED_BYTES * there.size());
            // Cut only where something was found: else the next slice would ask for the same lost ones for ever.
            boolean isLast = from + IDENTITIES_AT_ONCE >= missing.size();
            ReadBudget.Limit limit = meter.spent();
            if (!came.isComplete()) {
                return limit == ReadBudget.Limit.NONE ? ReadBudget.Limit.DEADLINE : limit;
            }
            if (!isLast && !there.isEmpty() && limit != ReadBudget.Limit.NONE) {
                return limit;
            }
        }
        return ReadBudget.Limit.NONE;
    }

    private void cut(ReadBudget.Limit limit) {
        for (Member one : members) {
            boolean staged = one.band().stageLast(one.rest(), found(one));
            outcomes.set(one.number(), staged ? new BandOutcome.Cut(limit) : new BandOutcome.Fenced());
        }
        leave();
    }

    /**
     * The reading has failed: what was read whole, and the identities that came, are staged, so that it need not be read
     * again. Throws nothing; stops where the store fails too.
     */
    void stash() {
        for (Member one : members) {
            try {
                one.band().stageLast(one.rest(), found(one));
            } catch (RuntimeException alsoFailed) {
                break;
            }
        }
        leave();
    }

    private List<PlanIdentity> found(Member one) {
        return found.isEmpty()
                ? List.of()
                : found.values().stream()
                        .filter(identity -> one.plans().contains(identity.planId()))
                        .toList();
    }

    private WholeBand whole(Member one, Set<Long> lost, boolean hasAllPlans) {
        Set<Flag> flags = EnumSet.noneOf(Flag.class);
        flags.addAll(one.task().flags());
        if (isWithoutHole(one, hasAllPlans)) {
            flags.remove(Flag.THINNED);
        }
        if (one.rest().splitKeys() > 0) {
            flags.add(Flag.SPLIT);
        }
        return one.band().whole(one.rest(), found(one), sourceClock.instant(), flags, lost);
    }

    /** Runs behind the reading, one group after the other. */
    private void hold(List<Member> ended, List<WholeBand> whole) {
        if (wasRefused) {
            // its identities may count on the refused ones; nothing of it is stored, so it is read again
            ended.forEach(one -> outcomes.set(one.number(), new BandOutcome.Fenced()));
            return;
        }
        List<CommitResult> results;
        try {
            results = store.holdWhole(whole);
        } catch (RuntimeException failed) {
            for (Member one : ended) {
                if (!one.band().noteFailure()) {
                    break;
                }
            }
            throw failed;
        }
        for (int i = 0; i < ended.size(); i++) {
            Member one = ended.get(i);
            switch (results.get(i)) {
                case CommitResult.Committed committed ->
                    outcomes.set(
                            one.number(),
                            new BandOutcome.Held(whole.get(i).last().band().stagedRows()));
                case CommitResult.Fenced fenced -> {
                    wasRefused = true;
                    outcomes.set(one.number(), new BandOutcome.Fenced());
                }
            }
        }
    }
}

package io.tidegate.core.store;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.PlanXml;
import io.tidegate.core.model.QueryText;
import io.tidegate.core.model.Sentinel;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsKey;
import io.tidegate.core.model.StatsRow;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where rows, ledger and content are kept: the collector's side. Thread-safe. Every method is one transaction, and may
 * block up to the store's own time limit (30 s by default); it then throws {@link StoreException}, as it does when the
 * engine fails. Rows and the progress that they vouch for commit together or not at all.
 */
public interface CollectorStore extends StretchLog, StateStore, IdentityStore, FactArchive, ExpiryStore, LedgerPages {
    /**
     * The number of a server.
     *
     * @param name the host's own key for it, as configured
     * @return the same number for the same name, for ever
     */
    int registerServer(String name);

    /**
     * The current series of a database; makes one (epoch 1, this server its home) when there is none.
     *
     * @param serverId the server it is read from
     * @param database the database's name
     * @param sourceDatabaseId its {@code database_id}
     * @param openIntervalStart start of the interval open now at the source: becomes the first contact of a new series
     * @param sourceNow the source's clock
     * @return what the registry holds
     */
    default SeriesRecord openSeries(
            int serverId, String database, int sourceDatabaseId, Instant openIntervalStart, Instant sourceNow) {
        return openSeries(serverId, database, sourceDatabaseId, "", openIntervalStart, sourceNow);
    }

    /**
     * The same for a database that may be in an availability group. Where the group's series is known, it is the one, from
     * whatever server it was read before, and is read from this one from now on: a failover is no new database; its recovery
     * fork is to be seen at this server anew.
     *
     * @param serverId the server it is read from
     * @param database the database's name
     * @param sourceDatabaseId its {@code database_id}
     * @param groupDatabaseId {@code group_database_id}, the same at every replica, or the {@linkplain SeriesGroups links} of
     *     geo-replication, of which one in common is enough; empty outside of a group
     * @param openIntervalStart start of the interval open now at the source
     * @param sourceNow the source's clock
     * @return what the registry holds
     */
    SeriesRecord openSeries(
            int serverId,
            String database,
            int sourceDatabaseId,
            String groupDatabaseId,
            Instant openIntervalStart,
            Instant sourceNow);

    /**
     * Begins the next epoch of a series, since its ids have begun a new life. Bands and half-staged peeks of the old one
     * are dropped; what it holds stays. What it lists without holding it is gone, with {@link
     * LedgerEntry#GONE_WITH_EPOCH}, or closed from its last peek with that reason, as {@link #observe} says; where the new
     * epoch will list it again, it is flagged SUPERSEDED.
     *
     * <p>Held intervals of any earlier epoch that the point says are shared, that are not superseded and were not closed from
     * their last peeks, are inherited:
     * the new epoch has them as INHERITED, with their figures and flags; their rows stay with the epoch that holds them.
     * Intervals of all earlier epochs that end after the point's instant are flagged SUPERSEDED.
     *
     * @param current the epoch that ended
     * @param point what is inherited, and what superseded
     * @param openIntervalStart first contact of the new one
     * @param sourceNow the source's clock
     * @return the new epoch; the already existing one when somebody else forked first, with nothing changed
     */
    SeriesRecord fork(SeriesKey current, ForkPoint point, Instant openIntervalStart, Instant sourceNow);

    /**
     * Gives a series' database another name: that of all epochs of its lineage from now on, and of the stretches of time
     * recorded of it on its server, in the same transaction as the event that says so. Changes nothing where a current
     * series of that server has the name already, this one or another.
     *
     * @param series the current epoch
     * @param database the new name
     * @param at by the source's clock
     * @return the series as the registry has it then
     */
    SeriesRecord rename(SeriesKey series, String database, Instant at);

    /**
     * Every current series of a server.
     *
     * @param serverId its number
     * @return by database name
     */
    List<SeriesRecord> series(int serverId);

    /**
     * What a probe compares with the source's list.
     *
     * @param series whose
     * @return counts and ends of what is listed, for {@link Kind#RUNTIME}
     */
    ListSummary listSummary(SeriesKey series);

    /**
     * Lists intervals that the source has, for each kind that it keeps, and marks as gone what it has no more: a listed one
     * becomes GONE with {@link LedgerEntry#GONE_AT_SOURCE}, a held one stays held; both get {@code goneAt}.
     *
     * <p>One that becomes gone and has a current peek is closed from it: it is HELD, flagged LOST_AT_SOURCE, its {@code
     * goneReason} says why, the peek's rows are its facts, and the peek ends. Rows with negative plan ids are dropped; then, and
     * where the epoch has no identity of a row's plan, it is flagged IDENTITY_LOST too. Only runtime rows are peeked at.
     *
     * <p>An interval known by the same id is left as it is, but one that was gone at the source and is listed again is LISTED
     * again (or stays held), without {@code goneAt}; one that was closed from its last peek is LISTED and has that peek
     * again. Idempotent. Moves the series' {@code sourceNow}, never back. Ignored for an
     * epoch that has ended: what was seen may be of the next life of the ids.
     *
     * @param observation what the probe saw
     */
    default void observe(Observation observation) {
        observeAll(List.of(observation));
    }

    /**
     * As {@link #observe} for what one probe saw of several databases, in one transaction.
     *
     * @param observations at most one of each series; none does nothing
     */
    void observeAll(List<Observation> observations);

    /**
     * Listed intervals that are not held, oldest first.
     *
     * @param series whose
     * @param kind runtime or waits
     * @return LISTED entries; may be thousands
     */
    List<LedgerEntry> unheld(SeriesKey series, Kind kind);

    /**
     * Intervals in a range, whatever their state.
     *
     * @param series whose
     * @param kind runtime or waits
     * @param from interval start, inclusive
     * @param to interval start, exclusive
     * @return by start
     */
    List<LedgerEntry> entries(SeriesKey series, Kind kind, Instant from, Instant to);

    /**
     * Bands under way, to be resumed.
     *
     * @param series whose
     * @param kind runtime or waits
     * @return by first interval
     */
    List<Band> bands(SeriesKey series, Kind kind);

    /**
     * A band as it is in the store, to be read after an ambiguous commit.
     *
     * @param key which
     * @return empty when there is none (never claimed, dropped, or held)
     */
    Optional<Band> band(BandKey key);

    /**
     * Stages a batch and moves the band's cursor, by compare-and-set on the band's revision. The first batch of a band
     * (expected revision 0) claims it: fenced when a band with an overlapping range of the same series and kind exists,
     * when one of its intervals is held already but from its last peek, or when none of them is listed. A term lower than the band's last one
     * is fenced. Identities are known to the epoch at once; the first one stored for a plan stays. Cursor, phase,
     * attempts, staged rows, split keys and checksum are stored as given; a batch without rows is as good as one with.
     *
     * @param batch rows, identities and the band after them
     * @return the new revision, one above the expected one; or fenced
     */
    CommitResult stage(StageBatch batch);

    /**
     * Moves a band's staged rows to the facts, sets its intervals held with their figures, and drops band and peeks, in
     * one transaction. Peeks are of runtime rows and end with the band of that kind: where the current peek had a key that the final read lacks, or more executions for it, the peeked
     * row is kept and the interval flagged LOST_AT_SOURCE (rows with negative plan ids are dropped instead), and
     * IDENTITY_LOST too where the epoch has no identity of such a row's plan. An interval
     * of the band that vanished from the source meanwhile is held, flagged THINNED, when rows of it are staged, and has the peek
     * that it was closed from; else it
     * stays as it is, gone or closed from its last peek. Staged rows with negative plan ids are dropped too, and their intervals flagged IDENTITY_LOST. Figures are those of the facts after all this.
     *
     * @param completion which band, with what flags
     * @return committed with revision 0, or fenced (with 0 when there is no such band)
     */
    CommitResult hold(BandCompletion completion);

    /**
     * Stages the last batch of each of some bands and holds them, all in one transaction. Each is staged as {@link #stage}
     * and then held as {@link #hold} would; one that is fenced leaves nothing behind and does not keep the others.
     *
     * @param bands in the order in which they are to be held
     * @return for each, in that order: committed with revision 0, or fenced
     */
    List<CommitResult> holdWhole(List<WholeBand> bands);

    /**
     * Drops a band and its staged rows, so that it is read again from its begin.
     *
     * @param key which
     * @param expectedRevision its revision
     * @return committed with revision 0, or fenced
     */
    CommitResult dropBand(BandKey key, long expectedRevision);

    /**
     * Notes a settled read that met two rows for one key. Agreeing reads count up; another checksum begins anew with 1,
     * at any time.
     *
     * @param series whose
     * @param kind runtime or waits
     * @param intervalId which interval
     * @param checksum of the added rows, as {@link IntervalFigures} defines it
     * @param at by the source's clock
     * @return how many agreeing reads there are now; a read less than an hour after the last one that counted does not
     *     count and moves nothing
     */
    int noteTorn(SeriesKey series, Kind kind, long intervalId, long checksum, Instant at);

    /**
     * Stages a batch of a peek; the last one swaps the whole peek in, in place of the one before, and drops what lower
     * numbers have staged. Per key the row with more executions stays, one that the new peek lacks too, but rows with
     * negative plan ids are always replaced. Ignored unless the interval is LISTED, which none is in an epoch that has ended,
     * and when a peek of the same or a higher number is current.
     *
     * @param batch rows under a peek number
     */
    void peek(PeekBatch batch);

    /**
     * Drops a peek that was cut.
     *
     * @param series whose
     * @param intervalId which interval
     * @param peekNumber the number under which it was staged
     */
    void dropPeek(SeriesKey series, long intervalId, long peekNumber);

    /**
     * The highest peek number staged or current for an interval.
     *
     * @param series whose
     * @param intervalId which interval
     * @return 0 when there is none
     */
    long lastPeekNumber(SeriesKey series, long intervalId);

    /**
     * Merges a later read of a held interval: per key the row with the higher {@link StatsRow#amount} stays, new keys are
     * added, nothing is removed or lowered; rows with negative plan ids are left out. Figures follow. Fenced when the interval is not held.
     *
     * @param term the node's term; 0 in Lite
     * @param series whose
     * @param kind runtime or waits
     * @param intervalId which interval
     * @param expectedRevision the interval's revision in the ledger
     * @param rows merged rows of the interval and kind, at most one per key
     * @return committed with the new revision, or fenced
     */
    CommitResult correct(
            long term,
            SeriesKey series,
            Kind kind,
            long intervalId,
            long expectedRevision,
            List<? extends StatsRow> rows);

    /**
     * Counts the stored rows of held intervals anew, whatever the ledger has recorded of them.
     *
     * @param series whose
     * @param kind runtime or waits
     * @param from interval start, inclusive
     * @param to interval start, exclusive
     * @return figures by interval id; a held interval without stored rows has none
     */
    Map<Long, IntervalFigures> storedFigures(SeriesKey series, Kind kind, Instant from, Instant to);

    /**
     * How much each stored row of a held interval counts.
     *
     * @param series whose; the epoch that holds the interval, not one that has inherited it
     * @param kind runtime or waits
     * @param intervalId which interval
     * @return {@link StatsRow#amount} by key; empty unless held
     */
    Map<StatsKey, Long> storedAmounts(SeriesKey series, Kind kind, long intervalId);

    /**
     * Puts rows in the place of all stored rows of a held interval whose stored rows are not what the ledger has recorded.
     * Fenced unless the figures of these rows {@link IntervalFigures#agreesWith agree} with the recorded ones: what was held
     * comes back, and nothing else can take its place.
     *
     * @param series whose
     * @param kind runtime or waits
     * @param intervalId which interval
     * @param expectedRevision the interval's revision in the ledger
     * @param rows merged rows of the interval and kind with positive plan ids, at most one per key
     * @return committed with the new revision, or fenced
     */
    CommitResult restore(
            SeriesKey series, Kind kind, long intervalId, long expectedRevision, List<? extends StatsRow> rows);

    /**
     * Flags an interval; moves no revision. Ignored when the interval is not known.
     *
     * @param series whose
     * @param kind runtime or waits
     * @param intervalId which interval
     * @param flag VERIFIED sets {@code verifiedAt} too
     * @param at by the source's clock
     */
    void flag(SeriesKey series, Kind kind, long intervalId, LedgerEntry.Flag flag, Instant at);

    /**
     * Notes that a census has counted an interval; moves no revision. Ignored when the interval is not known.
     *
     * @param series whose
     * @param kind runtime or waits
     * @param intervalId which interval
     * @param at when it was counted, by the source's clock: sets {@code verifiedAt}
     * @param nextAt when it is to be counted again: sets {@code nextCountAt}; null when it is not
     * @param as AGREES flags it VERIFIED, too, LACKS takes that flag back, SO_FAR leaves it
     */
    void counted(
            SeriesKey series, Kind kind, long intervalId, Instant at, @Nullable Instant nextAt, LedgerEntry.Counted as);

    /**
     * Witnesses of the epoch: the newest plans known and a few old ones.
     *
     * @param series whose
     * @param newest how many of the newest
     * @param oldest how many of the oldest
     * @return distinct, ascending by plan id; empty when no plan is known yet
     */
    List<Sentinel> sentinels(SeriesKey series, int newest, int oldest);

    /**
     * Texts that identities refer to and that this epoch has not, newest first.
     *
     * @param series whose
     * @param limit how many at most
     * @return query text ids
     */
    List<Long> missingTexts(SeriesKey series, int limit);

    /**
     * Plans with a known identity whose XML this epoch has not, newest first. Not those recorded without XML, but for
     * the ones recorded over the cap, and not over {@link PlanXml#LARGEST_BYTES}, when these are asked for.
     *
     * @param series whose
     * @param limit how many at most
     * @param overCap true for those recorded over the cap, false for those never read
     * @return plan ids
     */
    List<Long> missingPlans(SeriesKey series, int limit, boolean overCap);

    /**
     * Stores texts, once per content over the whole fleet. Ignored for an epoch that has ended.
     *
     * @param series whose
     * @param texts as read; one without text is recorded with its reason
     */
    void storeTexts(SeriesKey series, List<QueryText> texts);

    /**
     * Stores plans, once per content over the whole fleet, compressed. One without XML is recorded with its size and its
     * reason, in place of an earlier one; stored XML stays. Ignored for an epoch that has ended.
     *
     * @param series whose
     * @param plans as read
     */
    void storePlans(SeriesKey series, List<PlanXml> plans);
}

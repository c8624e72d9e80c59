package io.tidegate.store.postgres;

import static io.tidegate.store.postgres.RegistrySql.SERIES;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.BandCompletion;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.CommitResult;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.LedgerEntry.State;
import io.tidegate.core.store.sql.FlagBits;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Makes a band held. Runs inside a transaction of the caller's. */
final class HoldSql {
    private static final String SOME = SERIES + " AND kind = ? AND interval_id = ANY (?)";

    private HoldSql() {}

    static CommitResult hold(Db db, BandCompletion c) throws SQLException {
        BandKey key = c.key();
        SeriesLock.take(db, key.series());
        if (!BandSql.end(db, key, c.expectedRevision(), c.term())) {
            return BandSql.fenced(db, key);
        }
        Set<Long> staged = new HashSet<>(stagedIntervals(db, key, ""));
        List<Long> held = new ArrayList<>();
        List<Long> vanished = new ArrayList<>();
        for (LedgerEntry e :
                LedgerSql.lock(db, key.series(), key.kind(), key.firstIntervalId(), key.lastIntervalId())) {
            long id = e.interval().id();
            if (e.state() == State.LISTED) {
                held.add(id);
            } else if (e.goneReason().equals(LedgerEntry.GONE_AT_SOURCE) && staged.contains(id)) {
                vanished.add(id);
                held.add(id);
            }
        }
        if (key.kind() == Kind.RUNTIME && !vanished.isEmpty()) {
            LastPeeks.reopen(db, key.series(), vanished);
        }
        List<Long> provisional = stagedIntervals(db, key, " AND plan_id < 0");
        FactSql.fromStage(db, key, held);
        List<Long> rescued = key.kind() == Kind.RUNTIME ? FactSql.fromPeeks(db, key.series(), held) : List.of();
        setHeld(db, c, held);
        FactSql.figures(db, key.series(), key.kind(), held);
        flag(db, key, vanished, Flag.THINNED);
        flag(db, key, rescued, Flag.LOST_AT_SOURCE);
        flag(db, key, FactSql.unidentified(db, key.series(), rescued), Flag.IDENTITY_LOST);
        flag(db, key, FactSql.withPlans(db, key.series(), key.kind(), held, c.lostPlanIds()), Flag.IDENTITY_LOST);
        flag(db, key, provisional, Flag.IDENTITY_LOST);
        BandSql.deleteStaged(db, key);
        return new CommitResult.Committed(0);
    }

    private static List<Long> stagedIntervals(Db db, BandKey b, String and) throws SQLException {
        Facts facts = Facts.of(b.kind());
        return db.numbers(
                "SELECT DISTINCT interval_id FROM " + facts.stage + " WHERE " + facts.staged + and,
                b.series(),
                b.firstIntervalId());
    }

    private static void setHeld(Db db, BandCompletion c, Collection<Long> intervals) throws SQLException {
        SeriesKey k = c.key().series();
        db.update(
                "UPDATE ledger_interval SET state = 'HELD', gone_reason = '', flags = flags | ?, held_at = ?,"
                        + " row_count = 0, executions = 0, cpu_micros = 0, duration_micros = 0, checksum = 0,"
                        + " wait_millis = 0 WHERE "
                        + SOME,
                FlagBits.mask(c.flags()),
                c.heldAt(),
                k,
                c.key().kind(),
                intervals);
    }

    private static void flag(Db db, BandKey b, List<Long> intervals, Flag flag) throws SQLException {
        if (!intervals.isEmpty()) {
            db.update(
                    "UPDATE ledger_interval SET flags = flags | ? WHERE " + SOME,
                    FlagBits.mask(flag),
                    b.series(),
                    b.kind(),
                    intervals);
        }
    }
}

package io.tidegate.store.duckdb;

import static io.tidegate.store.duckdb.RegistrySql.SERIES;

import io.tidegate.core.model.Absence;
import io.tidegate.core.model.PlanXml;
import io.tidegate.core.model.SeriesKey;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import java.util.Set;
import org.duckdb.DuckDBAppender;
import org.jspecify.annotations.Nullable;

/** Texts and plans. Runs inside a transaction of the caller's. */
final class ContentSql {
    /** Takes the series twice, and a limit. A plan has one identity in an epoch; a text may be that of several. */
    private static final String NOT_IN_EPOCH =
            "SELECT %3$s %1$s FROM plan_identity ANTI JOIN (SELECT %1$s FROM %2$s WHERE " + SERIES
                    + ") USING (%1$s) WHERE " + SERIES + " ORDER BY %1$s DESC LIMIT ?";

    /** Known to be fetched alone some day: what version 6 recorded has no reason, but a size. */
    private static final String FETCHED_ALONE = " AND content_hash IS NULL AND source_bytes BETWEEN 1 AND "
            + PlanXml.LARGEST_BYTES + " AND coalesce(absence, '" + Absence.OVER_CAP + "') = '" + Absence.OVER_CAP
            + "'";

    /** Ids of which at least each so-manieth is asked for are faster asked for as a range. */
    private static final long DENSE = 8;

    private ContentSql() {}

    /**
     * A text or plan with its id.
     *
     * @param hash null where there is no content
     * @param absence why; null where there is content
     * @param body null where the content is stored already
     */
    record Ref(
            long id,
            long sourceBytes,
            @Nullable String hash,
            @Nullable Absence absence,
            @Nullable Body body) {}

    /** A content's body as stored. */
    record Body(int codec, long plainBytes, byte[] bytes) {}

    static List<Long> missingTexts(Db db, SeriesKey k, int limit) throws SQLException {
        return db.list(NOT_IN_EPOCH.formatted("query_text_id", "text_ref", "DISTINCT"), r -> r.getLong(1), k, k, limit);
    }

    static List<Long> missingPlans(Db db, SeriesKey k, int limit, boolean overCap) throws SQLException {
        String sql = overCap
                ? "SELECT plan_id FROM plan_ref WHERE " + SERIES + FETCHED_ALONE
                        + " AND plan_id IN (SELECT plan_id FROM plan_identity WHERE " + SERIES
                        + ") ORDER BY plan_id DESC LIMIT ?"
                : NOT_IN_EPOCH.formatted("plan_id", "plan_ref", "");
        return db.list(sql, r -> r.getLong(1), k, k, limit);
    }

    /** Which of these are stored. */
    static Set<String> known(Db db, Collection<String> hashes) throws SQLException {
        if (hashes.isEmpty()) {
            return new HashSet<>();
        }
        return new HashSet<>(db.list(
                "SELECT lower(hex(content_hash)) FROM content WHERE content_hash IN (SELECT unhex(unnest(CAST(? AS VARCHAR[]))))",
                r -> r.getString(1),
                db.texts(hashes)));
    }

    /**
     * Stores texts.
     *
     * @param hashes what is surely not stored; takes in what is
     */
    static void storeTexts(Db db, SeriesKey k, List<Ref> texts, StoredHashes hashes, StoreTimes times)
            throws SQLException {
        if (!RegistrySql.isCurrent(db, k)) {
            return;
        }
        storeContent(db, texts, hashes, times);
        Set<Long> stored = stored(db, "SELECT query_text_id FROM text_ref WHERE " + SERIES, "query_text_id", k, texts);
        try (DuckDBAppender a = db.appender("text_ref")) {
            for (Ref t : texts) {
                if (stored.add(t.id())) {
                    a.beginRow();
                    a.append(k.home()).append(k.lineage()).append(k.epoch()).append(t.id());
                    hash(a, t.hash());
                    a.append(t.sourceBytes());
                    absence(a, t.absence());
                    a.endRow();
                }
            }
            a.flush();
        }
    }

    /** Stores plans, as {@link #storeTexts} does texts. */
    static void storePlans(Db db, SeriesKey k, List<Ref> plans, StoredHashes hashes, StoreTimes times)
            throws SQLException {
        if (!RegistrySql.isCurrent(db, k)) {
            return;
        }
        storeContent(db, plans, hashes, times);
        Set<Long> stored = stored(db, "SELECT plan_id FROM plan_ref WHERE " + SERIES, "plan_id", k, plans);
        for (Ref p : plans) {
            if (stored.contains(p.id())) {
                update(db, k, p);
            }
        }
        try (DuckDBAppender a = db.appender("plan_ref")) {
            for (Ref p : plans) {
                if (stored.add(p.id())) {
                    a.beginRow();
                    a.append(k.home()).append(k.lineage()).append(k.epoch()).append(p.id());
                    hash(a, p.hash());
                    a.append(p.sourceBytes());
                    absence(a, p.absence());
                    a.endRow();
                }
            }
            a.flush();
        }
    }

    /** A plan that was recorded without its XML gets it, or the reason why it will not come. */
    private static void update(Db db, SeriesKey k, Ref p) throws SQLException {
        db.update(
                "UPDATE plan_ref SET content_hash = unhex(CAST(? AS VARCHAR)), source_bytes = ?, absence = ? WHERE "
                        + SERIES + " AND plan_id = ? AND content_hash IS NULL",
                p.hash(),
                p.sourceBytes(),
                p.absence() == null ? null : p.absence().name(),
                k,
                p.id());
    }

    private static void storeContent(Db db, List<Ref> refs, StoredHashes hashes, StoreTimes times) throws SQLException {
        Set<String> fresh = new HashSet<>();
        Set<String> doubtful = new HashSet<>();
        for (Ref r : refs) {
            if (r.hash() != null && r.body() != null) {
                (hashes.add(r.hash()) ? fresh : doubtful).add(r.hash());
            }
        }
        doubtful.removeAll(known(db, doubtful));
        fresh.addAll(doubtful);
        try (StoreTimes.Span span = times.append();
                DuckDBAppender a = db.appender("content")) {
            for (Ref r : refs) {
                if (r.hash() != null && r.body() != null && fresh.remove(r.hash())) {
                    a.beginRow();
                    a.append(Content.bytesOf(r.hash())).append(r.body().codec());
                    a.append(r.body().plainBytes()).append(r.body().bytes());
                    a.endRow();
                }
            }
            a.flush();
        }
    }

    static Optional<String> planXml(Db db, SeriesKey k, long planId) throws SQLException {
        return db.first(
                "SELECT c.codec, c.body FROM plan_ref x JOIN content c USING (content_hash) WHERE " + SERIES
                        + " AND plan_id = ?",
                r -> Content.text(r.getInt(1), r.getBytes(2)),
                k,
                planId);
    }

    /** Which of these stand there, and maybe others between them where they lie close. */
    private static Set<Long> stored(Db db, String sql, String column, SeriesKey k, List<Ref> refs) throws SQLException {
        LongSummaryStatistics ids = refs.stream().mapToLong(Ref::id).summaryStatistics();
        boolean isDense = ids.getMax() - ids.getMin() < DENSE * ids.getCount();
        List<Long> found = isDense
                ? db.list(sql + " AND " + column + " BETWEEN ? AND ?", r -> r.getLong(1), k, ids.getMin(), ids.getMax())
                : db.list(
                        sql + " AND " + column + " IN (SELECT unnest(?))",
                        r -> r.getLong(1),
                        k,
                        db.array(refs.stream().map(Ref::id).toList()));
        return new HashSet<>(found);
    }

    private static void absence(DuckDBAppender a, @Nullable Absence absence) throws SQLException {
        if (absence == null) {
            a.appendNull();
        } else {
            a.append(absence.name());
        }
    }

    private static void hash(DuckDBAppender a, @Nullable String hash) throws SQLException {
        if (hash == null) {
            a.appendNull();
        } else {
            a.append(Content.bytesOf(hash));
        }
    }
}

package io.tidegate.store.postgres;

import static io.tidegate.store.postgres.RegistrySql.SERIES;

import io.tidegate.core.model.Absence;
import io.tidegate.core.model.PlanXml;
import io.tidegate.core.model.SeriesKey;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Texts and plans. Content is never deleted. What is inserted is sorted, so that two nodes that store the same wait for one
 * another in one order. Runs inside a transaction of the caller's.
 */
final class ContentSql {
    private static final String NOT_IN_EPOCH = "SELECT DISTINCT p.%1$s FROM plan_identity p WHERE " + SERIES
            + " AND NOT EXISTS (SELECT FROM %2$s t WHERE t.home = p.home AND t.lineage = p.lineage AND t.epoch = p.epoch"
            + " AND t.%1$s = p.%1$s) ORDER BY p.%1$s DESC LIMIT ?";

    /** Known to be fetched alone some day: what version 6 recorded has no reason, but a size. */
    private static final String FETCHED_ALONE = " AND x.content_hash IS NULL AND x.source_bytes BETWEEN 1 AND "
            + PlanXml.LARGEST_BYTES + " AND coalesce(x.absence, '" + Absence.OVER_CAP + "') = '"
            + Absence.OVER_CAP + "'";

    private ContentSql() {}

    /**
     * A text or plan with its id.
     *
     * @param content null where there is none
     * @param absence why; null where there is content
     */
    record Ref(
            long id,
            long sourceBytes,
            @Nullable Content content,
            @Nullable Absence absence) {}

    static List<Long> missingTexts(Db db, SeriesKey k, int limit) throws SQLException {
        return db.numbers(NOT_IN_EPOCH.formatted("query_text_id", "text_ref"), k, limit);
    }

    static List<Long> missingPlans(Db db, SeriesKey k, int limit, boolean overCap) throws SQLException {
        String sql = overCap
                ? "SELECT x.plan_id FROM plan_ref x JOIN plan_identity p USING (home, lineage, epoch, plan_id) WHERE "
                        + SERIES + FETCHED_ALONE + " ORDER BY x.plan_id DESC LIMIT ?"
                : NOT_IN_EPOCH.formatted("plan_id", "plan_ref");
        return db.numbers(sql, k, limit);
    }

    static void storeTexts(Db db, SeriesKey k, List<Ref> texts) throws SQLException {
        if (!RegistrySql.isCurrent(db, k)) {
            return;
        }
        List<Ref> sorted = storeContent(db, texts);
        try (PreparedStatement s = db.prepare("INSERT INTO text_ref (home, lineage, epoch, query_text_id, content_hash,"
                + " source_bytes, absence) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING")) {
            for (Ref t : sorted) {
                bind(s, k, t);
                s.addBatch();
            }
            s.executeBatch();
        }
    }

    /** A plan that was recorded without its XML gets it, or the reason why it will not come; what has XML stays. */
    static void storePlans(Db db, SeriesKey k, List<Ref> plans) throws SQLException {
        if (!RegistrySql.isCurrent(db, k)) {
            return;
        }
        List<Ref> sorted = storeContent(db, plans);
        try (PreparedStatement s = db.prepare("INSERT INTO plan_ref AS o (home, lineage, epoch, plan_id, content_hash,"
                + " source_bytes, absence) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (home, lineage, epoch, plan_id) DO UPDATE SET"
                + " content_hash = EXCLUDED.content_hash, source_bytes = EXCLUDED.source_bytes,"
                + " absence = EXCLUDED.absence WHERE o.content_hash IS NULL")) {
            for (Ref p : sorted) {
                bind(s, k, p);
                s.addBatch();
            }
            s.executeBatch();
        }
    }

    private static void bind(PreparedStatement s, SeriesKey k, Ref r) throws SQLException {
        s.setInt(1, k.home());
        s.setInt(2, k.lineage());
        s.setInt(3, k.epoch());
        s.setLong(4, r.id());
        s.setBytes(5, r.content() == null ? null : r.content().hash());
        s.setLong(6, r.sourceBytes());
        s.setString(7, r.absence() == null ? null : r.absence().name());
    }

    /** Stores the bodies that are not there yet; gives back the references by id, each once. */
    private static List<Ref> storeContent(Db db, List<Ref> refs) throws SQLException {
        Set<String> known = known(db, refs);
        Set<Content> fresh = new TreeSet<>(Comparator.comparing(Content::hash, Arrays::compareUnsigned));
        for (Ref r : refs) {
            if (r.content() != null && !known.contains(hex(r.content()))) {
                fresh.add(r.content());
            }
        }
        try (PreparedStatement s = db.prepare("INSERT INTO content (content_hash, codec, plain_bytes, body)"
                + " VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")) {
            for (Content c : fresh) {
                s.setBytes(1, c.hash());
                s.setInt(2, c.codec());
                s.setLong(3, c.body().length);
                s.setBytes(4, c.body());
                s.executeUpdate();
            }
        }
        Set<Long> met = new TreeSet<>();
        return refs.stream()
                .filter(r -> met.add(r.id()))
                .sorted(Comparator.comparingLong(Ref::id))
                .toList();
    }

    private static Set<String> known(Db db, List<Ref> refs) throws SQLException {
        byte[][] hashes = refs.stream()
                .map(Ref::content)
                .filter(c -> c != null)
                .map(Content::hash)
                .toArray(byte[][]::new);
        return Set.copyOf(db.list(
                "SELECT encode(content_hash, 'hex') FROM content WHERE content_hash = ANY (?)",
                r -> r.getString(1),
                (Object) hashes));
    }

    private static String hex(Content c) {
        return HexFormat.of().formatHex(c.hash());
    }

    static Optional<String> planXml(Db db, SeriesKey k, long planId) throws SQLException {
        return db.first(
                "SELECT c.codec, c.body FROM plan_ref x JOIN content c USING (content_hash) WHERE " + SERIES
                        + " AND plan_id = ?",
                r -> Content.text(r.getInt(1), r.getBytes(2)),
                k,
                planId);
    }
}

package io.tidegate.store.duckdb;

import io.tidegate.core.model.Absence;
import io.tidegate.core.model.PlanXml;
import io.tidegate.core.model.QueryText;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.store.duckdb.ContentSql.Body;
import io.tidegate.store.duckdb.ContentSql.Ref;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stores content in two steps: a reader's thread hashes, finds out which hashes are known, and compresses the others; the
 * writer's thread appends. Thread-safe.
 */
final class ContentWriter implements AutoCloseable {
    private final StoreThreads writer;
    private final StoreThreads reads;
    private final StoreTimes times;

    private final StoredHashes hashes = new StoredHashes();

    /** Those not in use; at most one for each reader's thread. */
    private final Queue<Compressor> compressors = new ConcurrentLinkedQueue<>();

    ContentWriter(StoreThreads writer, StoreThreads reads, StoreTimes times) {
        this.writer = writer;
        this.reads = reads;
        this.times = times;
    }

    private record Item(
            long id,
            long sourceBytes,
            @Nullable Content content,
            @Nullable Absence absence) {}

    void storeTexts(SeriesKey series, List<QueryText> texts) {
        store(
                () -> texts.stream()
                        .map(t -> new Item(
                                t.queryTextId(),
                                t.bytes(),
                                t.text() == null ? null : Content.ofText(t.text()),
                                t.absence()))
                        .toList(),
                (db, refs) -> ContentSql.storeTexts(db, series, refs, hashes, times));
    }

    void storePlans(SeriesKey series, List<PlanXml> plans) {
        store(
                () -> plans.stream()
                        .map(p -> new Item(
                                p.planId(), p.bytes(), p.xml() == null ? null : Content.ofPlan(p.xml()), p.absence()))
                        .toList(),
                (db, refs) -> ContentSql.storePlans(db, series, refs, hashes, times));
    }

    private interface Append {
        void run(Db db, List<Ref> refs) throws SQLException;
    }

    private void store(Supplier<List<Item>> hashed, Append append) {
        List<Ref> refs = reads.call(db -> refs(db, hashed));
        writer.<@Nullable Void>call(db -> {
            append.run(db, refs);
            return null;
        });
    }

    /** Content is never deleted, so what is known now needs no body. */
    private List<Ref> refs(Db db, Supplier<List<Item>> hashed) throws SQLException {
        List<Item> items;
        try (StoreTimes.Span span = times.compress()) {
            items = hashed.get();
        }
        hashes.load(db);
        Set<String> doubtful = new HashSet<>();
        for (Item i : items) {
            if (i.content() != null && hashes.mayHave(i.content().hash())) {
                doubtful.add(i.content().hash());
            }
        }
        Set<String> known = ContentSql.known(db, doubtful);
        List<Ref> refs = new ArrayList<>();
        Compressor kept = compressors.poll();
        Compressor zstd = kept == null ? new Compressor() : kept;
        try (StoreTimes.Span span = times.compress()) {
            for (Item i : items) {
                refs.add(ref(i, known, zstd));
            }
        } finally {
            compressors.add(zstd);
        }
        return refs;
    }

    private static Ref ref(Item i, Set<String> known, Compressor zstd) {
        Content c = i.content();
        if (c == null) {
            return new Ref(i.id(), i.sourceBytes(), null, i.absence(), null);
        }
        Body body = known.add(c.hash()) ? new Body(c.codec(), c.plain().length, c.body(zstd)) : null;
        return new Ref(i.id(), i.sourceBytes(), c.hash(), null, body);
    }

    /** Frees what compressors hold; to be called when the threads have ended. */
    @Override
    public void close() {
        for (Compressor zstd = compressors.poll(); zstd != null; zstd = compressors.poll()) {
            zstd.close();
        }
    }
}

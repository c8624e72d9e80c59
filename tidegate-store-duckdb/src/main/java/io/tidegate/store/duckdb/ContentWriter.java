package io.tidegate.store.duckdb;

import com.github.luben.zstd.ZstdCompressCtx;
import io.tidegate.core.model.PlanXml;
import io.tidegate.core.model.QueryText;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.StoreException;
import io.tidegate.store.duckdb.ContentSql.Body;
import io.tidegate.store.duckdb.ContentSql.Ref;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stores content in two steps: a reader's thread hashes, looks up which hashes are known, and compresses the others; the
 * writer's thread appends. Thread-safe.
 */
final class ContentWriter implements AutoCloseable {
    private final StoreThreads writer;
    private final StoreThreads reads;
    private final StoreTimes times;

    private final AtomicLong begun = new AtomicLong();

    /** Batches of which it is sure whether they were committed. */
    private final AtomicLong ended = new AtomicLong();

    /** Those not in use, since making one costs as much as compressing with it; at most one for each reader's thread. */
    private final Queue<ZstdCompressCtx> compressors = new ConcurrentLinkedQueue<>();

    ContentWriter(StoreThreads writer, StoreThreads reads, StoreTimes times) {
        this.writer = writer;
        this.reads = reads;
        this.times = times;
    }

    private record Item(long id, long sourceBytes, @Nullable Content content) {}

    void storeTexts(SeriesKey series, List<QueryText> texts) {
        store(
                () -> texts.stream()
                        .map(t -> new Item(t.queryTextId(), 0, t.text() == null ? null : Content.ofText(t.text())))
                        .toList(),
                (db, refs, isSure) -> ContentSql.storeTexts(db, series, refs, isSure, times));
    }

    void storePlans(SeriesKey series, List<PlanXml> plans) {
        store(
                () -> plans.stream()
                        .map(p -> new Item(p.planId(), p.bytes(), p.xml() == null ? null : Content.ofPlan(p.xml())))
                        .toList(),
                (db, refs, isSure) -> ContentSql.storePlans(db, series, refs, isSure, times));
    }

    private interface Append {
        void run(Db db, List<Ref> refs, boolean isSure) throws SQLException;
    }

    /**
     * The look-up is sure, and need not be made again by the writer, when every batch before had ended when it began, and
     * none has begun since.
     */
    private void store(Supplier<List<Item>> hashed, Append append) {
        long number = begun.incrementAndGet();
        boolean isQuiet = ended.get() == number - 1;
        boolean isEnded = true;
        try {
            List<Ref> refs = reads.call(db -> refs(db, hashed));
            writer.<@Nullable Void>call(db -> {
                append.run(db, refs, isQuiet && begun.get() == number);
                return null;
            });
        } catch (StoreException e) {
            isEnded = !e.isAmbiguous();
            throw e;
        } finally {
            if (isEnded) {
                ended.incrementAndGet();
            }
        }
    }

    /** Content is never deleted, so what is known now needs no body. */
    private List<Ref> refs(Db db, Supplier<List<Item>> hashed) throws SQLException {
        List<Item> items;
        try (StoreTimes.Span span = times.compress()) {
            items = hashed.get();
        }
        Set<String> hashes = new HashSet<>();
        for (Item i : items) {
            if (i.content() != null) {
                hashes.add(i.content().hash());
            }
        }
        Set<String> known = ContentSql.known(db, hashes);
        List<Ref> refs = new ArrayList<>();
        ZstdCompressCtx kept = compressors.poll();
        ZstdCompressCtx zstd = kept == null ? Content.compressor() : kept;
        try (StoreTimes.Span span = times.compress()) {
            for (Item i : items) {
                refs.add(ref(i, known, zstd));
            }
        } finally {
            compressors.add(zstd);
        }
        return refs;
    }

    private static Ref ref(Item i, Set<String> known, ZstdCompressCtx zstd) {
        Content c = i.content();
        if (c == null) {
            return new Ref(i.id(), i.sourceBytes(), null, null);
        }
        Body body = known.add(c.hash()) ? new Body(c.codec(), c.plain().length, c.body(zstd)) : null;
        return new Ref(i.id(), i.sourceBytes(), c.hash(), body);
    }

    /** Frees what compressors hold; to be called when the threads have ended. */
    @Override
    public void close() {
        for (ZstdCompressCtx zstd = compressors.poll(); zstd != null; zstd = compressors.poll()) {
            zstd.close();
        }
    }
}

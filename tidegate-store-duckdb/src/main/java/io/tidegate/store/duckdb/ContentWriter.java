package io.tidegate.store.duckdb;

import io.tidegate.core.model.PlanXml;
import io.tidegate.core.model.QueryText;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.store.duckdb.ContentSql.Body;
import io.tidegate.store.duckdb.ContentSql.Ref;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Hashes and compresses content on the caller's thread, so that the writer's thread only appends. Thread-safe. */
final class ContentWriter {
    private final StoreThreads writer;
    private final StoreThreads reads;
    private final StoreTimes times;

    ContentWriter(StoreThreads writer, StoreThreads reads, StoreTimes times) {
        this.writer = writer;
        this.reads = reads;
        this.times = times;
    }

    private record Item(long id, long sourceBytes, @Nullable Content content) {}

    void storeTexts(SeriesKey series, List<QueryText> texts) {
        List<Item> items = new ArrayList<>();
        try (StoreTimes.Span span = times.compress()) {
            for (QueryText t : texts) {
                items.add(new Item(t.queryTextId(), 0, t.text() == null ? null : Content.ofText(t.text())));
            }
        }
        List<Ref> refs = refs(items);
        writer.<@Nullable Void>call(db -> {
            ContentSql.storeTexts(db, series, refs);
            return null;
        });
    }

    void storePlans(SeriesKey series, List<PlanXml> plans) {
        List<Item> items = new ArrayList<>();
        try (StoreTimes.Span span = times.compress()) {
            for (PlanXml p : plans) {
                items.add(new Item(p.planId(), p.bytes(), p.xml() == null ? null : Content.ofPlan(p.xml())));
            }
        }
        List<Ref> refs = refs(items);
        writer.<@Nullable Void>call(db -> {
            ContentSql.storePlans(db, series, refs);
            return null;
        });
    }

    /** Content is never deleted, so what is known now needs no body. */
    private List<Ref> refs(List<Item> items) {
        List<String> hashes = new ArrayList<>();
        for (Item i : items) {
            if (i.content() != null) {
                hashes.add(i.content().hash());
            }
        }
        Set<String> known = reads.call(db -> ContentSql.known(db, hashes));
        List<Ref> refs = new ArrayList<>();
        try (StoreTimes.Span span = times.compress()) {
            for (Item i : items) {
                refs.add(ref(i, known));
            }
        }
        return refs;
    }

    private static Ref ref(Item i, Set<String> known) {
        Content c = i.content();
        if (c == null) {
            return new Ref(i.id(), i.sourceBytes(), null, null);
        }
        Body body = known.contains(c.hash()) ? null : new Body(c.codec(), c.plain().length, c.body());
        return new Ref(i.id(), i.sourceBytes(), c.hash(), body);
    }
}

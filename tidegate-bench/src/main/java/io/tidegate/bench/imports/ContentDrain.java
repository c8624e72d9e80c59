package io.tidegate.bench.imports;

import io.tidegate.collector.work.Slice;
import io.tidegate.collector.work.Work;
import io.tidegate.collector.work.WorkResult;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.sqlserver.catalog.Binding;
import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.read.ContentReader;
import io.tidegate.sqlserver.session.HeavySession;
import io.tidegate.sqlserver.session.ReadEnd;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The baseline for texts and plans: the same ids, by the same statements and readers, everything dropped. Confined to one
 * thread.
 */
final class ContentDrain implements Work {
    private static final long CAP_BYTES = 1L << 20;

    private final String database;
    private final boolean typed;
    private final long bytesPerPlan;
    private final Deque<Long> texts;
    private final Deque<Long> plans;
    private long fetched;

    /** Typed: with the product's getters; else the driver only walks over the rows, counting so many bytes for a plan. */
    ContentDrain(String database, List<Long> texts, List<Long> plans, boolean typed, long bytesPerPlan) {
        this.database = database;
        this.texts = new ArrayDeque<>(texts);
        this.plans = new ArrayDeque<>(plans);
        this.typed = typed;
        this.bytesPerPlan = bytesPerPlan;
    }

    boolean isDone() {
        return texts.isEmpty() && plans.isEmpty();
    }

    long fetched() {
        return fetched;
    }

    @Override
    public WorkResult run(HeavySession session, Slice slice) {
        while (!isDone() && !slice.isSpent()) {
            boolean isText = !texts.isEmpty();
            Deque<Long> all = isText ? texts : plans;
            List<Long> ids = all.stream().limit(Binding.MAX_IDS).toList();
            Set<Long> seen = new HashSet<>();
            ReadEnd end = isText ? texts(session, slice, ids, seen) : plans(session, slice, ids, seen);
            slice.meter().count(end.rows(), end.bytes());
            fetched += end.rows();
            if (end.isComplete()) {
                seen.addAll(ids);
            } else if (seen.isEmpty()) {
                ids.stream().limit(end.rows()).forEach(seen::add);
            }
            all.removeIf(seen::contains);
        }
        return WorkResult.of(isDone() ? PassOutcome.DONE : PassOutcome.CUT, 0);
    }

    private ReadEnd texts(HeavySession session, Slice slice, List<Long> ids, Set<Long> seen) {
        return typed
                ? ContentReader.texts(
                        session,
                        database,
                        ids,
                        CAP_BYTES,
                        slice.limits(),
                        text -> seen.add(text.text().queryTextId()))
                : session.read(
                        Statements.QUERY_TEXTS
                                .text()
                                .in(database)
                                .set("cap_bytes", CAP_BYTES)
                                .set("query_text_ids", ids)
                                .build(),
                        slice.limits(),
                        new WalkOnly(1));
    }

    private ReadEnd plans(HeavySession session, Slice slice, List<Long> ids, Set<Long> seen) {
        return typed
                ? ContentReader.plans(
                        session, database, ids, CAP_BYTES, slice.limits(), plan -> seen.add(plan.planId()))
                : session.read(
                        Statements.QUERY_PLANS
                                .text()
                                .in(database)
                                .set("cap_bytes", CAP_BYTES)
                                .set("plan_ids", ids)
                                .build(),
                        slice.limits(),
                        new WalkOnly(bytesPerPlan));
    }
}

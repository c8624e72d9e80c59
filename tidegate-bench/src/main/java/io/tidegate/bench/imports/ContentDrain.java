package io.tidegate.bench.imports;

import io.tidegate.collector.work.Slice;
import io.tidegate.collector.work.Work;
import io.tidegate.collector.work.WorkResult;
import io.tidegate.core.ledger.ContentPlan;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.read.ContentReader;
import io.tidegate.sqlserver.session.HeavySession;
import io.tidegate.sqlserver.session.ReadEnd;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The baseline for texts and plans: the same ids, by the same statements and readers, everything dropped, or taken by a sink.
 * Confined to one thread.
 */
final class ContentDrain implements Work {
    private static final long CAP_BYTES = 1L << 20;

    private final String database;
    private final boolean typed;
    private final long bytesPerPlan;
    private final Sink sink;
    private final List<Long> texts;
    private final List<Long> plans;
    private ContentPlan plan = ContentPlan.INITIAL.withPlanCapBytes(CAP_BYTES);
    private long fetched;

    /** Takes what was read, a text or a plan with its id; null where the source gave none. */
    interface Sink {
        void take(long id, @Nullable String content);
    }

    /** Typed: with the product's getters; else the driver only walks over the rows, counting so many bytes for a plan. */
    ContentDrain(String database, List<Long> texts, List<Long> plans, boolean typed, long bytesPerPlan) {
        this(database, texts, plans, typed, bytesPerPlan, (id, content) -> {});
    }

    /** With the product's getters, into something else than nothing. */
    ContentDrain(String database, List<Long> texts, List<Long> plans, Sink sink) {
        this(database, texts, plans, true, 0, sink);
    }

    private ContentDrain(
            String database, List<Long> texts, List<Long> plans, boolean typed, long bytesPerPlan, Sink sink) {
        this.sink = sink;
        this.database = database;
        this.texts = new ArrayList<>(texts);
        this.plans = new ArrayList<>(plans);
        this.typed = typed;
        this.bytesPerPlan = bytesPerPlan;
    }

    boolean isDone() {
        return texts.isEmpty() && plans.isEmpty();
    }

    long fetched() {
        return fetched;
    }

    /** Statements as the import makes them: as many ids in one as are likely to fit its bytes. */
    @Override
    public WorkResult run(HeavySession session, Slice slice) {
        while (!isDone() && !slice.isSpent()) {
            switch (plan.within(slice.limits().bytes()).next(texts, plans, List.of())) {
                case ContentPlan.Fetch.Texts some -> {
                    ReadEnd end = drop(texts, some.ids(), seen -> texts(session, slice, some.ids(), seen), slice);
                    plan = plan.afterTexts(Math.toIntExact(end.rows()), end.bytes());
                }
                case ContentPlan.Fetch.Plans some -> {
                    ReadEnd end = drop(plans, some.ids(), seen -> plans(session, slice, some.ids(), seen), slice);
                    plan = plan.afterPlans(Math.toIntExact(end.rows()), end.bytes());
                }
                case ContentPlan.Fetch.PlanAlone one -> throw new IllegalStateException("none was given");
                case ContentPlan.Fetch.Nothing nothing -> {}
            }
        }
        return WorkResult.of(isDone() ? PassOutcome.DONE : PassOutcome.CUT, 0);
    }

    private ReadEnd drop(List<Long> all, List<Long> ids, Function<Set<Long>, ReadEnd> statement, Slice slice) {
        Set<Long> seen = new HashSet<>();
        ReadEnd end = statement.apply(seen);
        slice.meter().count(end.rows(), end.bytes());
        fetched += end.rows();
        if (end.isComplete()) {
            seen.addAll(ids);
        } else if (seen.isEmpty()) {
            ids.stream().limit(end.rows()).forEach(seen::add);
        }
        all.removeAll(seen);
        return end;
    }

    private ReadEnd texts(HeavySession session, Slice slice, List<Long> ids, Set<Long> seen) {
        return typed
                ? ContentReader.texts(session, database, ids, CAP_BYTES, slice.limits(), text -> {
                    seen.add(text.text().queryTextId());
                    sink.take(text.text().queryTextId(), text.text().text());
                })
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
                ? ContentReader.plans(session, database, ids, CAP_BYTES, slice.limits(), plan -> {
                    seen.add(plan.planId());
                    sink.take(plan.planId(), plan.xml());
                })
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

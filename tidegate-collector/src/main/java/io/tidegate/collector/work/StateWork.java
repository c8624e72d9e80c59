package io.tidegate.collector.work;

import io.tidegate.core.model.Ticks;
import io.tidegate.core.schema.StateTable;
import io.tidegate.core.state.StateReading;
import io.tidegate.core.state.StateRow;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.sqlserver.catalog.Binding;
import io.tidegate.sqlserver.fault.SqlServerException;
import io.tidegate.sqlserver.read.StateReader;
import io.tidegate.sqlserver.read.StateReader.From;
import io.tidegate.sqlserver.read.StateReader.ModuleName;
import io.tidegate.sqlserver.read.ViewColumns;
import io.tidegate.sqlserver.session.HeavySession;
import io.tidegate.sqlserver.session.ReadEnd;
import io.tidegate.sqlserver.session.ReadLimits;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * Reads queries and plans that were compiled since the last time, without texts and XML, and which plans are forced: three
 * narrow statements, an hour apart. What was not compiled and is forced as before is not read at all. Confined to one thread.
 */
public final class StateWork implements Work {
    private static final long AT_ONCE = 5_000;

    /** What was compiled shortly before the newest known may have been registered after it. */
    private static final long OVERLAP_TICKS = 60 * Ticks.PER_SECOND;

    private static final long HOUR_TICKS = 3_600 * Ticks.PER_SECOND;

    private final CollectorStore store;
    private final SeriesRecord series;
    private final Instant sourceNow;
    private final ViewColumns columns;
    private final LongConsumer plansMade;
    private long made;

    /**
     * The work.
     *
     * @param store where state goes
     * @param series whose
     * @param sourceNow the source's clock as last probed
     * @param columns what its views have
     * @param plansMade told how many plans were first compiled in the hour before that, once all are read
     */
    public StateWork(
            CollectorStore store, SeriesRecord series, Instant sourceNow, ViewColumns columns, LongConsumer plansMade) {
        this.store = store;
        this.series = series;
        this.sourceNow = sourceNow;
        this.columns = columns;
        this.plansMade = plansMade;
    }

    @Override
    public WorkResult run(HeavySession session, Slice slice) {
        made = 0;
        boolean compiled = compiled(StateTable.QUERY, session, slice) && compiled(StateTable.PLAN, session, slice);
        if (compiled) {
            plansMade.accept(made);
        }
        boolean all = compiled && forced(session, slice);
        return WorkResult.of(all ? PassOutcome.DONE : PassOutcome.CUT, 0);
    }

    /** True when nothing is left. */
    private boolean compiled(StateTable table, HeavySession session, Slice slice) {
        From from = store.newestCompile(series.key(), table)
                .map(ticks -> new From(ticks - OVERLAP_TICKS, 0))
                .orElse(From.BEGIN);
        while (!slice.isSpent()) {
            List<StateRow> rows = new ArrayList<>();
            ReadEnd end =
                    StateReader.compiledSince(session, columns, table, series.database(), from, some(slice), rows::add);
            slice.meter().count(end.rows(), end.bytes());
            made += table == StateTable.PLAN ? madeOf(rows) : 0;
            record(table, table == StateTable.QUERY ? named(session, rows) : rows, end.isComplete());
            if (end.isComplete()) {
                return true;
            }
            if (end.how() != ReadEnd.How.ROWS || rows.isEmpty()) {
                return false;
            }
            from = From.behind(rows.getLast());
        }
        return false;
    }

    private long madeOf(List<StateRow> plans) {
        long hourAgo = Ticks.of(sourceNow) - HOUR_TICKS;
        return plans.stream()
                .map(plan -> plan.number("initial_compile_ticks"))
                .filter(at -> at != null && at >= hourAgo)
                .count();
    }

    private boolean forced(HeavySession session, Slice slice) {
        Map<Long, StateRow> known = new HashMap<>();
        store.forcedPlans(series.key()).forEach(row -> known.put(row.id(), row));
        List<Long> ids = known.keySet().stream().sorted().toList();
        for (int at = 0; at == 0 || at < ids.size(); at += Binding.MAX_IDS) {
            if (slice.isSpent()) {
                return false;
            }
            List<Long> asked = ids.subList(at, Math.min(ids.size(), at + Binding.MAX_IDS));
            List<StateRow> rows = new ArrayList<>();
            ReadEnd end =
                    StateReader.forcedPlans(session, columns, series.database(), asked, slice.limits(), rows::add);
            slice.meter().count(end.rows(), end.bytes());
            if (!end.isComplete()) {
                return false;
            }
            rows.forEach(row -> known.remove(row.id()));
            for (long id : asked) {
                StateRow gone = known.get(id);
                if (gone != null) {
                    rows.add(notForced(gone));
                }
            }
            record(StateTable.PLAN, rows, true);
        }
        return true;
    }

    /** A plan that the source has no more. */
    private static StateRow notForced(StateRow plan) {
        return plan.with("is_forced_plan", false)
                .with("plan_forcing_type", null)
                .with("plan_forcing_type_desc", null);
    }

    private void record(StateTable table, List<StateRow> rows, boolean isComplete) {
        store.recordState(new StateReading(series.key(), table, sourceNow, false, isComplete, rows));
    }

    /** With the names of their modules, as far as the login may see them. */
    private List<StateRow> named(HeavySession session, List<StateRow> queries) {
        List<Long> modules = queries.stream()
                .map(row -> row.number("object_id"))
                .filter(id -> id != null && id > 0)
                .distinct()
                .sorted()
                .toList();
        if (modules.isEmpty()) {
            return queries;
        }
        Map<Long, ModuleName> names = names(session, modules);
        return queries.stream().map(row -> named(row, names)).toList();
    }

    private static StateRow named(StateRow row, Map<Long, ModuleName> names) {
        ModuleName name = names.get(row.number("object_id"));
        return name == null ? row : row.with("schema_name", name.schema()).with("object_name", name.name());
    }

    private Map<Long, ModuleName> names(HeavySession session, List<Long> modules) {
        try {
            return StateReader.moduleNames(session.channel(), series.database(), modules);
        } catch (SqlServerException failed) {
            if (failed.fault().endsSession()) {
                throw failed;
            }
            return Map.of(); // a query without its module's name is better than none
        }
    }

    private static ReadLimits some(Slice slice) {
        ReadLimits limits = slice.limits();
        return new ReadLimits(Math.min(AT_ONCE, limits.rows()), limits.bytes(), limits.time());
    }
}

package io.tidegate.core.privacy;

import io.tidegate.core.model.PlanXml;
import io.tidegate.core.model.QueryText;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.schema.StateTable;
import io.tidegate.core.state.StateEvent;
import io.tidegate.core.state.StateReading;
import io.tidegate.core.state.StateRow;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.ForwardingStore;
import java.util.List;

/**
 * A store that is given nothing but what may be kept: the one door through which texts, plans and hints come, so that no
 * reader can forget it. Thread-safe as the store behind it is.
 */
public final class RedactingStore extends ForwardingStore {
    private static final String HINT = "query_hint_text";

    /** Whether no text at all is kept; else its literals are not. */
    private final boolean isNone;

    private RedactingStore(CollectorStore store, boolean isNone) {
        super(store);
        this.isNone = isNone;
    }

    /**
     * A door before a store. Every call goes through, but texts, plans and hints are redacted first; where none may be kept
     * none is missing either, so that none is read.
     *
     * @param store where things are kept
     * @param privacy what may be kept
     * @return the store itself where all may be kept
     */
    public static CollectorStore over(CollectorStore store, TextPrivacy privacy) {
        return switch (privacy) {
            case KEEP -> store;
            case LITERALS -> new RedactingStore(store, false);
            case NONE -> new RedactingStore(store, true);
        };
    }

    @Override
    public List<Long> missingTexts(SeriesKey series, int limit) {
        return isNone ? List.of() : store.missingTexts(series, limit);
    }

    @Override
    public List<Long> missingPlans(SeriesKey series, int limit, boolean overCap) {
        return isNone ? List.of() : store.missingPlans(series, limit, overCap);
    }

    @Override
    public void storeTexts(SeriesKey series, List<QueryText> texts) {
        store.storeTexts(series, texts.stream().map(this::redacted).toList());
    }

    @Override
    public void storePlans(SeriesKey series, List<PlanXml> plans) {
        store.storePlans(series, plans.stream().map(this::redacted).toList());
    }

    @Override
    public List<StateEvent> recordState(StateReading reading) {
        if (reading.table() != StateTable.QUERY_HINT) {
            return store.recordState(reading);
        }
        List<StateRow> rows = reading.rows().stream().map(this::redacted).toList();
        return store.recordState(new StateReading(
                reading.series(), reading.table(), reading.at(), reading.isWhole(), reading.isComplete(), rows));
    }

    private QueryText redacted(QueryText text) {
        return text.text() == null ? text : text.keeping(isNone ? null : SqlRedactor.redact(text.text()));
    }

    private PlanXml redacted(PlanXml plan) {
        if (plan.xml() == null) {
            return plan;
        }
        return plan.keeping(isNone ? null : PlanRedactor.redact(plan.xml()).orElse(null));
    }

    private StateRow redacted(StateRow row) {
        String hint = row.text(HINT);
        return hint == null ? row : row.with(HINT, isNone ? "" : SqlRedactor.redact(hint));
    }
}

package io.tidegate.web.api;

import io.tidegate.core.ledger.TimeCoverage;
import io.tidegate.core.state.StateEvent;
import io.tidegate.core.store.HistoryReader;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.core.store.StateReader.EventRequest;
import io.tidegate.core.store.StateReader.EventRow;
import io.tidegate.web.api.Answers.Event;
import io.tidegate.web.api.Answers.EventQuestion;
import io.tidegate.web.api.Answers.Events;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Events of a store, and how the span of the question was watched. Immutable.
 *
 * @param history what is stored
 * @param coverage of that
 */
record EventAnswers(HistoryReader history, TimeCoverage coverage) {
    Events answer(EventQuestion question) {
        Instant to = new Names(history)
                .series(question.server(), question.database())
                .map(SeriesRecord::sourceNow)
                .max(Comparator.naturalOrder())
                .orElse(null);
        Instant from = from(question, to);
        List<EventRow> rows =
                history.events(new EventRequest(question.server(), question.database(), from, question.limit() + 1));
        return new Events(
                from,
                to,
                rows.stream().limit(question.limit()).map(EventAnswers::event).toList(),
                rows.size() > question.limit(),
                Watching.each(coverage.of(question.server(), question.database(), (oldest, sourceNow) -> from)));
    }

    private static Instant from(EventQuestion question, @Nullable Instant to) {
        if (question.since() != null) {
            return question.since();
        }
        return to == null ? Instant.EPOCH : to.minus(question.last());
    }

    private static Event event(EventRow row) {
        StateEvent event = row.event();
        return new Event(
                row.server(),
                row.database(),
                event.series().epoch(),
                event.at(),
                event.kind().name(),
                event.subject(),
                event.queryId(),
                event.planId(),
                event.oldValue(),
                event.newValue());
    }
}

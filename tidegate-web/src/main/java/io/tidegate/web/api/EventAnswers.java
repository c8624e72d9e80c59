package io.tidegate.web.api;

import io.tidegate.core.ledger.Coverage;
import io.tidegate.core.ledger.CoverageWord;
import io.tidegate.core.ledger.CoveredSpan;
import io.tidegate.core.ledger.IntervalClock;
import io.tidegate.core.state.StateEvent;
import io.tidegate.core.store.HistoryReader;
import io.tidegate.core.store.HistoryReader.ServerRecord;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.core.store.StateReader.EventRequest;
import io.tidegate.core.store.StateReader.EventRow;
import io.tidegate.core.store.Stretch;
import io.tidegate.web.api.Answers.Event;
import io.tidegate.web.api.Answers.EventQuestion;
import io.tidegate.web.api.Answers.Events;
import io.tidegate.web.api.Answers.Seconds;
import io.tidegate.web.api.Answers.Watched;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Events of a store, and how the span of the question was watched. Immutable.
 *
 * @param history what is stored
 */
record EventAnswers(HistoryReader history) {
    Events answer(EventQuestion question) {
        Map<Integer, String> names =
                history.servers().stream().collect(Collectors.toMap(ServerRecord::id, ServerRecord::name));
        List<SeriesRecord> current = current(question, names);
        Instant to = current.stream()
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
                current.stream()
                        .map(series -> watched(names.getOrDefault(series.serverId(), "?"), series, from))
                        .toList());
    }

    private static Instant from(EventQuestion question, @Nullable Instant to) {
        if (question.since() != null) {
            return question.since();
        }
        return to == null ? Instant.EPOCH : to.minus(question.last());
    }

    /** The newest epoch of each database that is asked for, by server and name. */
    private List<SeriesRecord> current(EventQuestion question, Map<Integer, String> names) {
        Map<List<Integer>, SeriesRecord> newest = new LinkedHashMap<>();
        for (SeriesRecord series : history.allSeries()) {
            boolean asked = (question.server() == null || question.server().equals(names.get(series.serverId())))
                    && (question.database() == null || question.database().equals(series.database()));
            if (asked) {
                newest.merge(
                        List.of(series.key().home(), series.key().lineage()),
                        series,
                        (a, b) -> a.key().epoch() > b.key().epoch() ? a : b);
            }
        }
        return List.copyOf(newest.values());
    }

    private Watched watched(String server, SeriesRecord series, Instant from) {
        Instant to = series.sourceNow().isAfter(from) ? series.sourceNow() : from;
        IntervalClock settling = history.options(series.key())
                .map(IntervalClock::of)
                .orElseGet(() -> new IntervalClock(Duration.ofMinutes(15), IntervalClock.DEFAULT_MARGIN));
        List<Stretch> stretches = history.stretches(series.serverId()).stream()
                .filter(stretch ->
                        stretch.database().isEmpty() || stretch.database().equals(series.database()))
                .toList();
        Map<CoverageWord, Long> seconds = new EnumMap<>(CoverageWord.class);
        for (CoveredSpan span :
                new Coverage(settling, series.sourceNow()).span(from, to, history.ledger(series.key()), stretches)) {
            seconds.merge(span.word(), Duration.between(span.from(), span.to()).toSeconds(), Long::sum);
        }
        List<Seconds> words = new ArrayList<>();
        seconds.forEach((word, n) -> words.add(new Seconds(word.label(), n)));
        return new Watched(server, series.database(), from, to, words);
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

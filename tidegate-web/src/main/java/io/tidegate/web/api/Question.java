package io.tidegate.web.api;

import io.tidegate.core.status.Verifier.Scope;
import io.tidegate.core.store.HistoryReader.TopRequest;
import io.tidegate.web.api.Answers.EventQuestion;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Named parameters as text, checked one by one; the same rules for HTTP and for commands. Confined to one thread.
 */
public final class Question {
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final Map<String, String> parameters;

    /**
     * A question.
     *
     * @param parameters as given
     * @param known the names that this question takes
     * @throws BadQuestion for a name that it does not take
     */
    public Question(Map<String, String> parameters, String... known) {
        this.parameters = Map.copyOf(parameters);
        Set<String> names = new TreeSet<>(List.of(known));
        for (String name : parameters.keySet()) {
            if (!names.contains(name)) {
                throw new BadQuestion(name, "unknown parameter; " + Nearest.hint(name, names));
            }
        }
    }

    /**
     * A text.
     *
     * @param name which parameter
     * @return null when it was not given
     */
    public @Nullable String text(String name) {
        String value = parameters.get(name);
        return value == null || value.isBlank() ? null : value;
    }

    /**
     * A text that must be one of those that exist.
     *
     * @param name which parameter
     * @param existing the names that exist
     * @return null when it was not given
     */
    public @Nullable String oneOf(String name, Collection<String> existing) {
        String value = text(name);
        if (value != null) {
            Names.require(name, value, existing);
        }
        return value;
    }

    /**
     * A span of time such as {@code 24h}.
     *
     * @param name which parameter
     * @param fallback when it was not given
     * @return positive, at most 100 years
     */
    public Duration span(String name, Duration fallback) {
        String value = text(name);
        if (value == null) {
            return fallback;
        }
        return Spans.parse(value)
                .filter(d -> d.isPositive() && d.compareTo(LONGEST) <= 0)
                .orElseThrow(() -> new BadQuestion(
                        name, "must be a span of time such as 90s, 15m, 24h or 7d, was '" + value + "'"));
    }

    /**
     * A whole number.
     *
     * @param name which parameter
     * @param fallback when it was not given
     * @param low smallest
     * @param high largest
     * @return in the range
     */
    public int number(String name, int fallback, int low, int high) {
        String value = text(name);
        if (value == null) {
            return fallback;
        }
        if (value.matches("\\d{1,9}")) {
            int n = Integer.parseInt(value);
            if (n >= low && n <= high) {
                return n;
            }
        }
        throw new BadQuestion(name, "must be a whole number from " + low + " to " + high + ", was '" + value + "'");
    }

    /**
     * The question about events: server, database, since, limit. Whether the names exist, the answer says.
     *
     * @return the question; all servers, 7 days, 200 rows where nothing else was given
     */
    public EventQuestion events() {
        Instant since = instant("since");
        return new EventQuestion(
                text("server"),
                text("database"),
                since,
                since == null ? since(Duration.ofDays(7)) : Duration.ZERO,
                number("limit", 200, 1, 10_000));
    }

    /**
     * The question what to verify: server, database, since.
     *
     * @param servers the servers that exist
     * @return the scope; everything where nothing was given
     */
    public Scope verify(Collection<String> servers) {
        Instant since = instant("since");
        return new Scope(
                oneOf("server", servers),
                text("database"),
                since,
                since == null ? since(Duration.ZERO) : Duration.ZERO);
    }

    private Duration since(Duration fallback) {
        String value = text("since");
        if (value == null) {
            return fallback;
        }
        return Spans.parse(value)
                .filter(d -> d.isPositive() && d.compareTo(LONGEST) <= 0)
                .orElseThrow(() -> new BadQuestion(
                        "since",
                        "must be a span of time such as 24h or 7d, a day such as 2026-11-01, or an instant such as"
                                + " 2026-11-01T08:00:00Z, was '" + value + "'"));
    }

    /** A day (its begin in UTC) or an instant; null when it was not given or is something else. */
    private @Nullable Instant instant(String name) {
        String value = text(name);
        if (value == null) {
            return null;
        }
        try {
            return value.length() == "2026-11-01".length()
                    ? LocalDate.parse(value).atStartOfDay(ZoneOffset.UTC).toInstant()
                    : Instant.parse(value);
        } catch (DateTimeException notOne) {
            return null;
        }
    }

    /**
     * The request of the heaviest queries: metric, last, server, database, limit. Whether the names exist, the answer says.
     *
     * @return the request; cpu, 24 hours, all servers, 20 rows where nothing else was given
     */
    public TopRequest top() {
        String metric = text("metric");
        return new TopRequest(
                MetricNames.parse(metric == null ? "cpu" : metric),
                span("last", Duration.ofHours(24)),
                text("server"),
                text("database"),
                number("limit", 20, 1, 1000));
    }
}

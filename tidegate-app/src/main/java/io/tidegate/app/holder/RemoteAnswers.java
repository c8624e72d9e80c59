package io.tidegate.app.holder;

import io.tidegate.app.holder.HolderFile.Holder;
import io.tidegate.core.model.Metric;
import io.tidegate.core.status.Verifier.Scope;
import io.tidegate.core.status.Verifier.Verification;
import io.tidegate.core.store.HistoryReader.TopRequest;
import io.tidegate.core.store.QueryTimedOutException;
import io.tidegate.core.store.StoreException;
import io.tidegate.web.api.Answers;
import io.tidegate.web.api.BadQuestion;
import io.tidegate.web.api.MetricNames;
import io.tidegate.web.http.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;

/** Answers of the process that holds a store, over loopback. Thread-safe; each call blocks up to a minute. */
final class RemoteAnswers implements Answers, AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final Holder holder;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    RemoteAnswers(Holder holder) {
        this.holder = holder;
    }

    @Override
    public Servers servers() {
        return Json.mapper().readValue(get("/api/servers", Map.of()), Servers.class);
    }

    @Override
    public Leases leases(@Nullable String server, Duration last, int limit) {
        return Json.mapper()
                .readValue(
                        get("/api/leases", parameters("server", server, "last", last, "limit", limit)), Leases.class);
    }

    @Override
    public Top top(TopRequest request) {
        String metric = MetricNames.all().stream()
                .filter(name -> MetricNames.parse(name) == request.metric())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no name for " + Metric.class));
        return Json.mapper()
                .readValue(
                        get(
                                "/api/top",
                                parameters(
                                        "metric", metric,
                                        "last", request.last(),
                                        "server", request.server(),
                                        "database", request.database(),
                                        "limit", request.limit())),
                        Top.class);
    }

    @Override
    public List<DatabaseCoverage> coverage(@Nullable String server, @Nullable String database) {
        return Json.mapper()
                .readValue(
                        get("/api/coverage", parameters("server", server, "database", database)),
                        new TypeReference<List<DatabaseCoverage>>() {});
    }

    @Override
    public Events events(EventQuestion question) {
        Object since = question.since() == null ? question.last() : question.since();
        return Json.mapper()
                .readValue(
                        get(
                                "/api/events",
                                parameters(
                                        "server", question.server(),
                                        "database", question.database(),
                                        "since", since,
                                        "limit", question.limit())),
                        Events.class);
    }

    @Override
    public SqlResult sql(String select, int maxRows) {
        HttpRequest request = request("/api/sql", parameters("limit", maxRows))
                .header("X-Tidegate-Token", holder.token())
                .POST(BodyPublishers.ofString(select))
                .build();
        return RemoteSql.read(send(request));
    }

    @Override
    public Verification verify(Scope scope) {
        String since = scope.since() != null
                ? scope.since().toString()
                : scope.last().isZero() ? null : scope.last().toString();
        HttpRequest request = request(
                        "/api/verify",
                        parameters("server", scope.server(), "database", scope.database(), "since", since))
                .header("X-Tidegate-Token", holder.token())
                .POST(BodyPublishers.noBody())
                .build();
        return Json.mapper().readValue(send(request), Verification.class);
    }

    @Override
    public Verification verification(long id) {
        return Json.mapper().readValue(get("/api/verify", parameters("id", id)), Verification.class);
    }

    @Override
    public void close() {
        client.close();
    }

    private String get(String path, Map<String, String> parameters) {
        return send(request(path, parameters).build());
    }

    private HttpRequest.Builder request(String path, Map<String, String> parameters) {
        String query = parameters.entrySet().stream()
                .map(e -> e.getKey() + "=" + URLEncoder.encode(e.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + holder.port() + path + (query.isEmpty() ? "" : "?" + query)))
                .timeout(LIMIT);
    }

    private String send(HttpRequest request) {
        try {
            HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
            if (response.statusCode() == 200) {
                return response.body();
            }
            throw refusal(response);
        } catch (IOException gone) {
            throw new UncheckedIOException("process " + holder.pid() + " holds the store and does not answer", gone);
        } catch (InterruptedException leaving) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException("interrupted", leaving));
        }
    }

    /** What the holder says went wrong, as it would be thrown here. */
    private RuntimeException refusal(HttpResponse<String> response) {
        JsonNode said = Json.mapper().readTree(response.body());
        String sentence = said.path("error").asString("refused");
        return switch (response.statusCode()) {
            case 504 -> new QueryTimedOutException(sentence);
            case 500, 503 ->
                new StoreException(
                        sentence, new IOException("process " + holder.pid() + " answered " + response.statusCode()));
            default -> new BadQuestion(said.path("parameter").asString(""), sentence);
        };
    }

    private static Map<String, String> parameters(@Nullable Object... pairs) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            Object value = pairs[i + 1];
            if (value != null) {
                parameters.put(String.valueOf(pairs[i]), value.toString());
            }
        }
        return parameters;
    }
}

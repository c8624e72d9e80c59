package io.tidegate.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Metric;
import io.tidegate.core.status.Verifier.Scope;
import io.tidegate.core.status.Verifier.Verification;
import io.tidegate.core.store.HistoryReader.TopRequest;
import io.tidegate.core.store.QueryTimedOutException;
import io.tidegate.core.store.StoreException;
import io.tidegate.web.api.Answers;
import java.io.InputStream;
import java.net.BindException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WebServerTest {
    private final FakeAnswers answers = new FakeAnswers();
    private final HttpClient client = HttpClient.newHttpClient();
    private WebServer server;

    @BeforeEach
    void start() throws Exception {
        server = WebServer.start(answers, 0, "s3cret");
    }

    @AfterEach
    void stop() {
        server.close();
        client.close();
    }

    @Test
    void givenAQuestionAboutEvents_whenAsked_thenSinceIsASpanADayOrAnInstant() throws Exception {
        get("/api/events?server=a&database=Sales&since=24h&limit=3");
        assertThat(answers.events).isEqualTo(new Answers.EventQuestion("a", "Sales", null, Duration.ofHours(24), 3));
        get("/api/events?since=2026-11-01");
        assertThat(answers.events.since()).isEqualTo(Instant.parse("2026-11-01T00:00:00Z"));
        get("/api/events?since=2026-11-01T08:00:00Z");
        assertThat(answers.events.since()).isEqualTo(Instant.parse("2026-11-01T08:00:00Z"));
        get("/api/events");
        assertThat(answers.events).isEqualTo(new Answers.EventQuestion(null, null, null, Duration.ofDays(7), 200));

        HttpResponse<String> bad = get("/api/events?since=yesterday");
        assertThat(bad.statusCode()).isEqualTo(400);
        assertThat(bad.body()).contains("since").contains("was 'yesterday'");
        assertThat(get("/api/events?databse=x").body()).contains("did you mean 'database'?");
    }

    @Test
    @Incident(98)
    void givenAQuestionInFull_whenAsked_thenEachParameterReachesTheStore() throws Exception {
        HttpResponse<String> response = get("/api/top?metric=reads&last=90m&server=a&database=Sales&limit=7");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(answers.asked)
                .isEqualTo(new TopRequest(Metric.LOGICAL_IO_READS, Duration.ofMinutes(90), "a", "Sales", 7));
        assertThat(Json.mapper().readTree(response.body()).get("from").asString())
                .isEqualTo("2026-01-01T00:00:00Z");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/api/top?metrc=cpu|metrc|did you mean 'metric'?",
                "/api/top?metric=cpuu|metric|did you mean 'cpu'?",
                "/api/top?last=24|last|such as 90s",
                "/api/top?limit=0|limit|from 1 to 1000",
                "/api/leases?limit=1&limit=2|limit|more than once",
                "/api/servers?x=1|x|unknown parameter"
            })
    void givenAWrongParameter_whenAsked_thenItIsNamedWithTheRule(String path, String parameter, String rule)
            throws Exception {
        HttpResponse<String> response = get(path);

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(Json.mapper().readTree(response.body()).get("parameter").asString())
                .isEqualTo(parameter);
        assertThat(Json.mapper().readTree(response.body()).get("error").asString())
                .contains(rule);
    }

    @Test
    @Incident(121)
    void givenNoToken_whenASelectIsSent_thenItIsRefusedAndNotRun() throws Exception {
        HttpResponse<String> response = post("/api/sql", "select 1", null);

        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(answers.select).isNull();
        assertThat(post("/api/sql", "select 1", "s3creT").statusCode()).isEqualTo(401);
    }

    @Test
    void givenTheToken_whenASelectIsSent_thenItIsRunAndARefusalOfTheEngineIsAnswered() throws Exception {
        assertThat(post("/api/sql", "select 1", "s3cret").body()).contains("\"rows\":[[1]]");

        HttpResponse<String> refused = post("/api/sql", "drop table x", "s3cret");

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("only SELECT");
    }

    @Test
    void givenAVerification_whenAskedFor_thenItNeedsTheTokenAndEachParameterReachesIt() throws Exception {
        assertThat(post("/api/verify", "", null).statusCode()).isEqualTo(401);
        assertThat(answers.scope).isNull();

        HttpResponse<String> begun = post("/api/verify?server=a&database=Sales&since=2026-11-01", "", "s3cret");

        assertThat(begun.statusCode()).isEqualTo(200);
        assertThat(answers.scope)
                .isEqualTo(new Scope("a", "Sales", Instant.parse("2026-11-01T00:00:00Z"), Duration.ZERO));
        assertThat(get("/api/verify?id=7").body()).contains("\"id\":7");
        assertThat(post("/api/verify?since=soon", "", "s3cret").statusCode()).isEqualTo(400);
    }

    @Test
    @Incident(115)
    void givenASelectThatRunsTooLong_whenSent_thenItIsNoBadRequestAndTheSentenceIsAnswered() throws Exception {
        HttpResponse<String> stopped = post("/api/sql", "select endless", "s3cret");

        assertThat(stopped.statusCode()).isEqualTo(504);
        assertThat(stopped.body()).contains("longer than 28 s");
    }

    @Test
    void givenAFailingStore_whenAsked_thenTheSentenceForUsersIsAnswered() throws Exception {
        HttpResponse<String> response = get("/api/coverage");

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body()).contains("the disk is full");
    }

    @Test
    void givenAnUnknownPath_whenAsked_thenItSaysSo() throws Exception {
        assertThat(get("/api/tops").statusCode()).isEqualTo(404);
        assertThat(get("/api/tops").body()).contains("there is no GET /api/tops; did you mean '/api/top'?");
        assertThat(get("/api/sql").body()).contains("there is no GET /api/sql; it takes POST");
    }

    @Test
    @Incident(121)
    void givenAForeignHostName_whenAsked_thenNothingIsServed() throws Exception {
        try (Socket socket = new Socket(java.net.InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream()
                    .write("GET /api/servers HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();

            String answer = new String(in.readAllBytes(), StandardCharsets.UTF_8);

            assertThat(answer).startsWith("HTTP/1.1 403").doesNotContain("registered");
        }
    }

    @Test
    void givenThePage_whenAsked_thenItComesWithItsScriptAndStyle() throws Exception {
        assertThat(get("/").body()).contains("<title>Tidegate</title>");
        assertThat(get("/app.js").headers().firstValue("Content-Type"))
                .hasValueSatisfying(t -> assertThat(t).contains("javascript"));
        assertThat(get("/style.css").statusCode()).isEqualTo(200);
    }

    @Test
    void givenAPortInUse_whenStarted_thenOneSentenceSaysSo() {
        assertThatThrownBy(() -> WebServer.start(answers, server.port(), "x"))
                .isInstanceOf(BindException.class)
                .hasMessageContaining("port " + server.port())
                .hasMessageContaining("in use");
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, String body, String token) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path)).POST(BodyPublishers.ofString(body));
        if (token != null) {
            request.header("X-Tidegate-Token", token);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }

    private static final class FakeAnswers implements Answers {
        @Override
        public Verification verify(Scope scope) {
            this.scope = scope;
            return new Verification(1, false, true, Instant.EPOCH, 0, 0, List.of(), "");
        }

        @Override
        public Verification verification(long id) {
            return new Verification(id, false, true, Instant.EPOCH, 0, 0, List.of(), "");
        }

        private volatile Scope scope;
        private volatile TopRequest asked;
        private volatile String select;
        private volatile Answers.EventQuestion events;

        @Override
        public Servers servers() {
            return new Servers(false, null, "", List.of(), List.of("a"), null);
        }

        @Override
        public Leases leases(String server, Duration last, int limit) {
            return new Leases(Instant.EPOCH, Instant.EPOCH, List.of());
        }

        @Override
        public Top top(TopRequest request) {
            asked = request;
            return new Top(List.of(), Instant.parse("2026-01-01T00:00:00Z"), null, 0, 0, 0, Covered.NOTHING, List.of());
        }

        @Override
        public List<DatabaseCoverage> coverage(String server, String database) {
            throw new StoreException("the disk is full", new IllegalStateException());
        }

        @Override
        public Events events(EventQuestion question) {
            events = question;
            return new Events(Instant.EPOCH, null, List.of(), false, List.of());
        }

        @Override
        public SqlResult sql(String text, int maxRows) {
            if (text.startsWith("drop")) {
                throw new IllegalArgumentException("only SELECT is allowed");
            }
            if (text.endsWith("endless")) {
                throw new QueryTimedOutException("The query ran longer than 28 s and was stopped.");
            }
            select = text;
            return new SqlResult(List.of("x"), List.of("INTEGER"), List.of(List.of(1)), false, "", Covered.NOTHING);
        }
    }
}

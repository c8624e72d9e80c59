package io.tidegate.web.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HttpStatus;
import io.tidegate.core.store.QueryTimedOutException;
import io.tidegate.core.store.StoreException;
import io.tidegate.web.api.Answers;
import io.tidegate.web.api.BadQuestion;
import io.tidegate.web.api.Nearest;
import io.tidegate.web.api.Question;
import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The page and the answers over HTTP, on loopback only. Requests run on virtual threads; the store's own threads do the
 * work. Thread-safe. Only requests that name a loopback host are served, so that a foreign page cannot read through a
 * name of its own; the SELECT of a user's needs the token that stands in the store's folder.
 */
public final class WebServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WebServer.class);
    private static final Set<String> HOSTS = Set.of("127.0.0.1", "localhost", "[::1]");
    private static final String[] NOTHING = {};

    private final Answers answers;
    private final String token;
    private final Map<String, Set<String>> endpoints = new TreeMap<>();
    private final Javalin javalin;

    private WebServer(Answers answers, String token) {
        this.answers = answers;
        this.token = token;
        this.javalin = Javalin.create(this::configure);
    }

    /**
     * Starts serving. Blocks until the port accepts.
     *
     * @param answers what to serve
     * @param port on 127.0.0.1; 0 takes a free one
     * @param token secret for the SELECT of a user's
     * @return the running server
     * @throws BindException when the port is in use or may not be opened; the message says so
     */
    public static WebServer start(Answers answers, int port, String token) throws BindException {
        WebServer server = new WebServer(answers, token);
        try {
            server.javalin.start("127.0.0.1", port);
        } catch (RuntimeException failed) {
            throw Ports.refusal(port, failed).orElseThrow(() -> failed);
        }
        return server;
    }

    /**
     * The port that accepts.
     *
     * @return 1 to 65535
     */
    public int port() {
        return javalin.port();
    }

    @Override
    public void close() {
        javalin.stop();
    }

    private void configure(JavalinConfig config) {
        config.concurrency.useVirtualThreads = true;
        config.startup.showJavalinBanner = false;
        config.routes.before(WebServer::refuseForeignHosts);
        page(config, "/", "index.html", ContentType.TEXT_HTML);
        page(config, "/app.js", "app.js", ContentType.TEXT_JS);
        page(config, "/style.css", "style.css", ContentType.TEXT_CSS);
        get(config, "/api/servers", ctx -> {
            question(ctx, NOTHING);
            json(ctx, answers.servers());
        });
        get(config, "/api/leases", this::leases);
        get(
                config,
                "/api/top",
                ctx -> json(
                        ctx,
                        answers.top(question(ctx, "metric", "last", "server", "database", "limit")
                                .top())));
        get(config, "/api/coverage", ctx -> {
            Question q = question(ctx, "server", "database");
            json(ctx, answers.coverage(q.text("server"), q.text("database")));
        });
        get(
                config,
                "/api/events",
                ctx -> json(
                        ctx,
                        answers.events(question(ctx, "server", "database", "since", "limit")
                                .events())));
        post(config, "/api/sql", this::sql);
        post(config, "/api/verify", this::verify);
        get(
                config,
                "/api/verify",
                ctx -> json(ctx, answers.verification(question(ctx, "id").number("id", 0, 1, Integer.MAX_VALUE))));
        failures(config);
    }

    private void get(JavalinConfig config, String path, Handler handler) {
        endpoints.computeIfAbsent(path, none -> new TreeSet<>()).add("GET");
        config.routes.get(path, handler);
    }

    private void post(JavalinConfig config, String path, Handler handler) {
        endpoints.computeIfAbsent(path, none -> new TreeSet<>()).add("POST");
        config.routes.post(path, handler);
    }

    private void failures(JavalinConfig config) {
        config.routes.exception(BadQuestion.class, (bad, ctx) -> refuse(ctx, 400, bad.parameter(), bad.getMessage()));
        config.routes.exception(QueryTimedOutException.class, (late, ctx) -> refuse(ctx, 504, "", late.getMessage()));
        config.routes.exception(StoreException.class, (failed, ctx) -> refuse(ctx, 503, "", failed.getMessage()));
        config.routes.exception(Exception.class, (bug, ctx) -> {
            LOG.error("request failed path={}", ctx.path(), bug);
            refuse(ctx, 500, "", "the request failed; the log has the cause");
        });
        config.routes.error(404, ctx -> {
            if (ctx.path().startsWith("/api/")) {
                Set<String> methods = endpoints.getOrDefault(ctx.path(), Set.of());
                refuse(
                        ctx,
                        404,
                        "",
                        "there is no " + ctx.method() + " " + ctx.path() + "; "
                                + (methods.isEmpty()
                                        ? Nearest.hint(ctx.path(), endpoints.keySet())
                                        : "it takes " + String.join(", ", methods)));
            }
        });
    }

    private void leases(Context ctx) {
        Question q = question(ctx, "server", "last", "limit");
        json(
                ctx,
                answers.leases(
                        q.text("server"), q.span("last", Duration.ofHours(1)), q.number("limit", 1000, 1, 10_000)));
    }

    /** It costs the servers something, so it needs the token. */
    private void verify(Context ctx) {
        if (hasToken(ctx)) {
            json(
                    ctx,
                    answers.verify(question(ctx, "server", "database", "since").verify(serverNames())));
        }
    }

    /** False when the request was refused. */
    private boolean hasToken(Context ctx) {
        String given = ctx.header("X-Tidegate-Token");
        if (given == null || !MessageDigest.isEqual(given.getBytes(UTF_8), token.getBytes(UTF_8))) {
            refuse(ctx, 401, "X-Tidegate-Token", "needs the token that stands in the store's folder");
            return false;
        }
        return true;
    }

    private void sql(Context ctx) {
        if (!hasToken(ctx)) {
            return;
        }
        Question q = question(ctx, "limit");
        String select = ctx.body();
        if (select.isBlank()) {
            throw new BadQuestion("body", "must be one SELECT");
        }
        try {
            stream(ctx, answers.sql(select, q.number("limit", 1000, 1, 100_000)));
        } catch (IllegalArgumentException refused) {
            throw new BadQuestion("body", String.valueOf(refused.getMessage()));
        }
    }

    private List<String> serverNames() {
        return answers.servers().registered();
    }

    private static Question question(Context ctx, String... known) {
        Map<String, String> parameters = new LinkedHashMap<>();
        ctx.queryParamMap().forEach((name, values) -> {
            if (values.size() > 1) {
                throw new BadQuestion(name, "is given more than once");
            }
            parameters.put(name, values.getFirst());
        });
        return new Question(parameters, known);
    }

    private static void refuse(Context ctx, int status, String parameter, @Nullable String message) {
        ctx.status(status);
        json(ctx, Map.of("parameter", parameter, "error", String.valueOf(message)));
    }

    private static void json(Context ctx, Object answer) {
        ctx.contentType(ContentType.APPLICATION_JSON).result(Json.mapper().writeValueAsString(answer));
    }

    /** Written as it is made: a large answer is not in memory a second time. */
    private static void stream(Context ctx, Object answer) {
        ctx.contentType(ContentType.APPLICATION_JSON);
        Json.mapper().writeValue(ctx.outputStream(), answer);
    }

    private static void refuseForeignHosts(Context ctx) {
        String host = String.valueOf(ctx.host());
        String name = host.endsWith("]") ? host : host.replaceFirst(":\\d+$", "");
        if (!HOSTS.contains(name)) {
            refuse(ctx, HttpStatus.FORBIDDEN.getCode(), "Host", "is served to 127.0.0.1 and localhost only");
            ctx.skipRemainingHandlers();
        }
    }

    private static void page(JavalinConfig config, String path, String resource, ContentType type) {
        String text = read(resource);
        config.routes.get(path, ctx -> {
            ctx.header("Cache-Control", "no-cache");
            ctx.header("Content-Security-Policy", "default-src 'self'; style-src 'self' 'unsafe-inline'");
            ctx.contentType(type).result(text);
        });
    }

    private static String read(String resource) {
        try (InputStream in = WebServer.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("missing resource " + resource);
            }
            return new String(in.readAllBytes(), UTF_8).lines().collect(Collectors.joining("\n"));
        } catch (IOException cannotRead) {
            throw new IllegalStateException("unreadable resource " + resource, cannotRead);
        }
    }
}

package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Somebody in another process who has a fleet's control channel, which is opened here. */
final class ControlClient implements AutoCloseable {
    private final HttpClient http = HttpClient.newHttpClient();
    private final ControlChannel channel;

    private ControlClient(ControlChannel channel) {
        this.channel = channel;
    }

    static ControlClient open(Fleet fleet) throws IOException {
        return new ControlClient(ControlChannel.open(fleet));
    }

    HttpResponse<String> send(String method, String path, String body, String token) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(channel.address() + path))
                .method(method, BodyPublishers.ofString(body))
                .header("Authorization", "Bearer " + token)
                .build();
        return http.send(request, BodyHandlers.ofString());
    }

    HttpResponse<String> send(String method, String path, String body) throws Exception {
        return send(method, path, body, channel.token());
    }

    /** The answer to a request that must be taken. */
    JsonNode ok(String method, String path, String body) throws Exception {
        HttpResponse<String> answer = send(method, path, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(answer.body());
    }

    @Override
    public void close() {
        channel.close();
        http.close();
    }
}

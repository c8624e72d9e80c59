package io.sqlserversim.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * A file in YAML that says what a fleet is, under {@code fleet}, and what happens to it when, under {@code script}. Immutable.
 *
 * @param fleet options of the command {@code sim}, by their long names without the dashes
 * @param script events, as written
 */
record Scenario(Map<String, String> fleet, List<ScriptEvent> script) {
    private static final YAMLMapper YAML = YAMLMapper.builder().build();

    Scenario {
        fleet = Map.copyOf(fleet);
        script = List.copyOf(script);
    }

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException naming the file, the place in it and the rule
     */
    static Scenario read(Path file) {
        try {
            return of(Files.readString(file));
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException(file + ": no such file", e);
        } catch (IOException e) {
            throw new IllegalArgumentException(file + " cannot be read: " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    /** Reads a text. */
    static Scenario of(String text) {
        JsonNode root;
        try {
            root = YAML.readTree(text);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "line " + e.getLocation().getLineNr() + ": not YAML: " + e.getOriginalMessage(), e);
        }
        if (!root.isObject()) {
            throw new IllegalArgumentException("there must be 'fleet:' or 'script:'");
        }
        Json.check(root, "fleet", "script");
        return new Scenario(options(root.path("fleet")), events(root.path("script")));
    }

    private static Map<String, String> options(JsonNode fleet) {
        Map<String, String> options = new LinkedHashMap<>();
        if (!fleet.isObject() && !fleet.isMissingNode() && !fleet.isNull()) {
            throw new IllegalArgumentException("fleet: must be keys with values");
        }
        for (String name : fleet.propertyNames()) {
            JsonNode value = fleet.path(name);
            if (value.isObject() || value.isNull()) {
                throw new IllegalArgumentException("fleet." + name + ": must be a value or a list of values");
            }
            options.put(
                    name,
                    value.isArray()
                            ? StreamSupport.stream(value.spliterator(), false)
                                    .map(JsonNode::asString)
                                    .collect(Collectors.joining(","))
                            : value.asString());
        }
        return options;
    }

    private static List<ScriptEvent> events(JsonNode script) {
        if (!script.isArray() && !script.isMissingNode() && !script.isNull()) {
            throw new IllegalArgumentException("script: must be a list of events");
        }
        List<ScriptEvent> events = new ArrayList<>();
        for (JsonNode event : script) {
            String where = "script[" + (events.size() + 1) + "]";
            try {
                events.add(event(where, event));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(where + ": " + e.getMessage(), e);
            }
        }
        return events;
    }

    private static ScriptEvent event(String where, JsonNode event) {
        if (!event.isObject() || !event.has("at")) {
            throw new IllegalArgumentException("needs 'at:', a time such as 3m, and a request");
        }
        List<String> requests = event.propertyNames().stream()
                .filter(name -> !List.of("at", "every", "times").contains(name))
                .toList();
        if (requests.size() != 1) {
            throw new IllegalArgumentException("needs one request, has " + requests);
        }
        Duration every = event.has("every") ? time("every", event) : Duration.ZERO;
        int times = event.path("times").asInt(every.isZero() ? 1 : Integer.MAX_VALUE);
        if (times < 1 || (every.isZero() && times > 1)) {
            throw new IllegalArgumentException("times: must be 1 or more, and needs 'every:'");
        }
        String request = requests.getFirst();
        JsonNode body = event.path(request);
        if (!body.isObject() && !body.isNull()) {
            throw new IllegalArgumentException(request + ": must be keys with values");
        }
        return new ScriptEvent(where, time("at", event), every, times, request, body.isNull() ? "" : body.toString());
    }

    private static Duration time(String key, JsonNode event) {
        try {
            return new DurationText().convert(event.path(key).asString());
        } catch (picocli.CommandLine.TypeConversionException e) {
            throw new IllegalArgumentException(key + ": " + e.getMessage(), e);
        }
    }
}

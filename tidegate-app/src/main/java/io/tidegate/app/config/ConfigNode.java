package io.tidegate.app.config;

import io.tidegate.web.api.Nearest;
import io.tidegate.web.api.Spans;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A mapping of the file, read key by key; whatever is wrong is collected, and a value that stands in is given back so
 * that reading goes on. Confined to one thread.
 */
final class ConfigNode {
    private final @Nullable JsonNode node;
    private final String path;
    private final List<Problem> problems;
    private final Set<String> asked = new LinkedHashSet<>();

    ConfigNode(@Nullable JsonNode node, String path, List<Problem> problems) {
        this.node = node;
        this.path = path;
        this.problems = problems;
        if (node != null && !node.isNull() && !node.isObject()) {
            problem("", "must be a mapping of keys to values");
        }
    }

    ConfigNode child(String key) {
        return new ConfigNode(get(key), keyOf(key), problems);
    }

    List<ConfigNode> children(String key) {
        JsonNode list = get(key);
        List<ConfigNode> out = new ArrayList<>();
        if (list == null || list.isNull()) {
            return out;
        }
        if (!list.isArray()) {
            problem(key, "must be a list");
            return out;
        }
        for (int i = 0; i < list.size(); i++) {
            out.add(new ConfigNode(list.get(i), keyOf(key) + "[" + i + "]", problems));
        }
        return out;
    }

    List<String> texts(String key) {
        JsonNode list = get(key);
        if (list == null || list.isNull()) {
            return List.of();
        }
        if (!list.isArray() || !list.valueStream().allMatch(JsonNode::isValueNode)) {
            problem(key, "must be a list of texts");
            return List.of();
        }
        return list.valueStream().map(JsonNode::asString).toList();
    }

    /** One text, or a list of them; none when the key is absent. */
    List<String> textOrTexts(String key) {
        JsonNode value = get(key);
        return value != null && value.isArray()
                ? texts(key)
                : scalar(key).stream().toList();
    }

    String text(String key, @Nullable String fallback) {
        Optional<String> written = scalar(key);
        if (written.isPresent() && !written.get().isBlank()) {
            return written.get();
        }
        if (fallback == null) {
            problem(key, "is required");
            return "";
        }
        return fallback;
    }

    int integer(String key, int fallback, int low, int high) {
        return parsed(
                key,
                fallback,
                text -> text.matches("-?\\d{1,9}") ? Optional.of(Integer.valueOf(text)) : Optional.empty(),
                n -> n >= low && n <= high,
                "must be a whole number from " + low + " to " + high);
    }

    boolean flag(String key, boolean fallback) {
        return parsed(
                key,
                fallback,
                text -> text.equals("true") || text.equals("false")
                        ? Optional.of(text.equals("true"))
                        : Optional.empty(),
                b -> true,
                "must be true or false");
    }

    Duration duration(String key, Duration fallback, Duration low, Duration high) {
        return parsed(
                key,
                fallback,
                Spans::parse,
                d -> d.compareTo(low) >= 0 && d.compareTo(high) <= 0,
                "must be a duration from " + Spans.text(low) + " to " + Spans.text(high)
                        + ", such as 90s, 5m or PT1M30S");
    }

    long bytes(String key, long fallback, long low, long high) {
        return parsed(
                key,
                fallback,
                Units::bytes,
                n -> n >= low && n <= high,
                "must be a size from " + (low >> 10) + "KB to " + (high >> 20) + "MB, such as 64MB");
    }

    double percent(String key, double fallback, double low, double high) {
        return parsed(
                key,
                fallback,
                Units::percent,
                n -> n >= low && n <= high,
                "must be a percentage from " + low + "% to " + Math.round(high) + "%, such as 0.2%");
    }

    <E extends Enum<E>> E choice(String key, E fallback, Class<E> type) {
        List<String> names = Stream.of(type.getEnumConstants())
                .map(e -> e.name().toLowerCase(Locale.ROOT))
                .toList();
        return parsed(
                key,
                fallback,
                text -> Stream.of(type.getEnumConstants())
                        .filter(e -> e.name().equalsIgnoreCase(text))
                        .findFirst(),
                e -> true,
                "must be one of " + String.join(", ", names));
    }

    void problem(String key, String message) {
        problems.add(new Problem(key.isEmpty() ? path : keyOf(key), message));
    }

    /** To be called when every known key was asked for. */
    void refuseUnknownKeys() {
        if (node == null || !node.isObject()) {
            return;
        }
        for (String key : node.propertyNames()) {
            if (!asked.contains(key)) {
                problem(key, "unknown key; " + Nearest.hint(key, asked));
            }
        }
    }

    /** Each text of a list, made into something; the place of one that cannot be is named. */
    <T> List<T> parsedList(String key, Function<String, Optional<T>> parse, String rule) {
        List<T> parsed = new ArrayList<>();
        List<String> written = texts(key);
        for (int i = 0; i < written.size(); i++) {
            Optional<T> one = parse.apply(written.get(i).strip());
            if (one.isEmpty()) {
                problem(key + "[" + i + "]", rule + ", was " + written.get(i));
            }
            one.ifPresent(parsed::add);
        }
        return parsed;
    }

    /** Text, made into something. */
    <T> T parsed(String key, T fallback, Function<String, Optional<T>> parse, String rule) {
        return parsed(key, fallback, parse, value -> true, rule);
    }

    boolean has(String key) {
        JsonNode value = get(key);
        return value != null && !value.isNull();
    }

    private <T> T parsed(
            String key, T fallback, Function<String, Optional<T>> parse, Function<T, Boolean> inRange, String rule) {
        Optional<String> written = scalar(key);
        if (written.isEmpty()) {
            return fallback;
        }
        Optional<T> value = parse.apply(written.get()).filter(inRange::apply);
        if (value.isEmpty()) {
            problem(key, rule + ", was " + written.get());
        }
        return value.orElse(fallback);
    }

    private Optional<String> scalar(String key) {
        JsonNode value = get(key);
        if (value == null || value.isNull()) {
            return Optional.empty();
        }
        if (value.isContainer()) {
            problem(key, "must be a single value");
            return Optional.empty();
        }
        return Optional.of(value.asString().strip());
    }

    private @Nullable JsonNode get(String key) {
        asked.add(key);
        return node == null || !node.isObject() ? null : node.get(key);
    }

    private String keyOf(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }
}

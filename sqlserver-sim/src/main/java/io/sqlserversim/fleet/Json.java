package io.sqlserversim.fleet;

import java.util.Set;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON as the control channel reads and writes it. */
final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private Json() {}

    static byte[] bytes(Object value) {
        return MAPPER.writeValueAsBytes(value);
    }

    /** An object, empty for an empty text; every key of it must be known. */
    static JsonNode object(String text, String... known) {
        JsonNode node;
        try {
            node = text.isBlank() ? MAPPER.createObjectNode() : MAPPER.readTree(text);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("the body is not JSON: " + e.getOriginalMessage(), e);
        }
        if (!node.isObject()) {
            throw new IllegalArgumentException("the body must be a JSON object");
        }
        check(node, known);
        return node;
    }

    static void check(JsonNode object, String... known) {
        Set<String> keys = new TreeSet<>(Set.of(known));
        for (String name : object.propertyNames()) {
            if (!keys.contains(name)) {
                throw new IllegalArgumentException("unknown key '" + name + "'; there are " + keys);
            }
        }
    }
}

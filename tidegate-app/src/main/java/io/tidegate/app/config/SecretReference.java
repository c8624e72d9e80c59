package io.tidegate.app.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Resolves {@code env:NAME} and {@code file:PATH}. A password itself in the file is refused. */
final class SecretReference {
    private final Map<String, String> environment;
    private final @Nullable Path base;

    SecretReference(Map<String, String> environment, @Nullable Path base) {
        this.environment = environment;
        this.base = base;
    }

    /** The secret; empty with a problem noted when it cannot be had. */
    String resolve(ConfigNode node, String key) {
        String reference = node.text(key, null);
        if (reference.isEmpty()) {
            return "";
        }
        if (reference.startsWith("env:")) {
            return fromEnvironment(node, key, reference.substring(4));
        }
        if (reference.startsWith("file:")) {
            return fromFile(node, key, reference.substring(5));
        }
        node.problem(key, "must be a reference, env:NAME or file:PATH, so that no password stands in this file");
        return "";
    }

    private String fromEnvironment(ConfigNode node, String key, String name) {
        String value = environment.get(name);
        if (value == null || value.isEmpty()) {
            node.problem(key, "names the environment variable " + name + ", which is not set");
            return "";
        }
        return value;
    }

    private String fromFile(ConfigNode node, String key, String name) {
        Optional<Path> named = ConfigPaths.of(base, name);
        if (named.isEmpty()) {
            node.problem(key, "must name a file behind file:, and what it names is no path");
            return "";
        }
        Path path = named.get();
        try {
            String value = Files.readString(path).strip();
            if (value.isEmpty()) {
                node.problem(key, "names the file " + path + ", which is empty");
            }
            return value;
        } catch (IOException cannotRead) {
            node.problem(key, "names the file " + path + ", which cannot be read");
            return "";
        }
    }
}

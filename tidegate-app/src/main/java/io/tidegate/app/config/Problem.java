package io.tidegate.app.config;

/**
 * One thing that is wrong with a configuration. Immutable.
 *
 * @param key the key as a path, e.g. {@code servers[2].port}
 * @param message the rule, and what was there; never a secret
 */
public record Problem(String key, String message) {
    @Override
    public String toString() {
        return key + "  " + message;
    }
}

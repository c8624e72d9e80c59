package io.tidegate.core.store.sql;

import io.tidegate.core.store.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * The steps by which a store's schema goes forward: scripts {@code migration/NAME.sql} beside a class. Immutable.
 *
 * @param beside the class beside which the scripts lie
 * @param names in order; a step is never changed once it was released
 */
public record SchemaSteps(Class<?> beside, List<String> names) {
    /** Copies the names. */
    public SchemaSteps {
        names = List.copyOf(names);
    }

    /**
     * One step.
     *
     * @param version from 1
     * @param name of the script
     * @param sql its text
     * @param checksum of the text, by which a store is known to have this very step
     */
    public record Step(int version, String name, String sql, String checksum) {}

    /**
     * What a store lacks.
     *
     * @param applied checksums of the steps that it has, by version
     * @param store the store, as a sentence begins with it
     * @param other what a user may take instead: "another store directory"
     * @return the steps to apply, in order
     * @throws StoreException when it has a step that is not known here, or another one of that number
     */
    public List<Step> missing(Map<Integer, String> applied, String store, String other) {
        applied.forEach((version, checksum) -> {
            if (version > names.size()) {
                int highest = applied.keySet().stream()
                        .mapToInt(Integer::intValue)
                        .max()
                        .orElse(version);
                throw refused(store + " has schema version " + highest + ", and this Tidegate knows up to "
                        + names.size() + ": use the newer Tidegate that wrote it, or " + other + ".");
            }
            Step ours = step(version);
            if (!ours.checksum().equals(checksum)) {
                throw refused(store + " was made by another build: its schema step " + ours.name()
                        + " differs from ours. Use that build, or " + other + ".");
            }
        });
        List<Step> missing = new ArrayList<>();
        for (int version = applied.size() + 1; version <= names.size(); version++) {
            missing.add(step(version));
        }
        return missing;
    }

    /**
     * A refusal of a store as it is.
     *
     * @param sentence for a user
     * @return to be thrown
     */
    public static StoreException refused(String sentence) {
        return new StoreException(sentence, new IllegalStateException("schema version"));
    }

    private Step step(int version) {
        String name = names.get(version - 1);
        String sql = text(name);
        return new Step(version, name, sql, checksum(sql));
    }

    private String text(String step) {
        String name = "migration/" + step + ".sql";
        try (InputStream in = beside.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("missing from the build: " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String checksum(String sql) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(sql.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}

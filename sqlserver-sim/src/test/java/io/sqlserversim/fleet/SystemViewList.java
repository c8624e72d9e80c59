package io.sqlserversim.fleet;

import io.sqlserversim.instance.VersionProfile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The views and columns that {@code system-views.txt} lists, which was written from documents and not from this server. */
final class SystemViewList {
    /** A column; {@code shape} is its name, type and nullability as one text. */
    record Listed(String name, String shape, int since) {}

    /** A view; {@code missing} is the label of a profile that does not have it, or empty. */
    record View(String name, int since, String missing, List<Listed> columns) {
        boolean isIn(VersionProfile profile) {
            return profile.generation() >= since && !profile.label().equals(missing);
        }

        List<Listed> in(VersionProfile profile) {
            return columns.stream()
                    .filter(column -> column.since <= profile.generation())
                    .toList();
        }
    }

    private SystemViewList() {}

    static List<View> read() {
        List<View> views = new ArrayList<>();
        for (String line : text().lines().toList()) {
            String[] words = line.split(" ", -1);
            if (line.startsWith("view ")) {
                String missing = words.length > 3 ? words[3].substring(1) : "";
                views.add(new View(words[1], Integer.parseInt(words[2]), missing, new ArrayList<>()));
            } else if (!line.startsWith("#")) {
                String shape = words[0] + " " + words[1] + " " + words[2];
                views.getLast().columns().add(new Listed(words[0], shape, Integer.parseInt(words[3])));
            }
        }
        return views;
    }

    private static String text() {
        try (InputStream in = SystemViewList.class.getResourceAsStream("/io/sqlserversim/system-views.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}

package io.tidegate.sqlserver.catalog;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a statement's file: header lines {@code -- key: value} first, then the statement. A key that comes again
 * continues its value. Thread-safe, no state.
 */
final class SqlFile {
    private SqlFile() {}

    static SqlText load(String name) {
        String resource = "sql/" + name + ".sql";
        try (InputStream in = SqlFile.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("no statement file " + resource);
            }
            return parse(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(resource, unreadable);
        }
    }

    static SqlText parse(String name, String file) {
        Map<String, String> keys = new LinkedHashMap<>();
        StringBuilder body = new StringBuilder();
        for (String line : file.lines().toList()) {
            if (body.isEmpty() && line.startsWith("--")) {
                addKey(name, keys, line.substring(2).strip());
            } else if (!body.isEmpty() || !line.isBlank()) {
                body.append(line).append('\n');
            }
        }
        SqlHeader header = header(name, keys);
        return new SqlText(header, SqlTemplate.parse(header, body.toString().strip()));
    }

    private static void addKey(String name, Map<String, String> keys, String line) {
        int colon = line.indexOf(':');
        if (colon < 1) {
            throw bad(name, "a header line is '-- key: value', found '" + line + "'");
        }
        keys.merge(line.substring(0, colon), line.substring(colon + 1).strip(), (a, b) -> a + " " + b);
    }

    private static SqlHeader header(String name, Map<String, String> keys) {
        Map<String, String> left = new LinkedHashMap<>(keys);
        String declared = take(name, left, "name");
        if (!declared.equals(name)) {
            throw bad(name, "the header says name '" + declared + "'");
        }
        List<String> reads = list(take(name, left, "reads"));
        List<SqlHeader.Param> params = list(take(name, left, "params")).stream()
                .map(p -> param(name, p))
                .toList();
        List<String> columns = list(take(name, left, "columns"));
        int since = Integer.parseInt(take(name, left, "since"));
        String permission = take(name, left, "permission");
        Map<String, String> why = new LinkedHashMap<>();
        left.forEach((key, value) -> {
            if (!key.startsWith("why-")) {
                throw bad(name, "unknown header key '" + key + "'");
            }
            why.put(key.substring("why-".length()), value);
        });
        return new SqlHeader(name, reads, params, columns, since, permission, why);
    }

    private static SqlHeader.Param param(String name, String words) {
        String[] parts = words.split(" ", 2);
        if (parts.length != 2) {
            throw bad(name, "a parameter is 'name type', found '" + words + "'");
        }
        boolean list = parts[1].endsWith("*");
        return new SqlHeader.Param(parts[0], list ? parts[1].substring(0, parts[1].length() - 1) : parts[1], list);
    }

    private static String take(String name, Map<String, String> keys, String key) {
        String value = keys.remove(key);
        if (value == null || value.isEmpty()) {
            throw bad(name, "the header lacks '" + key + "' (write 'none' when there is none)");
        }
        return value;
    }

    private static List<String> list(String value) {
        return value.equals("none")
                ? List.of()
                : new ArrayList<>(
                        Arrays.stream(value.split(",")).map(String::strip).toList());
    }

    static IllegalStateException bad(String name, String rule) {
        return new IllegalStateException("statement " + name + ": " + rule);
    }
}

package io.tidegate.collector.lane;

import io.sqlserversim.instance.VersionProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The scripts of {@code docs/permissions.md}, statement by statement. No state. */
final class PermissionScripts {
    private static final Path PAGE = Path.of(System.getProperty("tidegate.root"), "docs", "permissions.md");
    private static final Pattern BLOCK = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL);

    private PermissionScripts() {}

    /** The scripts under the heading of a platform; a statement that needs a database is told of it by USE. */
    static List<List<String>> of(VersionProfile profile) {
        return BLOCK.matcher(section(heading(profile)))
                .results()
                .map(block -> statements(block.group(1)))
                .toList();
    }

    static boolean isGrant(String statement) {
        return statement.contains("GRANT ");
    }

    private static String heading(VersionProfile profile) {
        return switch (profile.label()) {
            case "13", "14", "15" -> "## SQL Server 2016 to 2019\n";
            case "16", "17" -> "## SQL Server 2022 and later\n";
            case "azure" -> "## Azure SQL Database\n";
            case "mi" -> "## Azure SQL Managed Instance\n";
            case "rds" -> "## Amazon RDS\n";
            default -> throw new IllegalArgumentException("no section for " + profile.label());
        };
    }

    private static String section(String heading) {
        try {
            String page = Files.readString(PAGE);
            int from = page.indexOf(heading);
            if (from < 0) {
                throw new IllegalStateException(PAGE + " has no " + heading.strip());
            }
            int to = page.indexOf("\n## ", from + heading.length());
            return page.substring(from, to < 0 ? page.length() : to);
        } catch (IOException unread) {
            throw new UncheckedIOException(unread);
        }
    }

    private static List<String> statements(String block) {
        List<String> statements = new ArrayList<>();
        String use = "";
        String bare = block.replaceAll("--[^\n]*", "").replace("N'…'", "N'Abc123'");
        for (String statement : Stream.of(bare.split(";"))
                .map(String::strip)
                .filter(s -> !s.isEmpty())
                .toList()) {
            if (statement.toUpperCase(Locale.ROOT).startsWith("USE ")) {
                use = statement + "; ";
            } else {
                statements.add(use + statement + ";");
            }
        }
        return statements;
    }
}

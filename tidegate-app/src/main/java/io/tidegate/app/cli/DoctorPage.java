package io.tidegate.app.cli;

import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.sqlserver.capability.DatabaseReport;
import io.tidegate.sqlserver.capability.Right;
import io.tidegate.sqlserver.capability.ServerReport;
import io.tidegate.sqlserver.capability.ServiceTier;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Shows a doctor's report to people. No state. */
final class DoctorPage {
    private DoctorPage() {}

    static boolean isWell(ServerReport report) {
        return report.rights().stream().allMatch(Right::held)
                && report.databases().stream()
                        .allMatch(d -> d.right() == null || d.right().held());
    }

    static void print(PrintWriter out, ServerReport report) {
        out.println(report.server() + ": SQL Server " + report.version().productVersion() + " "
                + report.version().productLevel() + ", " + report.version().edition() + ", instance "
                + report.version().serverName());
        ServiceTier tier = report.tier();
        if (tier != null) {
            out.println("Azure SQL Database: " + tier.edition() + " " + tier.objective()
                    + (tier.isServerless() ? ", serverless: left alone for hours while nobody else is in it" : "")
                    + (tier.limits().isEmpty() ? "" : "; " + tier.limits()));
        }
        out.println();
        List<List<@Nullable Object>> rights = new ArrayList<>();
        report.rights().forEach(right -> rights.add(right(right)));
        report.databases().forEach(database -> {
            Right right = database.right();
            if (right != null) {
                rights.add(right(right));
            }
        });
        Output.table(out, List.of("permission", "where", "held", "what for", "to grant it"), rights);
        out.println();
        Output.table(
                out,
                List.of("database", "collected", "Query Store", "size MB", "cap MB", "interval min", "flush s", "note"),
                report.databases().stream().map(DoctorPage::database).toList());
        out.println();
        out.println(isWell(report) ? "Nothing is missing." : "Something is missing; the grants above mend it.");
        out.flush();
    }

    private static List<@Nullable Object> right(Right right) {
        return DoctorCommand.row(
                right.permission(),
                right.where(),
                right.held() ? "yes" : "NO",
                right.use(),
                right.held() ? "" : right.grant());
    }

    private static List<@Nullable Object> database(DatabaseReport report) {
        QueryStoreOptions options = report.options();
        String collected = report.ineligible()
                .map(why -> "no: " + why.name().toLowerCase(Locale.ROOT).replace('_', ' '))
                .orElse(options == null ? "no" : "yes");
        return options == null
                ? DoctorCommand.row(report.state().name(), collected, "", null, null, null, null, report.problem())
                : DoctorCommand.row(
                        report.state().name(),
                        collected,
                        state(options),
                        options.currentSizeMb(),
                        options.maxSizeMb(),
                        options.intervalLengthMinutes(),
                        options.flushIntervalSeconds(),
                        report.problem());
    }

    private static String state(QueryStoreOptions options) {
        return switch (options.actualState()) {
            case 0 -> "off";
            case 1 -> "read-only (reason " + options.readonlyReason() + ")";
            case 2 -> "read-write";
            case 3 -> "error";
            case 4 -> "captures a secondary";
            default -> "state " + options.actualState();
        };
    }
}

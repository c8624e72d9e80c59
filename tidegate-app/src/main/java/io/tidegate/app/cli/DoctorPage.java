package io.tidegate.app.cli;

import io.tidegate.app.doctor.Diagnosis;
import io.tidegate.app.doctor.ImportEstimate;
import io.tidegate.app.doctor.ImportEstimate.OfDatabase;
import io.tidegate.app.doctor.Skip;
import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.StoreState;
import io.tidegate.sqlserver.capability.DatabaseReport;
import io.tidegate.sqlserver.capability.Right;
import io.tidegate.sqlserver.capability.ServiceTier;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Shows a doctor's report to people. No state. */
final class DoctorPage {
    private DoctorPage() {}

    static void print(PrintWriter out, Diagnosis report) {
        out.println(report.server() + ": SQL Server " + report.version().productVersion() + " "
                + report.version().productLevel() + ", " + report.version().edition() + ", instance "
                + report.version().serverName());
        ServiceTier tier = report.tier();
        if (tier != null) {
            tier(tier).ifPresent(out::println);
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
        estimate(out, report);
        out.println();
        skipped(out, report.skipped());
        out.println();
        out.println(report.isWell() ? "Nothing is missing." : "Something is missing; the grants above mend it.");
        out.flush();
    }

    /** What a database's service tier is; empty when the server says nothing of it. */
    static Optional<String> tier(ServiceTier tier) {
        String name = (tier.edition() + " " + tier.objective()).strip()
                + (tier.isServerless() ? ", serverless: left alone for hours while nobody else is in it" : "");
        String all =
                Stream.of(name, tier.limits()).filter(words -> !words.isEmpty()).collect(Collectors.joining("; "));
        return all.isEmpty() ? Optional.empty() : Optional.of("Azure SQL Database: " + all);
    }

    /** How much an import is, and how long it takes. */
    static String sum(ImportEstimate estimate) {
        return String.format(
                Locale.ROOT,
                "In all %s, %.1f MB in %s: %.1f s of heavy time, %.1f s of CPU there; within its budget %s, held back most by"
                        + " %s.",
                counted(estimate.intervals(), "interval"),
                estimate.mb(),
                counted(estimate.slices(), "slice"),
                estimate.heavySeconds(),
                estimate.cpuSeconds(),
                hours(estimate.hours()),
                estimate.heldBackBy());
    }

    private static String counted(long n, String one) {
        return n + " " + one + (n == 1 ? "" : "s");
    }

    private static String hours(double hours) {
        return hours < 0.1 ? "less than 6 minutes" : String.format(Locale.ROOT, "about %.1f hours", hours);
    }

    private static void estimate(PrintWriter out, Diagnosis report) {
        ImportEstimate estimate = report.estimate();
        out.println("An import, estimated:");
        Output.table(
                out,
                List.of("database", "settled", "held", "to import", "oldest", "MB", "of it plans", "slices", "heavy s"),
                estimate.databases().stream().map(DoctorPage::database).toList());
        out.println(sum(estimate));
        out.println("It is an estimate, from");
        estimate.from().forEach(from -> out.println("  - " + from));
        if (!report.store().isEmpty()) {
            out.println("  - held: " + report.store());
        }
    }

    private static List<@Nullable Object> database(OfDatabase one) {
        return DoctorCommand.row(
                one.database(),
                one.settled(),
                one.held(),
                one.missing(),
                one.oldest(),
                Math.round(one.mb()),
                Math.round(one.planMb()),
                one.slices(),
                String.format(Locale.ROOT, "%.1f", one.heavySeconds()));
    }

    private static void skipped(PrintWriter out, List<Skip> skipped) {
        out.println(skipped.isEmpty() ? "Nothing would be skipped." : "Skipped would be:");
        for (Skip skip : skipped) {
            String next = skip.next().isEmpty() ? "" : " Next: " + skip.next();
            out.println("  - " + skip.what() + ": " + skip.why() + (skip.why().endsWith(".") ? "" : ".") + next);
        }
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
                        StoreState.words(options.actualState(), options.readonlyReason()),
                        options.currentSizeMb(),
                        options.maxSizeMb(),
                        options.intervalLengthMinutes(),
                        options.flushIntervalSeconds(),
                        report.problem());
    }
}

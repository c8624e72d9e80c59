package io.tidegate.app.cli;

import io.tidegate.core.gate.DeferredBy;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.web.api.Answers.Leases;
import io.tidegate.web.api.Question;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidegate leases}. */
@Command(
        name = "leases",
        description = "Who had the lease of which server, when, and at what cost; who was deferred by whom.")
public final class LeasesCommand extends QuestionCommand {
    @Option(names = "--server", paramLabel = "NAME", description = "Only this server.")
    private @Nullable String server;

    @Option(names = "--last", paramLabel = "TIME", description = "How far back, by our clock. [1h]")
    private @Nullable String last;

    @Option(names = "--limit", paramLabel = "N", description = "Rows at most, the newest. [200]")
    private @Nullable String limit;

    /** Nothing set. */
    public LeasesCommand() {}

    @Override
    Asking question() {
        Question question =
                new Question(given("server", server, "last", last, "limit", limit), "server", "last", "limit");
        Duration span = question.span("last", Duration.ofHours(1));
        int rows = question.number("limit", 200, 1, 10_000);
        return (answers, out) -> show(answers.leases(question.text("server"), span, rows), out);
    }

    private void show(Leases leases, PrintWriter out) {
        if (isJson()) {
            Output.json(out, leases);
            return;
        }
        Output.table(
                out,
                List.of(
                        "server",
                        "purpose",
                        "database",
                        "from",
                        "to",
                        "asked",
                        "held ms",
                        "ended",
                        "rows",
                        "bytes",
                        "cpu ms",
                        "reads",
                        "writes",
                        "session",
                        "note"),
                leases.rows().stream().map(LeasesCommand::row).toList());
    }

    private static List<@Nullable Object> row(LeaseRow<String> row) {
        Long heldMs = row.got() == null
                ? null
                : Duration.between(row.got(), row.ended()).toMillis();
        return Arrays.asList(
                row.server(),
                row.purpose().words(),
                row.database(),
                row.from(),
                row.to(),
                row.asked(),
                heldMs,
                row.ending().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                row.rows(),
                row.bytes(),
                row.cpuMs(),
                row.reads(),
                row.writes(),
                row.sessionId(),
                note(row));
    }

    private static String note(LeaseRow<String> row) {
        DeferredBy by = row.deferredBy();
        return Stream.of(
                        row.abandoned() ? "abandoned" : "",
                        by == null ? "" : "by " + by.who(),
                        row.estimated() && row.rows() > 0 ? "estimated" : "",
                        row.note())
                .filter(words -> !words.isEmpty())
                .collect(Collectors.joining("; "));
    }
}

package io.tidegate.app.cli;

import io.tidegate.core.store.HistoryReader.TopRequest;
import io.tidegate.core.store.HistoryReader.TopRow;
import io.tidegate.web.api.Answers.Top;
import io.tidegate.web.api.CoverageText;
import io.tidegate.web.api.MetricNames;
import io.tidegate.web.api.Question;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidegate top}. */
@Command(
        name = "top",
        description = "The heaviest queries of the fleet, in a span that ends at each source's own clock.")
public final class TopCommand extends QuestionCommand {
    /** Databases at most whose gaps are told one by one; {@code coverage} tells them all. */
    private static final int GAPS = 10;

    @Option(
            names = "--metric",
            paramLabel = "NAME",
            description = "cpu, duration, reads, writes, physical-reads, memory, rows, dop, clr, log or tempdb. [cpu]")
    private @Nullable String metric;

    @Option(names = "--last", paramLabel = "TIME", description = "How far back, e.g. 24h. [24h]")
    private @Nullable String last;

    @Option(names = "--server", paramLabel = "NAME", description = "Only this server.")
    private @Nullable String server;

    @Option(names = "--database", paramLabel = "NAME", description = "Only this database.")
    private @Nullable String database;

    @Option(names = "--limit", paramLabel = "N", description = "Rows at most, 1 to 1000. [20]")
    private @Nullable String limit;

    /** Nothing set. */
    public TopCommand() {}

    @Override
    Asking question() {
        TopRequest request = new Question(
                        given("metric", metric, "last", last, "server", server, "database", database, "limit", limit),
                        "metric",
                        "last",
                        "server",
                        "database",
                        "limit")
                .top();
        return (answers, out) -> show(request, answers.top(request), out);
    }

    private void show(TopRequest request, Top answer, PrintWriter out) {
        if (isJson()) {
            Output.json(out, answer);
            return;
        }
        String unit = MetricNames.unit(request.metric());
        Output.table(
                out,
                List.of(
                        "server",
                        "database",
                        "query",
                        "executions",
                        "total " + unit,
                        "average",
                        "share %",
                        "plans",
                        "text"),
                answer.rows().stream().map(TopCommand::row).toList());
        out.println(
                answer.from() == null
                        ? "Nothing is stored for this span."
                        : "Asked for " + answer.from() + " to " + answer.to() + ": " + answer.held() + " of "
                                + answer.intervals() + " listed intervals held"
                                + (answer.peeked() == 0 ? "." : ", " + answer.peeked() + " more from a peek."));
        out.println("Time covered: " + CoverageText.of(answer.covered()));
        CoverageText.gaps(answer.watched(), GAPS).forEach(out::println);
        out.flush();
    }

    /** Drivers begin a text with the list of its parameters, {@code (@P0 bigint,@P1 decimal(10,2))}; it tells little. */
    private static String withoutParameters(String text) {
        if (!text.startsWith("(@")) {
            return text;
        }
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            depth += text.charAt(i) == '(' ? 1 : text.charAt(i) == ')' ? -1 : 0;
            if (depth == 0) {
                String rest = text.substring(i + 1);
                return rest.isBlank() ? text : rest;
            }
        }
        return text;
    }

    private static List<@Nullable Object> row(TopRow row) {
        return Arrays.asList(
                row.server(),
                row.database(),
                row.queryId(),
                row.executions(),
                row.total(),
                row.average(),
                Math.round(row.share() * 1000) / 10.0,
                row.plans(),
                row.text() == null ? "(text not held yet)" : withoutParameters(row.text()));
    }
}

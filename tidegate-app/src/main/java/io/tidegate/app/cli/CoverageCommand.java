package io.tidegate.app.cli;

import io.tidegate.web.api.Answers.Count;
import io.tidegate.web.api.Answers.DatabaseCoverage;
import io.tidegate.web.api.Answers.Watched;
import io.tidegate.web.api.CoverageText;
import io.tidegate.web.api.Question;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidegate coverage}. */
@Command(name = "coverage", description = "What is held of each database, and why the rest is not.")
public final class CoverageCommand extends QuestionCommand {
    @Option(names = "--server", paramLabel = "NAME", description = "Only this server.")
    private @Nullable String server;

    @Option(names = "--database", paramLabel = "NAME", description = "Only this database.")
    private @Nullable String database;

    /** Nothing set. */
    public CoverageCommand() {}

    @Override
    Asking question() {
        Question question = new Question(given("server", server, "database", database), "server", "database");
        return (answers, out) -> show(answers.coverage(question.text("server"), question.text("database")), out);
    }

    private void show(List<DatabaseCoverage> coverage, PrintWriter out) {
        if (isJson()) {
            Output.json(out, coverage);
            return;
        }
        Output.table(
                out,
                List.of(
                        "server",
                        "database",
                        "epoch",
                        "intervals",
                        "waits",
                        "held from",
                        "to",
                        "flags",
                        "pending until"),
                coverage.stream().map(CoverageCommand::row).toList());
        List<Watched> watched = coverage.stream()
                .map(DatabaseCoverage::watched)
                .filter(Objects::nonNull)
                .toList();
        if (!watched.isEmpty()) {
            out.println("Time covered:");
        }
        watched.forEach(one -> out.println(CoverageText.line(one)));
        out.flush();
    }

    private static List<@Nullable Object> row(DatabaseCoverage c) {
        return Arrays.asList(
                c.server(),
                c.database(),
                c.epoch(),
                words(c.words()),
                words(c.waits()),
                c.oldestHeld(),
                c.newestHeld(),
                words(c.flags()),
                pendingUntil(c));
    }

    /** When the source will remove what waits; empty when nothing waits, or nothing would ever be removed. */
    private static String pendingUntil(DatabaseCoverage c) {
        if (c.mayExpireEarlier()) {
            return c.pendingUntil() == null
                    ? "unknown: its store is nearly full"
                    : c.pendingUntil() + " or earlier: its store is nearly full";
        }
        return c.pendingUntil() == null ? "" : c.pendingUntil().toString();
    }

    private static String words(List<Count> counts) {
        return counts.stream()
                .map(count -> count.intervals() + " " + count.word())
                .collect(Collectors.joining(", "));
    }
}

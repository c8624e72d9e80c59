package io.tidegate.app.cli;

import io.tidegate.core.status.BudgetStatus;
import io.tidegate.core.status.LoopStatus;
import io.tidegate.core.status.ServerStatus;
import io.tidegate.web.api.Answers.Servers;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** {@code tidegate status}. */
@Command(
        name = "status",
        description =
                "How each server stands: its loops, what heavy work has cost it in the last hour, what waits and why.")
public final class StatusCommand extends QuestionCommand {
    /** Nothing set. */
    public StatusCommand() {}

    @Override
    Asking question() {
        return (answers, out) -> show(answers.servers(), out);
    }

    private void show(Servers servers, PrintWriter out) {
        if (isJson()) {
            Output.json(out, servers);
        } else {
            table(servers, out);
        }
    }

    static void table(Servers servers, PrintWriter out) {
        if (!servers.isCollecting()) {
            out.println("no process collects into this store now");
        }
        if (!servers.notice().isEmpty()) {
            out.println(servers.notice());
        }
        if (servers.store() != null) {
            out.println(servers.store().words());
        }
        Output.table(
                out,
                List.of("server", "state", "tick", "backfill", "cost"),
                servers.servers().stream().map(StatusCommand::row).toList());
        servers.servers().stream().flatMap(StatusCommand::details).forEach(out::println);
        out.flush();
    }

    private static List<@Nullable Object> row(ServerStatus status) {
        return Arrays.asList(
                status.name(),
                lower(status.state()),
                loop(status.tick()),
                loop(status.backfill()),
                status.budget().usage().words());
    }

    private static String loop(LoopStatus loop) {
        return loop.last() == null ? "" : lower(loop.last()) + ", " + loop.cadenceWords();
    }

    private static Stream<String> waits(BudgetStatus budget) {
        return budget.waiting().stream()
                .map(waiting -> "waits: " + waiting.work() + " of " + waiting.database() + " since " + waiting.since());
    }

    /** Each on a line of its own and whole: a right that has to be granted is nothing to be cut. */
    private static Stream<String> details(ServerStatus status) {
        return Stream.concat(
                        Stream.of(
                                status.detail(),
                                status.tick().detail(),
                                status.backfill().detail(),
                                status.budget().pressure(),
                                missing(status.budget())),
                        waits(status.budget()))
                .filter(text -> !text.isEmpty())
                .distinct()
                .map(text -> status.name() + ": " + text);
    }

    private static String missing(BudgetStatus budget) {
        return budget.missing().isEmpty() ? "" : "pressure is not seen; run: " + String.join(" ", budget.missing());
    }

    private static String lower(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}

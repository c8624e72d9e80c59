package io.tidegate.app.cli;

import io.tidegate.web.api.Answers.Event;
import io.tidegate.web.api.Answers.EventQuestion;
import io.tidegate.web.api.Answers.Events;
import io.tidegate.web.api.CoverageText;
import io.tidegate.web.api.Question;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidegate events}. */
@Command(
        name = "events",
        description = "What changed in each Query Store, with old and new value, by the sources' own clocks: state,"
                + " options, forced plans, hints, variants, feedback, new lives of its ids.")
public final class EventsCommand extends QuestionCommand {
    @Option(names = "--server", paramLabel = "NAME", description = "Only this server.")
    private @Nullable String server;

    @Option(names = "--database", paramLabel = "NAME", description = "Only this database.")
    private @Nullable String database;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description = "How far back, e.g. 24h; or a day, 2026-11-01; or an instant, 2026-11-01T08:00:00Z. [7d]")
    private @Nullable String since;

    @Option(names = "--limit", paramLabel = "N", description = "Rows at most, the newest. [200]")
    private @Nullable String limit;

    /** Nothing set. */
    public EventsCommand() {}

    @Override
    Asking question() {
        EventQuestion question = new Question(
                        given("server", server, "database", database, "since", since, "limit", limit),
                        "server",
                        "database",
                        "since",
                        "limit")
                .events();
        return (answers, out) -> show(answers.events(question), out);
    }

    private void show(Events events, PrintWriter out) {
        if (isJson()) {
            Output.json(out, events);
            return;
        }
        Output.table(
                out,
                List.of("at", "server", "database", "what", "subject", "before", "after"),
                events.rows().stream().map(EventsCommand::row).toList());
        out.println(
                events.to() == null
                        ? "Nothing was ever probed."
                        : "Covers " + events.from() + " to " + events.to() + (events.isCut() ? ", the newest." : "."));
        events.watched().forEach(watched -> out.println(CoverageText.line(watched)));
        out.flush();
    }

    private static List<@Nullable Object> row(Event event) {
        return Arrays.asList(
                event.at(),
                event.server(),
                event.database(),
                event.kind().toLowerCase(Locale.ROOT).replace('_', ' '),
                event.subject(),
                event.oldValue(),
                event.newValue());
    }
}

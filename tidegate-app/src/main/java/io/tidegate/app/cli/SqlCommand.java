package io.tidegate.app.cli;

import io.tidegate.core.store.HistoryReader.QueryResult;
import io.tidegate.web.api.Answers;
import io.tidegate.web.api.Question;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidegate sql}. */
@Command(
        name = "sql",
        description =
                "Runs one SELECT on the store. Views: query_store_runtime_stats, query_store_runtime_stats_interval,"
                        + " query_store_query, query_store_query_text, query_store_plan; docs/schema.md has their columns.")
public final class SqlCommand extends QuestionCommand {
    @Parameters(paramLabel = "SELECT", description = "One SELECT statement, quoted.")
    private String select = "";

    @Option(names = "--limit", paramLabel = "N", description = "Rows at most. [1000]")
    private @Nullable String limit;

    /** Nothing set. */
    public SqlCommand() {}

    @Override
    void ask(Answers answers, PrintWriter out) {
        int rows = new Question(given("limit", limit), "limit").number("limit", 1000, 1, 100_000);
        QueryResult result = answers.sql(select, rows);
        if (isJson()) {
            Output.json(out, result);
            return;
        }
        Output.table(out, result.columns(), result.rows());
        if (result.isCut()) {
            out.println("(cut after " + result.rows().size() + " rows; --limit takes more)");
            out.flush();
        }
    }
}

package io.tidegate.app.cli;

import io.tidegate.web.api.Answers.SqlResult;
import io.tidegate.web.api.BadQuestion;
import io.tidegate.web.api.CoverageText;
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
                "Runs one SELECT on the store. Views such as query_store_runtime_stats, query_store_wait_stats, query_store_query and"
                        + " query_store_plan; docs/schema.md has all of them, with their columns.")
public final class SqlCommand extends QuestionCommand {
    @Parameters(paramLabel = "SELECT", description = "One SELECT statement, quoted.")
    private String select = "";

    @Option(names = "--limit", paramLabel = "N", description = "Rows at most. [1000]")
    private @Nullable String limit;

    /** Nothing set. */
    public SqlCommand() {}

    @Override
    Asking question() {
        if (select.isBlank()) {
            throw new BadQuestion("body", "must be one SELECT");
        }
        int rows = new Question(given("limit", limit), "limit").number("limit", 1000, 1, 100_000);
        return (answers, out) -> show(answers.sql(select, rows), out);
    }

    private void show(SqlResult result, PrintWriter out) {
        if (isJson()) {
            Output.json(out, result);
            return;
        }
        Output.table(out, result.columns(), result.rows());
        if (result.isCut()) {
            out.println("(" + result.cut() + ")");
        }
        out.println("The store covers " + CoverageText.of(result.covered()));
        out.flush();
    }
}

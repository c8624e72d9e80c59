package io.sqlserversim.engine;

import io.sqlserversim.catalog.ExecutedStatement;
import io.sqlserversim.session.SessionCost;
import io.sqlserversim.sql.Query;
import io.sqlserversim.sql.Statement;
import java.time.Duration;
import java.time.Instant;

/** Tells the catalogue of each statement that read or changed a table. Confined to one request. */
final class StatementCapture {
    private static final int REGULAR = 0;
    private static final int ABORTED = 3;
    private static final int FAILED = 4;

    private final Run run;

    StatementCapture(Run run) {
        this.run = run;
    }

    /** Whether it is a statement that Query Store records: it has tables. */
    static boolean records(Statement statement) {
        return switch (statement) {
            case Statement.Select select ->
                !(select.query().body() instanceof Query.Select body) || body.from() != null;
            case Statement.Insert insert -> insert.execute() == null;
            case Statement.Delete delete -> true;
            case Statement.Update update -> true;
            default -> false;
        };
    }

    void around(Statement statement, Frame frame, Runnable body) {
        SessionCost before = run.session.cost();
        Instant began = run.services.clock().now();
        long sent = run.sink().bytes();
        int type = FAILED;
        try {
            body.run();
            type = REGULAR;
        } catch (StatementEnded ended) {
            type = ABORTED;
            throw ended;
        } finally {
            String text = StatementText.of(
                    frame.text(),
                    statement.line(),
                    frame.recordedBefore(statement),
                    frame.lineAfter(statement),
                    keywords(statement));
            Duration elapsed = Duration.between(began, run.services.clock().now());
            SessionCost cost = run.session.cost().since(before);
            long rows = type == REGULAR ? run.session.settings().rowCount() : 0;
            long bytes = run.sink().bytes() - sent;
            run.services
                    .catalog()
                    .executed(
                            run.session,
                            new ExecutedStatement(
                                    text, frame.variables().declarations(), elapsed, cost, rows, bytes, type));
        }
    }

    private static String[] keywords(Statement statement) {
        return switch (statement) {
            case Statement.Insert insert -> new String[] {"INSERT", "WITH"};
            case Statement.Delete delete -> new String[] {"DELETE", "WITH"};
            case Statement.Update update -> new String[] {"UPDATE", "WITH"};
            default -> new String[] {"SELECT", "WITH", "("};
        };
    }
}

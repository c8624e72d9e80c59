package io.sqlserversim.engine;

import io.sqlserversim.sql.Statement;
import java.util.List;

/** One batch that runs, or the text of an EXECUTE inside of one: its text, variables, and how deep it stands. */
final class Frame {
    private final String text;
    private final Variables variables;
    private final int level;
    private List<Statement> statements = List.of();
    private int returnCode;

    Frame(String text, Variables variables, int level) {
        this.text = text;
        this.variables = variables;
        this.level = level;
    }

    String text() {
        return text;
    }

    Variables variables() {
        return variables;
    }

    int level() {
        return level;
    }

    /** Its text was parsed into these. */
    void parsed(List<Statement> into) {
        statements = into;
    }

    /** The line on which the first of its statements begins that stands below another one; 0 when none does. */
    int lineAfter(Statement statement) {
        return statements.stream()
                .mapToInt(Statement::line)
                .filter(line -> line > statement.line())
                .min()
                .orElse(0);
    }

    /** How many of its recorded statements begin on the same line before another one. */
    int recordedBefore(Statement statement) {
        int before = 0;
        for (Statement other : statements) {
            if (other.equals(statement)) {
                return before;
            }
            before += other.line() == statement.line() && StatementCapture.records(other) ? 1 : 0;
        }
        return 0;
    }

    int returnCode() {
        return returnCode;
    }

    void returnCode(int code) {
        returnCode = code;
    }
}

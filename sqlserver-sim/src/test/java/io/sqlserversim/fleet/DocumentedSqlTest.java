package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs each row of docs/simulator-sql.md through mssql-jdbc; the row must be what happens. */
class DocumentedSqlTest {
    private static Fleet fleet;

    /** A row of the table. */
    record Row(String feature, String example, String outcome, String gives) {
        @Override
        public String toString() {
            return feature + ": " + example;
        }
    }

    @BeforeAll
    static void start() throws Exception {
        fleet = Fleet.start(FleetSpec.TEST.sized(1, 2));
    }

    @AfterAll
    static void stop() {
        fleet.close();
    }

    static Stream<Row> rows() throws IOException {
        Path page = Path.of(System.getProperty("tidegate.root"), "docs", "simulator-sql.md");
        List<Row> rows = new ArrayList<>();
        for (String line : Files.readAllLines(page)) {
            String[] cells = line.split("(?<!\\\\)\\|", -1);
            if (cells.length == 6 && cells[2].contains("`")) {
                String outcome = cells[3].strip().replace("refused: ", "");
                rows.add(new Row(cells[1].strip(), code(cells[2]), outcome, code(cells[4])));
            }
        }
        return rows.stream();
    }

    private static String code(String cell) {
        String text = cell.strip().replace("\\|", "|");
        return text.startsWith("`") ? text.substring(1, text.length() - 1) : text;
    }

    @Test
    void givenThePage_whenRead_thenNoRowIsLostAndEachSaysWhatItGives() throws Exception {
        assertThat(rows()).hasSizeGreaterThan(490);
        assertThat(rows().filter(row ->
                        !row.outcome().startsWith("Msg") && row.gives().isEmpty()))
                .isEmpty();
        assertThat(rows().map(Row::outcome)).allMatch(outcome -> outcome.matches("yes|Msg \\d+|differs: .+"));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void givenADocumentedStatement_whenRun_thenTheOutcomeIsTheDocumentedOne(Row row) throws Exception {
        try (Client client = Client.open(fleet.first());
                Statement statement = client.connection().createStatement()) {
            Answer answer = Answer.of(statement, row.example());
            if (row.outcome().startsWith("Msg")) {
                assertThat(answer.failure).as("%s", answer).isEqualTo(row.outcome());
                assertThat(answer.toString()).contains(row.gives());
            } else {
                if (row.outcome().equals("yes")) {
                    assertThat(answer.failure).as("%s", answer).isEmpty();
                }
                assertThat(answer.toString()).isEqualTo(row.gives());
            }
        }
    }

    /** Everything that came back for one batch. */
    private static final class Answer {
        private final List<String> parts = new ArrayList<>();
        private String failure = "";

        static Answer of(Statement statement, String sql) throws SQLException {
            Answer answer = new Answer();
            boolean more = answer.step(statement, () -> statement.execute(sql));
            while (more || statement.getUpdateCount() != -1 || answer.failedLast) {
                if (more) {
                    answer.result(statement);
                }
                more = answer.step(statement, statement::getMoreResults);
            }
            return answer;
        }

        private boolean failedLast;

        private interface Step {
            boolean run() throws SQLException;
        }

        private boolean step(Statement statement, Step step) throws SQLException {
            failedLast = false;
            try {
                boolean result = step.run();
                warnings(statement);
                return result;
            } catch (SQLException e) {
                failed(e);
                return false;
            }
        }

        private void failed(SQLException e) {
            failedLast = true;
            parts.add(e.getMessage());
            if (failure.isEmpty()) {
                failure = "Msg " + e.getErrorCode();
            }
        }

        private void warnings(Statement statement) throws SQLException {
            for (SQLWarning w = statement.getWarnings(); w != null; w = w.getNextWarning()) {
                parts.add("(" + w.getMessage() + ")");
            }
            statement.clearWarnings();
        }

        private void result(Statement statement) throws SQLException {
            List<String> rows = new ArrayList<>();
            try (ResultSet result = statement.getResultSet()) {
                while (result.next()) {
                    List<String> row = new ArrayList<>();
                    for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                        String value = result.getString(i);
                        row.add(value == null ? "NULL" : value);
                    }
                    rows.add(String.join(", ", row));
                }
            } catch (SQLException e) {
                failed(e);
                return;
            }
            warnings(statement);
            parts.add(rows.isEmpty() ? "none" : String.join("; ", rows));
        }

        @Override
        public String toString() {
            return parts.isEmpty() ? "nothing" : String.join(" / ", parts);
        }
    }
}

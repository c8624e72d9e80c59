package io.tidegate.bench.incident;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Compares the page's rows with the annotated tests, both ways. Immutable. */
record Comparison(List<IncidentRow> rows, List<TestMethod> tests) {
    /** How many incidents the field's list has. */
    static final int ALL = 122;

    /** What does not agree, a sentence each; empty when all does. */
    List<String> problems() {
        List<String> problems = new ArrayList<>(numbers());
        rows.forEach(row -> problems.addAll(ofRow(row)));
        tests.forEach(test -> problems.addAll(ofTest(test)));
        return problems;
    }

    /** How many rows name a test. */
    long covered() {
        return rows.stream().filter(row -> !row.tests().isEmpty()).count();
    }

    private List<String> numbers() {
        List<Integer> found = rows.stream().map(IncidentRow::number).toList();
        List<Integer> wanted = IntStream.rangeClosed(1, ALL).boxed().toList();
        return found.equals(wanted) ? List.of() : List.of("the rows are not 1 to " + ALL + " in order: " + found);
    }

    private List<String> ofRow(IncidentRow row) {
        List<String> problems = new ArrayList<>();
        if (row.tests().isEmpty() && !row.hasReason()) {
            problems.add("row " + row.number() + " has neither a test nor 'does not apply: …' or 'not yet: …'");
        }
        if (!row.tests().isEmpty() && !row.reason().isEmpty() && !row.hasReason()) {
            problems.add("row " + row.number() + " has words beside its tests that are no reason: " + row.reason());
        }
        for (String reference : row.tests()) {
            List<TestMethod> meant =
                    tests.stream().filter(test -> test.isNamed(reference)).toList();
            if (meant.size() != 1) {
                problems.add("row " + row.number() + ": " + meant.size() + " annotated tests are called " + reference);
            } else if (!meant.getFirst().incidents().contains(row.number())) {
                problems.add("row " + row.number() + ": " + reference + " does not carry its number");
            }
        }
        return problems;
    }

    private List<String> ofTest(TestMethod test) {
        List<String> problems = new ArrayList<>();
        if (!test.runs()) {
            problems.add(test.className() + "#" + test.method() + " is annotated but never run");
        }
        for (int number : test.incidents()) {
            if (rows.stream()
                    .filter(row -> row.number() == number)
                    .noneMatch(row -> row.tests().stream().anyMatch(test::isNamed))) {
                problems.add(
                        test.className() + "#" + test.method() + " carries " + number + " but its row names it not");
            }
        }
        return problems;
    }
}

package io.tidegate.bench.incident;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares {@code docs/incidents.md} with the compiled tests of all modules. */
class IncidentsTest {
    private static final Path ROOT = Path.of(System.getProperty("tidegate.root"));
    private static final int COVERED_AT_LEAST = 100;
    private static final String REASON = "does not apply: there is no such thing here";

    @Test
    void givenThePage_whenComparedWithTheTests_thenBothAgreeAndEnoughIsCovered() throws IOException {
        Comparison comparison = new Comparison(
                IncidentRow.read(ROOT.resolve("docs/incidents.md")),
                CompiledTests.of(modules()).annotated());
        assertThat(comparison.problems()).isEmpty();
        assertThat(comparison.covered()).isGreaterThanOrEqualTo(COVERED_AT_LEAST);
    }

    @Test
    void givenOneThingWrong_whenCompared_thenThatIsSaid() {
        TestMethod good = test("a.ATest", 1, true);
        assertThat(problems("`ATest#m`", good)).isEmpty();
        assertThat(problems("`ATest#m`, not yet: the other half of it is open", good))
                .isEmpty();
        assertThat(problems(REASON)).isEmpty();
        assertThat(problems("")).singleElement().asString().contains("neither a test nor");
        assertThat(problems("none")).singleElement().asString().contains("neither a test nor");
        assertThat(problems("`ATest#m` and more", good))
                .singleElement()
                .asString()
                .contains("no reason: and more");
        assertThat(problems("`ATest#n`", good)).hasSize(2).first().asString().contains("0 annotated tests are called");
        assertThat(problems("`ATest#m`", test("a.ATest", 2, true))).hasSize(2);
        assertThat(problems("`ATest#m`", good, test("b.ATest", 1, true))).hasSize(1);
        assertThat(problems("`a.ATest#m`, `b.ATest#m`", good, test("b.ATest", 1, true)))
                .isEmpty();
        assertThat(problems("`ATest#m`", test("a.ATest", 1, false)))
                .singleElement()
                .asString()
                .contains("never run");
        assertThat(problems(REASON, good)).singleElement().asString().contains("its row names it not");
    }

    @Test
    void givenRowsOfWrongNumbers_whenCompared_thenThatIsSaid() {
        List<IncidentRow> rows = rows(REASON);
        assertThat(new Comparison(rows.subList(0, 121), List.of()).problems()).hasSize(1);
        List<IncidentRow> twice = new ArrayList<>(rows);
        twice.add(rows.getFirst());
        assertThat(new Comparison(twice, List.of()).problems()).hasSize(1);
    }

    private static List<String> problems(String firstCell, TestMethod... tests) {
        return new Comparison(rows(firstCell), List.of(tests)).problems();
    }

    private static List<IncidentRow> rows(String firstCell) {
        return IntStream.rangeClosed(1, Comparison.ALL)
                .mapToObj(n -> IncidentRow.of(n, "it holds", n == 1 ? firstCell : REASON))
                .toList();
    }

    private static TestMethod test(String className, int incident, boolean runs) {
        return new TestMethod(className, "m", Set.of(incident), runs);
    }

    private static List<Path> modules() throws IOException {
        try (Stream<Path> folders = Files.list(ROOT)) {
            return folders.filter(folder -> Files.isDirectory(folder.resolve("src/test/java")))
                    .toList();
        }
    }
}

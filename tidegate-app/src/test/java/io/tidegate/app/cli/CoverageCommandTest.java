package io.tidegate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.web.api.Answers;
import io.tidegate.web.api.Answers.Count;
import io.tidegate.web.api.Answers.DatabaseCoverage;
import io.tidegate.web.api.Answers.Seconds;
import io.tidegate.web.api.Answers.Servers;
import io.tidegate.web.api.Answers.Watched;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of {@code tidegate coverage}. */
class CoverageCommandTest {
    private static final Instant NOON = Instant.parse("2026-11-29T12:00:00Z");

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "2026-12-01T14:00:00Z, false, 2026-12-01T14:00:00Z",
                "2026-12-01T14:00:00Z, true, 2026-12-01T14:00:00Z or earlier: its store is nearly full",
                "none, true, unknown: its store is nearly full",
                "none, false, ''"
            })
    @Incident(83)
    void givenPendingIntervals_whenShown_thenTheRowEndsWithTheHourAtWhichTheSourceRemovesThem(
            @Nullable Instant until, boolean mayBeEarlier, String shown) {
        DatabaseCoverage sales = new DatabaseCoverage(
                "sim-1",
                "Sales",
                1,
                NOON,
                NOON,
                List.of(new Count("pending", 3)),
                List.of(),
                List.of(new Count("verified", 2)),
                null,
                null,
                until,
                mayBeEarlier,
                null);
        StringWriter out = new StringWriter();

        new CoverageCommand().question().ask(answers(sales), new PrintWriter(out, true));

        List<String> lines = out.toString().lines().toList();
        assertThat(lines.getFirst()).endsWith("pending until");
        assertThat(lines.get(1)).endsWith(("2 verified  " + shown).strip());
    }

    @Test
    @Incident({105, 114})
    void givenTimeThatIsNotHeld_whenShown_thenALinePerDatabaseSaysHowMuchUnderWhichWord() {
        Watched watched = new Watched(
                "sim-1",
                "Sales",
                NOON.minusSeconds(2_588_400),
                NOON,
                List.of(
                        new Seconds("held", 72_000),
                        new Seconds("unreachable", 10_800),
                        new Seconds("unobserved", 2_505_600)),
                List.of(new Seconds("verified", 66_600)),
                List.of("unreachable: no route to host"),
                NOON.plusSeconds(3_600),
                false);
        DatabaseCoverage sales = new DatabaseCoverage(
                "sim-1", "Sales", 2, NOON, NOON, List.of(), List.of(), List.of(), null, null, null, false, watched);
        StringWriter out = new StringWriter();

        new CoverageCommand().question().ask(answers(sales), new PrintWriter(out, true));

        assertThat(out.toString().lines())
                .endsWith(
                        "Time covered:",
                        "sim-1, database Sales, 2026-10-30T13:00:00Z to 2026-11-29T12:00:00Z:"
                                + " held 20 h (verified 18.5 h), unreachable 3 h, unobserved 29 d;"
                                + " the source removes what is pending from 2026-11-29T13:00:00Z on;"
                                + " unreachable: no route to host");
    }

    private static Answers answers(DatabaseCoverage only) {
        return (Answers) Objects.requireNonNull(Proxy.newProxyInstance(
                Answers.class.getClassLoader(), new Class<?>[] {Answers.class}, (self, method, args) -> {
                    return method.getName().equals("coverage")
                            ? List.of(only)
                            : new Servers(false, null, "", List.of(), List.of("sim-1"), null);
                }));
    }
}

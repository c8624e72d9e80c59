package io.tidegate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.web.api.Answers;
import io.tidegate.web.api.Answers.Count;
import io.tidegate.web.api.Answers.DatabaseCoverage;
import io.tidegate.web.api.Answers.Servers;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
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
                mayBeEarlier);
        StringWriter out = new StringWriter();

        new CoverageCommand().question().ask(answers(sales), new PrintWriter(out, true));

        assertThat(out.toString().lines().findFirst().orElseThrow()).endsWith("pending until");
        assertThat(out.toString().strip()).endsWith(("2 verified  " + shown).strip());
    }

    private static Answers answers(DatabaseCoverage only) {
        return (Answers) Objects.requireNonNull(Proxy.newProxyInstance(
                Answers.class.getClassLoader(), new Class<?>[] {Answers.class}, (self, method, args) -> {
                    return method.getName().equals("coverage")
                            ? List.of(only)
                            : new Servers(false, null, "", List.of(), List.of("sim-1"));
                }));
    }
}

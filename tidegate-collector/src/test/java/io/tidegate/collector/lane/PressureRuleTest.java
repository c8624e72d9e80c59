package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.collector.lane.PressureRule.Step;
import io.tidegate.collector.lane.PressureRule.Verdict;
import io.tidegate.sqlserver.pressure.Pressure;
import io.tidegate.sqlserver.pressure.ServiceLoad;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The limits of {@code docs/budget.md}, each figure on its own and together. Mutations seen to break it: a figure that is not
 * looked at; a limit that is off by one; the better of two figures.
 */
class PressureRuleTest {
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "0.99,   -,   -, -,      -, GO_ON,  ''",
                "1.0,    -,   -, -,      -, SHRINK, pressure: 1.0 runnable tasks per scheduler (limit 1)",
                "3.99,   -,   -, -,      -, SHRINK, pressure: 4.0 runnable tasks per scheduler (limit 1)",
                "4.0,    -,   -, -,      -, DEFER,  pressure: 4.0 runnable tasks per scheduler (limit 4)",
                "-,      0,   -, -,      -, GO_ON,  ''",
                "-,      1,   -, -,      -, SHRINK, pressure: 1.0 statements wait for memory grants (limit 1)",
                "-,      4,   -, -,      -, SHRINK, pressure: 4.0 statements wait for memory grants (limit 1)",
                "-,      5,   -, -,      -, DEFER,  pressure: 5.0 statements wait for memory grants (limit 5)",
                "-,      -, 399, 500,    -, GO_ON,  ''",
                "-,      -, 400, 500,    -, SHRINK, pressure: 80.0 % of the worker threads are in use (limit 80)",
                "-,      -, 449, 500,    -, SHRINK, pressure: 89.8 % of the worker threads are in use (limit 80)",
                "-,      -, 450, 500,    -, DEFER,  pressure: 90.0 % of the worker threads are in use (limit 90)",
                "-,      -, 500, 0,      -, GO_ON,  ''",
                "-,      -, 500, -,      -, GO_ON,  ''",
                "-,      -, -,   500,    -, GO_ON,  ''",
                "-,      -, -, -,    65535, GO_ON,  ''",
                "-,      -, -, -,    65536, SHRINK, pressure: 65536.0 KB of log wait to be sent to a replica (limit 65536)",
                "-,      -, -, -,   524287, SHRINK, pressure: 524287.0 KB of log wait to be sent to a replica (limit 65536)",
                "-,      -, -, -,   524288, DEFER,  pressure: 524288.0 KB of log wait to be sent to a replica (limit 524288)"
            })
    void givenAFigure_whenJudged_thenTheStepFollowsAtItsLimit(
            @Nullable Double runnable,
            @Nullable Long grants,
            @Nullable Long workers,
            @Nullable Long most,
            @Nullable Long log,
            Step step,
            String why) {
        assertThat(PressureRule.judge(new Pressure(runnable, workers, most, grants, log)))
                .isEqualTo(new Verdict(step, why));
    }

    @ParameterizedTest
    @CsvSource({
        "4.0, 1, 400, 65536,  runnable",
        "1.0, 5, 400, 65536,  memory grants",
        "1.0, 1, 450, 65536,  worker threads",
        "1.0, 1, 400, 524288, log wait"
    })
    void givenSeveralFigures_whenJudged_thenTheWorstDecidesAndIsNamed(
            double runnable, long grants, long workers, long log, String worst) {
        Verdict verdict = PressureRule.judge(new Pressure(runnable, workers, 500L, grants, log));

        assertThat(verdict.step()).isEqualTo(Step.DEFER);
        assertThat(verdict.why()).contains(worst);
    }

    @ParameterizedTest
    @CsvSource({
        "cpu,      79.99, GO_ON,  ''",
        "cpu,      80,    SHRINK, pressure: 80.0 % of the database's CPU is in use (limit 80)",
        "cpu,      94.99, SHRINK, pressure: 95.0 % of the database's CPU is in use (limit 80)",
        "cpu,      95,    DEFER,  pressure: 95.0 % of the database's CPU is in use (limit 95)",
        "io,       79.99, GO_ON,  ''",
        "io,       80,    SHRINK, pressure: 80.0 % of the database's data IO is in use (limit 80)",
        "io,       95,    DEFER,  pressure: 95.0 % of the database's data IO is in use (limit 95)",
        "log,      89.99, GO_ON,  ''",
        "log,      90,    SHRINK, pressure: 90.0 % of the database's log rate is in use (limit 90)",
        "log,      98,    DEFER,  pressure: 98.0 % of the database's log rate is in use (limit 98)",
        "workers,  79.99, GO_ON,  ''",
        "workers,  80,    SHRINK, pressure: 80.0 % of the database's workers are in use (limit 80)",
        "workers,  90,    DEFER,  pressure: 90.0 % of the database's workers are in use (limit 90)",
        "sessions, 79.99, GO_ON,  ''",
        "sessions, 80,    SHRINK, pressure: 80.0 % of the database's sessions are in use (limit 80)",
        "sessions, 90,    DEFER,  pressure: 90.0 % of the database's sessions are in use (limit 90)",
        "engine,   69.99, GO_ON,  ''",
        "engine,   70,    SHRINK, pressure: 70.0 % of the CPU of its whole engine is in use (limit 70)",
        "engine,   90,    DEFER,  pressure: 90.0 % of the CPU of its whole engine is in use (limit 90)"
    })
    void givenAFigureOfAzure_whenJudged_thenTheStepFollowsAtItsLimit(
            String figure, double percent, Step step, String why) {
        assertThat(PressureRule.judge(load(figure, percent))).isEqualTo(new Verdict(step, why));
    }

    @Test
    void givenSeveralFiguresOfAzure_whenJudged_thenTheWorstDecides() {
        Verdict verdict = PressureRule.judge(new ServiceLoad(80.0, 80.0, 98.0, 80.0, 80.0, 70.0, 2.0));

        assertThat(verdict.step()).isEqualTo(Step.DEFER);
        assertThat(verdict.why()).contains("log rate");
        assertThat(PressureRule.judge(ServiceLoad.UNKNOWN)).isEqualTo(Verdict.GO_ON);
    }

    private static ServiceLoad load(String figure, double percent) {
        return new ServiceLoad(
                figure.equals("cpu") ? percent : 1.0,
                figure.equals("io") ? (Double) percent : null,
                figure.equals("log") ? (Double) percent : null,
                figure.equals("workers") ? percent : 1.0,
                figure.equals("sessions") ? (Double) percent : null,
                figure.equals("engine") ? (Double) percent : null,
                2.0);
    }

    @Test
    void givenNothingThatCouldBeRead_whenJudged_thenNothingIsHeldBack() {
        assertThat(PressureRule.judge(Pressure.UNKNOWN)).isEqualTo(Verdict.GO_ON);
    }
}

package io.tidegate.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.tidegate.planted.TakesNothing;
import io.tidegate.planted.TakesThreads;
import io.tidegate.planted.TakesTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rules of {@link ArchitectureTest} notice each way of taking time or threads. Mutations seen to break it: each name in
 * {@link Seams} changed.
 */
class SeamsTest {
    /** A rule, and code of which each method breaks it. */
    record Breach(ArchRule rule, Class<?> by) {
        @Override
        public String toString() {
            return by.getSimpleName();
        }
    }

    static Stream<Breach> breaches() {
        return Stream.of(
                new Breach(ArchitectureTest.TIME, TakesTime.class),
                new Breach(ArchitectureTest.THREADS, TakesThreads.class));
    }

    @ParameterizedTest
    @MethodSource("breaches")
    void givenCodeThatBreaksARuleInManyWays_whenChecked_thenEachMethodIsNamed(Breach breach) {
        JavaClass planted = new ClassFileImporter().importClass(breach.by());
        List<String> methods = planted.getMethods().stream()
                .map(JavaMethod::getName)
                .filter(name -> !name.contains("$"))
                .toList();
        assertThat(methods).hasSizeGreaterThan(10);

        List<String> told = breach.rule()
                .evaluate(new ClassFileImporter().importClasses(breach.by()))
                .getFailureReport()
                .getDetails();

        assertThat(methods)
                .allSatisfy(method -> assertThat(told)
                        .as(method)
                        .anyMatch(line -> line.contains(breach.by().getSimpleName() + "." + method + "(")));
    }

    @ParameterizedTest
    @MethodSource("breaches")
    void givenCodeThatTakesWhatItIsGiven_whenChecked_thenItIsNoBreach(Breach breach) {
        assertThat(breach.rule()
                        .evaluate(new ClassFileImporter().importClasses(TakesNothing.class))
                        .hasViolation())
                .isFalse();
    }
}

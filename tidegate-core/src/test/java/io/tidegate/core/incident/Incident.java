package io.tidegate.core.incident;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says which of the field's incidents a test guards against. The numbers are those of {@code docs/incidents.md}, whose
 * row of each number names the test in turn; {@code IncidentsTest} in {@code tidegate-bench} compares both.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Incident {
    /** The incidents' numbers, 1 to 122, each once. */
    int[] value();
}

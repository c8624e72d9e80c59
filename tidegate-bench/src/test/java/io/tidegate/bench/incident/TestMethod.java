package io.tidegate.bench.incident;

import java.util.Set;

/**
 * A method that carries the annotation {@code Incident}. Immutable.
 *
 * @param className the class with its package, a nested one behind a dot
 * @param method the method's name
 * @param incidents the numbers that it carries
 * @param runs whether the build runs it: JUnit knows it as a test that is not disabled, of a class that Surefire takes or
 *     that such a class extends
 */
record TestMethod(String className, String method, Set<Integer> incidents, boolean runs) {
    /** Whether a name like {@code duckdb.KillTest#method} means this one: a class' last names, then the method. */
    boolean isNamed(String reference) {
        return ("." + className + "#" + method).endsWith("." + reference);
    }
}

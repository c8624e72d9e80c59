package io.tidegate.app.config;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** A configuration that cannot be used; lists every problem. Its message is meant for a user. */
public final class ConfigException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient List<Problem> problems;

    /**
     * A refused configuration.
     *
     * @param file where it stands
     * @param problems at least one
     */
    public ConfigException(Path file, List<Problem> problems) {
        super(text(file, problems));
        this.problems = List.copyOf(problems);
    }

    /**
     * What is wrong.
     *
     * @return at least one, in the order of the file
     */
    public List<Problem> problems() {
        return problems;
    }

    private static String text(Path file, List<Problem> problems) {
        int width = problems.stream().mapToInt(p -> p.key().length()).max().orElse(0);
        return problems.stream()
                .map(p -> "  " + p.key() + " ".repeat(width - p.key().length() + 2) + p.message())
                .collect(Collectors.joining(
                        "\n",
                        (problems.size() == 1 ? "1 problem in " : problems.size() + " problems in ") + file + "\n",
                        ""));
    }
}

package io.tidegate.bench.cost;

import io.sqlserversim.catalog.ExecutedStatement;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Adds up what a server's statements cost, by the name in the comment inside of each. Thread-safe. */
final class Meter implements Consumer<ExecutedStatement> {
    /** Behind the name of a statement that was read for a peek. */
    static final String PEEK = " (peek)";

    /** Stands for the name of a statement that has none. */
    static final String NO_NAME = "(no name)";

    private static final Pattern MARKER = Pattern.compile("/\\*\\s*\\w+:(\\w+)\\s*\\*/");

    private final BooleanSupplier isPeek;
    private Map<String, Cost> costs = new TreeMap<>(); // guarded by this

    /** Counts from now on; {@code isPeek} says whether a statement over runtime stats is a peek's. */
    Meter(BooleanSupplier isPeek) {
        this.isPeek = isPeek;
    }

    @Override
    public synchronized void accept(ExecutedStatement statement) {
        costs.merge(name(statement.text()), Cost.of(statement), Cost::plus);
    }

    private String name(String text) {
        Matcher marker = MARKER.matcher(text);
        if (!marker.find()) {
            return NO_NAME;
        }
        String name = marker.group(1);
        return name.startsWith("runtime_stats_") && isPeek.getAsBoolean() ? name + PEEK : name;
    }

    /** What was counted since the last call. */
    synchronized Map<String, Cost> take() {
        Map<String, Cost> taken = costs;
        costs = new TreeMap<>();
        return taken;
    }
}

package io.tidegate.app.cli;

import io.tidegate.app.config.ConfigException;
import io.tidegate.app.holder.StoreAccess;
import io.tidegate.web.api.Answers;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command that asks a store something, through the process that holds it or by opening it. Confined to one thread. */
abstract class QuestionCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private StoreOption store = new StoreOption();

    @Option(names = "--json", description = "Answer as JSON.")
    private boolean json;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    /** A question that was found to be well put: asks it, and shows the answer; JSON when asked for. */
    interface Asking {
        void ask(Answers answers, PrintWriter out);
    }

    /** Checks what was given. Comes before the store is opened: what is wrong in itself must touch nothing. */
    abstract Asking question();

    boolean isJson() {
        return json && !help;
    }

    @Override
    public final Integer call() throws ConfigException {
        if (spec == null) {
            throw new IllegalStateException("run by picocli only");
        }
        PrintWriter out = spec.commandLine().getOut();
        Asking question = question();
        try (StoreAccess access = StoreAccess.open(store.directory(), store.retention())) {
            question.ask(access.answers(), out);
        }
        return Failures.DONE;
    }

    /** Options that were given, as the parameters that HTTP takes too. */
    static Map<String, String> given(@Nullable Object... pairs) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            Object value = pairs[i + 1];
            if (value != null) {
                parameters.put(String.valueOf(pairs[i]), value.toString());
            }
        }
        return parameters;
    }
}

package io.tidegate.app.cli;

import io.tidegate.app.config.ConfigException;
import io.tidegate.core.store.QueryTimedOutException;
import io.tidegate.core.store.StoreException;
import io.tidegate.sqlserver.fault.SqlServerException;
import io.tidegate.web.api.BadQuestion;
import io.tidegate.web.api.Nearest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns whatever a command throws into one clear sentence and an exit code. No state. */
public final class Failures {
    /** The command did what it was asked to. */
    public static final int DONE = 0;

    /** It could not. */
    public static final int FAILED = 1;

    /** What it was asked is wrong; nothing was started and nothing touched. */
    public static final int WRONG_INPUT = 2;

    /** A SELECT was stopped at the store's time limit. */
    public static final int TIMED_OUT = 5;

    /** Somebody else has the lease; come again. */
    public static final int BUSY = 6;

    private Failures() {}

    /**
     * Wrong options.
     *
     * @param wrong what picocli found
     * @param args the arguments
     * @return {@link #WRONG_INPUT}
     */
    public static int wrongInput(ParameterException wrong, String[] args) {
        CommandLine command = wrong.getCommandLine();
        command.getErr().println("tidegate: " + Plain.text(firstLine(text(wrong)) + hint(wrong)));
        command.getErr().println("'" + command.getCommandSpec().qualifiedName() + " --help' tells more.");
        return WRONG_INPUT;
    }

    /**
     * A failure.
     *
     * @param failure what the command threw
     * @param command the command
     * @param parsed its options
     * @return {@link #WRONG_INPUT}, {@link #TIMED_OUT} or {@link #FAILED}
     */
    public static int failed(Exception failure, CommandLine command, ParseResult parsed) {
        return switch (failure) {
            case ConfigException wrong -> say(command, wrong, WRONG_INPUT);
            case BadQuestion wrong -> say(command, where(wrong.parameter()) + text(wrong), WRONG_INPUT);
            case IllegalArgumentException wrong -> say(command, wrong, WRONG_INPUT);
            case QueryTimedOutException late -> say(command, late, TIMED_OUT);
            case StoreException failed -> say(command, failed, FAILED);
            case SqlServerException failed -> say(command, failed.fault().message(), FAILED);
            case UncheckedIOException failed -> say(command, FileFailures.text(failed), FAILED);
            case IOException failed -> say(command, FileFailures.text(failed), FAILED);
            default -> {
                failure.printStackTrace(command.getErr());
                yield say(command, "failed in an unforeseen way; please report the lines above", FAILED);
            }
        };
    }

    /** Options are named as HTTP's parameters are, but for the SELECT, which HTTP takes as its body. */
    private static String where(String parameter) {
        if (parameter.isEmpty()) {
            return "";
        }
        return parameter.equals("body") ? "SELECT: " : "--" + parameter + ": ";
    }

    private static int say(CommandLine command, Exception failure, int code) {
        return say(command, text(failure), code);
    }

    private static String text(@Nullable Exception failure) {
        return failure == null ? "" : Objects.requireNonNullElse(failure.getMessage(), failure.toString());
    }

    private static int say(CommandLine command, String text, int code) {
        command.getErr().println("tidegate: " + text);
        return code;
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse("");
    }

    private static String hint(ParameterException wrong) {
        if (!(wrong instanceof UnmatchedArgumentException unmatched)
                || unmatched.getUnmatched().isEmpty()) {
            return "";
        }
        String written = unmatched.getUnmatched().getFirst();
        CommandLine command = wrong.getCommandLine();
        Collection<String> known = written.startsWith("-")
                ? command.getCommandSpec().options().stream()
                        .flatMap(option -> List.of(option.names()).stream())
                        .toList()
                : command.getSubcommands().keySet();
        return known.isEmpty() ? "" : "; " + Nearest.hint(written, known);
    }
}

package io.tidegate.web.http;

import java.net.BindException;
import java.net.SocketException;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Why a port on loopback cannot be had, in one sentence for a user. Thread-safe, no state. */
public final class Ports {
    private Ports() {}

    /**
     * The sentence for a failure to bind.
     *
     * @param port the port that was asked for
     * @param failure what was thrown, or what wraps it
     * @return in use, not allowed, or what the system said; empty when the failure is no socket's
     */
    public static Optional<BindException> refusal(int port, Throwable failure) {
        for (Throwable one = failure; one != null; one = one.getCause()) {
            if (one instanceof SocketException refused) {
                BindException sentence =
                        new BindException("port " + port + " on 127.0.0.1 " + reason(refused.getMessage()));
                sentence.initCause(failure);
                return Optional.of(sentence);
            }
        }
        return Optional.empty();
    }

    /** The system's own words (bind(2)): EACCES is Permission denied, EADDRINUSE Address already in use. */
    private static String reason(@Nullable String said) {
        String words = said == null ? "" : said.toLowerCase(Locale.ROOT);
        if (words.contains("permission denied")) {
            return "may not be opened by this user: ports below 1024 need a right; choose a higher one, or 0 for a free one";
        }
        return words.contains("in use")
                ? "is in use; choose another, or 0 for a free one"
                : "cannot be opened (" + said + "); choose another, or 0 for a free one";
    }
}

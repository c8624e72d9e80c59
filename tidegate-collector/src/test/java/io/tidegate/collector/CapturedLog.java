package io.tidegate.collector;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** What is logged at INFO and above, by whatever thread, while it is open. Thread-safe. */
public final class CapturedLog implements AutoCloseable {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger logger;
    private final @Nullable Level before;
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            if (event.getLevel().isGreaterOrEqual(Level.INFO)) {
                lines.add(event.getFormattedMessage());
            }
        }
    };

    private CapturedLog(Logger logger) {
        this.logger = logger;
        this.before = logger.getLevel();
        logger.setLevel(Level.INFO);
        appender.start();
        logger.addAppender(appender);
    }

    /** What loggers under a name say from now on. */
    public static CapturedLog of(String name) {
        return new CapturedLog((Logger) LoggerFactory.getLogger(name));
    }

    /** The lines so far, in order. */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
        logger.setLevel(before);
    }
}

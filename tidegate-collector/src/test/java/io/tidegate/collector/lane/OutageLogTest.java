package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tidegate.sqlserver.fault.Fault;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Mutations meant to break it: each failure told; no line an hour later; a fault of another kind taken for the same. */
class OutageLogTest {
    private static final Fault GONE = new Fault.Unreachable("sql-1: cannot be reached at db1:1433: refused.", 0);
    private static final Fault REFUSED = new Fault.LoginRefused("sql-1: login refused.", 18456);

    private final Logger logger = (Logger) LoggerFactory.getLogger(OutageLog.class);
    private final ListAppender<ILoggingEvent> events = new ListAppender<>();
    private long nanos;
    private final OutageLog log = new OutageLog("sql-1", () -> nanos);

    @BeforeEach
    void listen() {
        events.start();
        logger.addAppender(events);
        logger.setAdditive(false);
        logger.setLevel(Level.INFO);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(events);
        logger.setAdditive(true);
        logger.setLevel(null);
    }

    @Test
    void givenAServerThatIsGone_whenItStaysAway_thenOneLineAnHourAndOneWhenItIsBack() {
        log.reached(true);
        log.failed(new Fault.Transient("busy", 701, false));
        assertThat(told()).isEmpty();
        for (int minute = 0; minute < 61; minute++) {
            nanos = Duration.ofMinutes(minute).toNanos();
            log.failed(GONE);
        }
        assertThat(told()).hasSize(2).allMatch(line -> line.contains("server=sql-1") && line.contains(GONE.message()));
        log.failed(REFUSED);
        assertThat(told()).hasSize(3).last().asString().contains(REFUSED.message());
        log.reached(false);
        assertThat(told()).hasSize(3);
        log.reached(true);
        log.reached(true);
        assertThat(told()).hasSize(4).last().asString().contains("answers again");
    }

    @Test
    void givenADiskThatIsFull_whenPassesFail_thenOneLineAndOneWhenItIsOver() {
        for (int second = 0; second < 28; second++) {
            nanos = Duration.ofSeconds(second).toNanos();
            log.storeFailed("The disk of the store is full.");
        }
        log.stored();
        log.stored();
        assertThat(told())
                .containsExactly(
                        "server=sql-1 the store failed: The disk of the store is full.",
                        "server=sql-1 the store takes its rows again");
    }

    private List<String> told() {
        return events.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }
}

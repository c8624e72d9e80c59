package io.tidegate.collector;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tidegate.core.gate.Purpose;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.step.LateFaults.LateFault;
import io.tidegate.core.step.LateFaults.Where;
import io.tidegate.sqlserver.fault.Fault;
import io.tidegate.sqlserver.fault.SqlServerException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * What the log says of a slice that did not end as it should. Mutations seen to break it: a warning that carries the
 * exception, or the words of an unforeseen one; a broken connection that promises to go on at the next cadence.
 */
class SliceLogTest {
    private static final String TEXT = "SELECT secret FROM customers";

    private final Logger logger = (Logger) LoggerFactory.getLogger(SliceLog.class);
    private final ListAppender<ILoggingEvent> events = new ListAppender<>();
    private final SliceLog log = new SliceLog();

    @BeforeEach
    void listen() {
        events.start();
        logger.addAppender(events);
        logger.setAdditive(false);
        logger.setLevel(Level.DEBUG);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(events);
        logger.setAdditive(true);
        logger.setLevel(null);
    }

    @Test
    @Incident(61)
    void givenAnAbandonedSlice_whenItsConnectionIsCut_thenOneLineSaysWhoWhatAndWhatNext() {
        Throwable cut = new SqlServerException(new Fault.Unreachable("sim-1: the connection broke.", 0), null);

        log.report(new LateFault("sim-1/TICK", Where.BODY_AFTER_ABANDONMENT, cut));

        assertThat(warnings()).singleElement().satisfies(event -> {
            assertThat(event.getFormattedMessage())
                    .startsWith("server=sim-1 purpose=TICK an abandoned slice has ended: sim-1: the connection broke.")
                    .contains("Next: ", "until a next try has proven")
                    .doesNotContain("\n");
            assertThat(event.getThrowableProxy()).isNull();
        });
        assertThat(events.list)
                .filteredOn(event -> event.getLevel() == Level.DEBUG)
                .singleElement()
                .satisfies(event -> assertThat(event.getThrowableProxy()).isNotNull());
    }

    @Test
    @Incident(120)
    void givenAnUnforeseenFault_whenASliceFails_thenItsWordsAreNotLogged() {
        log.failed("sim-1", Purpose.BACKFILL, "Sales", new IllegalStateException("near '" + TEXT + "'"));

        assertThat(warnings())
                .singleElement()
                .satisfies(event -> assertThat(event.getFormattedMessage())
                        .startsWith("server=sim-1 purpose=BACKFILL database=Sales a slice failed: "
                                + "an unforeseen IllegalStateException.")
                        .contains("read at a next cadence")
                        .doesNotContain(TEXT));
    }

    @Test
    @Incident(59)
    void givenASliceThatIsLeftBehind_whenLogged_thenItSaysThatTheLeaseStays() {
        log.abandoned("sim-1", Purpose.TICK, "Sales", Duration.ofMinutes(3));

        assertThat(warnings())
                .singleElement()
                .satisfies(event -> assertThat(event.getFormattedMessage())
                        .contains(
                                "server=sim-1 purpose=TICK database=Sales",
                                "abandoned after 180 s",
                                "keeps the lease"));
    }

    private List<ILoggingEvent> warnings() {
        return events.list.stream()
                .filter(event -> event.getLevel() == Level.WARN)
                .toList();
    }
}

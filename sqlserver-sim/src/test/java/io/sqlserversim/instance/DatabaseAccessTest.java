package io.sqlserversim.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sqlserversim.clock.ManualClock;
import io.sqlserversim.engine.SqlError;
import io.sqlserversim.session.Session;
import io.sqlserversim.session.SessionLogin;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DatabaseAccessTest {
    private static final Instant START = Instant.parse("2026-11-29T08:00:00Z");

    private final Instance instance = new Instance("sim-1", VersionProfile.V16, new ManualClock(START), List.of());
    private final DatabaseAccess access = new DatabaseAccess(instance, new Security(instance));

    @BeforeEach
    void singleUser() {
        Database orders = new Database(5, "Orders", START, List.of(), () -> false);
        orders.change(now -> now.singleUser(0));
        instance.add(orders);
    }

    /** 0 when the session gets in. */
    private int refusal(int sessionId) {
        Visitor visitor = new Visitor("monitor", Grants.MONITOR, sessionId, false, "");
        SqlError refused = catchThrowableOfType(SqlError.class, () -> access.enter(visitor, "Orders"));
        return refused == null ? 0 : refused.number();
    }

    @Test
    void givenSingleUser_whenTwoLogInAtOnce_thenTheFirstHasItBeforeOthersSeeItsSession() {
        instance.sessions().arrives(51);
        assertThat(refusal(51)).isZero();
        instance.sessions().arrives(52);
        assertThat(refusal(52)).isEqualTo(924);

        SessionLogin client =
                new SessionLogin("monitor", "app", "host", "jdbc", 1, false, false, new UUID(0, 1), "127.0.0.1", 1);
        Session session = instance.sessions().open(51, client, "Orders");
        instance.sessions().arrived(51);
        assertThat(refusal(52)).isEqualTo(924);

        instance.sessions().remove(session);
        assertThat(refusal(52)).isZero();
        assertThat(refusal(51)).isEqualTo(924);
    }

    @Test
    void givenSingleUser_whenALoginIsRefusedOnTheWay_thenTheNextGetsIn() {
        instance.sessions().arrives(51);
        assertThat(refusal(51)).isZero();
        instance.sessions().arrived(51);
        instance.sessions().arrives(52);
        assertThat(refusal(52)).isZero();
    }
}

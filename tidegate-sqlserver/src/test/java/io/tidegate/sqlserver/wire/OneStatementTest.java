package io.tidegate.sqlserver.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.core.gate.Lease;
import io.tidegate.core.gate.LeaseEnding;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Kind;
import io.tidegate.sqlserver.catalog.BoundSql;
import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.read.CensusReader;
import io.tidegate.sqlserver.session.Channel;
import io.tidegate.sqlserver.session.HeavySession;
import io.tidegate.sqlserver.session.ReadLimits;
import io.tidegate.sqlserver.session.TestStep;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One live statement per connection: with a second one the driver would keep the rest of the first in the heap. */
class OneStatementTest {
    static Stream<Arguments> seconds() {
        return Stream.of(
                Arguments.of("a heavy read", (Consumer<HeavySession>) OneStatementTest::census),
                Arguments.of("its cost", (Consumer<HeavySession>) HeavySession::charge),
                Arguments.of("a light one", (Consumer<HeavySession>) HeavySession::channel));
    }

    /** Fails without {@code requireIdle} at each of the three. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("seconds")
    @Incident(8)
    void givenAStatementBeingRead_whenASecondIsAsked_thenItIsRefusedAndTheSessionEndsInOrder(
            String what, Consumer<HeavySession> second) {
        try (Simulated sim = new Simulated()) {
            Lease lease = sim.gate.acquire();
            try (HeavySession session = sim.entered(lease, new TestStep())) {
                long first = sim.settled().getFirst().intervalId();
                assertThatThrownBy(() -> CensusReader.read(
                                session,
                                sim.database,
                                Kind.RUNTIME,
                                first,
                                first + 5,
                                ReadLimits.STANDARD,
                                count -> second.accept(session)))
                        .as(what)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("is being read");
            }
            lease.close();
            assertThat(sim.gate.lastRow().ending()).isEqualTo(LeaseEnding.RELEASED);
        }
    }

    /** Fails when each channel of a connection has a mark of its own. */
    @Test
    @Incident(8)
    void givenAChannelForEachDatabase_whenOneIsAskedWhileTheOtherIsRead_thenItIsRefused() {
        try (Simulated sim = new Simulated();
                Channel channel = sim.light().channel()) {
            BoundSql light = Statements.LAST_WORD.text().bind().build();

            assertThatThrownBy(() -> channel.on("Sales")
                            .query(light, row -> channel.on("Orders").query(light, inner -> inner.getInt(1))))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("a statement is live on this connection");

            assertThat(channel.query(light, row -> row.getInt(1)))
                    .as("once it ended")
                    .hasSize(1);
        }
    }

    private static void census(HeavySession session) {
        CensusReader.read(session, "Sales", Kind.RUNTIME, 1, 1, ReadLimits.STANDARD, count -> {});
    }
}

package io.tidegate.sqlserver.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.sqlserver.catalog.BoundSql;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Mutation seen to break it: {@code known_id} written into the text. */
class ServerProbeTest {
    private static BoundSql batch(long known) {
        List<ServerProbe.Ask> asks =
                List.of(new ServerProbe.Ask("Sales", known, 5_000), new ServerProbe.Ask("Really?", known + 1, 5_000));
        return ServerProbe.batch(new ViewColumns(Map.of()), asks);
    }

    /** A server keeps a plan for each text that it was sent. */
    @Test
    void givenEachNewInterval_whenProbed_thenTheTextStaysTheSameAndTheIdsAreValues() {
        assertThat(batch(7).sql()).isEqualTo(batch(70_000).sql());
        assertThat(batch(7).values()).containsExactly(7L, 8L);
    }

    @Test
    void givenAnyProbe_whenSent_thenItBringsWhatTheSessionHasCostInTheSameBatch() {
        assertThat(batch(7).sql()).startsWith("SELECT /* tidegate:session_cost */");
    }
}

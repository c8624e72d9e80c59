package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.querystore.books.IntervalBook;
import io.sqlserversim.querystore.books.RowBook;
import io.tidegate.core.store.LedgerEntry;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * An image that ends inside an interval: all that the source has of it after the restore counts the same as what is held, row
 * by row, and yet it is a part of it. Clean-up would look alike, and does in the intervals before. Mutation seen to break it:
 * the newest interval that both have is compared by its rows like any other.
 */
class NewestSharedIntervalTest {
    @Test
    void givenAnImageThatEndsInsideAnInterval_whenItsRowsAllAgree_thenTheIntervalIsTheNewEpochsAllTheSame() {
        try (EpochRig rig = new EpochRig(FleetSpec.TEST.withWorkloads("reporting"))) {
            rig.minutes(20);
            Image image = image(rig);
            rig.minutes(8);
            assertThat(rig.held(rig.series())).containsKey(image.intervalId());

            rig.fixture.server().databases().restore(rig.fixture.database(), image.at());
            rig.fixture.queryStore().procedures().call("sp_query_store_remove_plan", 5, List.of(image.busiest()));
            rig.minutes(20);
            rig.readAll();

            assertThat(rig.series().epoch()).isEqualTo(2);
            assertThat(rig.inherited()).isNotEmpty().doesNotContain(image.intervalId());
            LedgerEntry entry = rig.held(rig.series()).get(image.intervalId());
            assertThat(entry.figures().executions()).isEqualTo(image.executions());
            assertThat(rig.executionsSeen(entry.interval())).isEqualTo(image.executions());
        }
    }

    /**
     * What is in the image of an interval.
     *
     * @param busiest the plan that ran on afterwards
     * @param executions of the others
     */
    private record Image(Instant at, long intervalId, long busiest, long executions) {}

    /** Waits for an interval whose rows, but for the busiest plan's, are there in whole or not at all when it is half over. */
    private static Image image(EpochRig rig) {
        for (int i = 0; i < 200; i++) {
            rig.minutes(1);
            rig.fixture.queryStore().flush();
            Instant at = rig.fixture.clock.now();
            IntervalBook half = rig.fixture.queryStore().books().booksAt(at).getLast();
            Map<String, Long> then = rows(rig, half.intervalId(), at);
            rig.minutes(1);
            Map<String, Long> whole = rows(rig, half.intervalId(), rig.fixture.clock.now());
            String busiest = whole.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey)
                    .orElse("");
            then.remove(busiest);
            whole.remove(busiest);
            boolean isPart = !then.isEmpty()
                    && half.end().isAfter(at)
                    && whole.size() > then.size()
                    && whole.entrySet().containsAll(then.entrySet());
            if (isPart) {
                long executions =
                        then.values().stream().mapToLong(Long::longValue).sum();
                long plan = Long.parseLong(busiest.substring(0, busiest.indexOf('/')));
                return new Image(at, half.intervalId(), plan, executions);
            }
        }
        throw new AssertionError("no such interval in 400 minutes");
    }

    private static Map<String, Long> rows(EpochRig rig, long interval, Instant at) {
        Map<String, Long> rows = new HashMap<>();
        rig.fixture
                .queryStore()
                .books()
                .rows(rig.fixture.queryStore().epoch(), interval, at)
                .forEachRemaining(row -> rows.put(key(row), row.executions()));
        return rows;
    }

    private static String key(RowBook row) {
        return row.planId() + "/" + row.executionType() + "/" + row.replicaGroupId();
    }
}

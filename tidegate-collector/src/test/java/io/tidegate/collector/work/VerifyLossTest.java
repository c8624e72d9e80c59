package io.tidegate.collector.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeKey;
import io.tidegate.core.model.StatsKey;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.model.WaitKey;
import io.tidegate.core.model.WaitRow;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.StoreFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An interval that was lost in part at the source and kept here, of which the source has late rows too. */
class VerifyLossTest {
    private static final long LOST_PLAN = 999_999;

    /** Mutation seen to break it: where the source counts less of such an interval, nothing is read again. */
    @ParameterizedTest
    @CsvSource({"RUNTIME, 0", "RUNTIME, 1000000", "WAITS, 0", "WAITS, 1000000"})
    void givenLateRowsBehindALossThatWasKept_whenVerified_thenTheyAreMergedAndTheLossStays(Kind kind, long more) {
        try (ForkedRig rig = new ForkedRig(kind)) {
            long id = rig.settledBehind(0);
            List<StatsRow> rows = rig.read(id);
            StatsRow late = rows.getFirst();
            List<StatsRow> held = new ArrayList<>(rows.subList(1, rows.size()));
            held.add(lost(kind, id, late.amount() + more));
            rig.hold(id, held);
            rig.fixture.store.flag(rig.old, kind, id, Flag.LOST_AT_SOURCE, rig.now());

            assertThat(rig.verify(rig.state.series())).containsExactly(VerifyWork.Finding.REPAIRED);

            held.add(late);
            Map<StatsKey, Long> all = ForkedRig.amounts(held);
            assertThat(rig.stored(id)).isEqualTo(all);
            assertThat(rig.entry(rig.old, id).flags()).containsExactlyInAnyOrder(Flag.LOST_AT_SOURCE, Flag.VERIFIED);
            assertThat(rig.verify(rig.state.series())).containsExactly(VerifyWork.Finding.AGREES);
            assertThat(rig.stored(id)).isEqualTo(all);
        }
    }

    private static StatsRow lost(Kind kind, long id, long amount) {
        return switch (kind) {
            case RUNTIME -> StoreFixture.row(new RuntimeKey(id, 1, LOST_PLAN, 0), amount);
            case WAITS -> new WaitRow(new WaitKey(id, 1, LOST_PLAN, 3, 0), amount, amount, amount, amount, amount, 0);
        };
    }
}

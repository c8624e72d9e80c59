package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.collector.lane.FaultCell.Lease;
import io.tidegate.collector.lane.FaultCell.Ledger;
import io.tidegate.collector.lane.FaultCell.What;
import io.tidegate.collector.lane.FaultCell.Where;
import io.tidegate.core.gate.LeaseEnding;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.store.StoreException;
import io.tidegate.core.time.Await;
import io.tidegate.sqlserver.fault.SqlServerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each fault at each place, with Microsoft's driver against the simulated server: what the pass is called, what the gate
 * knows, what the ledger has; and that the next pass has everything, once. Mutation seen to break it: a session that tells
 * its lease <em>released</em> without an answer.
 */
class FaultMatrixTest {
    private static final Path PAGE = Path.of(System.getProperty("tidegate.root"), "docs", "fault-matrix.md");

    static Stream<FaultCell> faults() {
        return FaultMatrix.CELLS.stream().filter(FaultCell::isFault);
    }

    @ParameterizedTest
    @MethodSource("faults")
    void givenAFaultAtAPlace_whenASliceMeetsIt_thenAsInTheTableAndTheNextPassHasEverything(FaultCell cell)
            throws Exception {
        try (MatrixRig rig = new MatrixRig(cell)) {
            Ended ended = rig.meet();
            assertThat(ended.outcome()).as(ended.detail()).isEqualTo(cell.outcome());
            if (ended.outcome() == PassOutcome.ABANDONED) {
                assertThat(rig.isAbandoned()).as("it keeps its lease").isTrue();
                assertThat(rig.ledger()).isEqualTo(cell.ledger());
                assertThat(rig.next().outcome()).isEqualTo(PassOutcome.DEFERRED);
                rig.endTheAbandoned();
                Await.until("its fault is told", () -> cell.fault().isEmpty() || !rig.fixture.lateFaults.isEmpty());
            } else {
                assertThat(rig.ledger()).isEqualTo(cell.ledger());
            }
            assertThat(kind(ended, rig)).isEqualTo(cell.fault());
            assertThat(lease(ended, rig.ending())).isEqualTo(cell.lease());

            rig.mend();

            if (rig.ledger() != Ledger.COMPLETE) {
                assertThat(rig.next().outcome()).isEqualTo(PassOutcome.DONE);
            }
            assertThat(rig.ledger()).isEqualTo(Ledger.COMPLETE);
            rig.assertWhole();
        }
    }

    @Test
    void givenTheTable_whenLookedThrough_thenNoCellIsEmpty() {
        Set<String> cells = new HashSet<>();
        FaultMatrix.CELLS.forEach(cell -> {
            assertThat(cells.add(cell.toString())).as("twice: " + cell).isTrue();
            assertThat(cell.note()).as(cell.toString()).isNotBlank();
        });
        assertThat(cells).hasSize(Where.values().length * What.values().length);
    }

    @Test
    void givenThePage_whenHeldAgainstTheTable_thenTheyAreTheSame() throws IOException {
        List<String> lines = Files.readAllLines(PAGE).stream()
                .filter(line -> line.startsWith("|"))
                .skip(2)
                .toList();

        assertThat(lines)
                .isEqualTo(FaultMatrix.CELLS.stream().map(FaultCell::line).toList());
    }

    private static Lease lease(Ended ended, LeaseEnding ending) {
        boolean unknown = ending == LeaseEnding.UNKNOWN;
        return ended.outcome() == PassOutcome.ABANDONED
                ? unknown ? Lease.ABANDONED_THEN_UNKNOWN : Lease.ABANDONED_THEN_FREE
                : unknown ? Lease.UNKNOWN : Lease.FREE;
    }

    /** Of the pass, or of its body after the pass had left it. */
    private static String kind(Ended ended, MatrixRig rig) {
        Throwable late = rig.fixture.lateFaults.isEmpty()
                ? null
                : rig.fixture.lateFaults.getFirst().cause();
        return kind(ended.failure() == null ? late : ended.failure());
    }

    private static String kind(@Nullable Throwable failure) {
        return switch (failure) {
            case null -> "";
            case SqlServerException known -> known.fault().getClass().getSimpleName();
            case StoreException store -> "StoreException";
            default -> failure.getClass().getSimpleName();
        };
    }
}

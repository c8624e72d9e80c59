package io.tidegate.sqlserver.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.querystore.books.IntervalBook;
import io.sqlserversim.querystore.books.RowBook;
import io.tidegate.core.gate.Lease;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.ledger.RowMerger;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.Metric;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.sqlserver.read.CensusReader;
import io.tidegate.sqlserver.read.RuntimeStatsReader;
import io.tidegate.sqlserver.read.StatsRange;
import io.tidegate.sqlserver.read.StatsRead;
import io.tidegate.sqlserver.read.StoreColumns;
import io.tidegate.sqlserver.session.HeavySession;
import io.tidegate.sqlserver.session.ReadEnd;
import io.tidegate.sqlserver.session.ReadLimits;
import io.tidegate.sqlserver.session.TestStep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows over the wire against the simulated server's own books. */
class RuntimeStatsReaderTest {
    private static Simulated sim;
    private static final RuntimeStatsReader READER = new RuntimeStatsReader(StoreColumns.OF_2022);

    @BeforeAll
    static void start() {
        sim = new Simulated();
    }

    @AfterAll
    static void stop() {
        sim.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void givenSettledIntervals_whenAllAreRead_thenRowsEqualTheBooks(boolean byPlan) {
        List<IntervalBook> settled = sim.settled();
        List<RuntimeRow> rows = new ArrayList<>();
        ReadEnd end = inSession(session -> {
            StatsRange range = whole(settled, byPlan);
            return READER.read(session, sim.database, range, ReadLimits.STANDARD, rows::add)
                    .end();
        });
        assertThat(end.isComplete()).isTrue();
        assertThat(end.rows()).isEqualTo(rows.size());
        assertThat(end.bytes()).isEqualTo((long) rows.size() * RuntimeRow.FIXED_BYTES);
        assertEqualsBooks(settled, rows);
    }

    @ParameterizedTest
    @CsvSource({"1, false", "7, false", "100, false", "1, true", "13, true", "1000, true"})
    @Incident({10, 15})
    void givenARowLimit_whenResumedBehindEachCut_thenEveryRowComesOnceInOrder(long limit, boolean byPlan) {
        List<IntervalBook> few = sim.settled().subList(0, 4);
        List<RuntimeRow> pieces = new ArrayList<>();
        List<RuntimeRow> whole = new ArrayList<>();
        ReadLimits limits = new ReadLimits(limit, Long.MAX_VALUE, Duration.ofSeconds(30));
        inSession(session -> {
            StatsRange range = whole(few, byPlan);
            READER.read(session, sim.database, range, ReadLimits.STANDARD, whole::add);
            StatsRead read = READER.read(session, sim.database, range, limits, pieces::add);
            assertThat(read.end().isComplete()).isEqualTo(whole.size() <= limit);
            while (!read.end().isComplete()) {
                assertThat(read.end().how()).isEqualTo(ReadEnd.How.ROWS);
                assertThat(read.end().rows()).as("a key may have two").isBetween(limit, limit + 1);
                assertThat(read.lastKey()).isEqualTo(pieces.getLast().key());
                range = range.behind(read.lastKey());
                read = READER.read(session, sim.database, range, limits, pieces::add);
            }
            return read.end();
        });
        assertThat(pieces)
                .extracting(RuntimeRow::key)
                .isEqualTo(whole.stream().map(RuntimeRow::key).toList());
        assertEqualsBooks(few, pieces);
    }

    @Test
    @Incident({3, 10})
    void givenAByteLimit_whenRead_thenItIsCutBehindTheRowThatReachesIt() {
        List<RuntimeRow> rows = new ArrayList<>();
        ReadLimits limits = new ReadLimits(1_000, 10L * RuntimeRow.FIXED_BYTES, Duration.ofSeconds(30));
        ReadEnd end =
                inSession(session -> READER.read(session, sim.database, whole(sim.settled(), false), limits, rows::add)
                        .end());
        assertThat(end.how()).isEqualTo(ReadEnd.How.BYTES);
        assertThat(rows).hasSize(10);
    }

    @Test
    void givenSettledIntervals_whenCounted_thenTheCensusEqualsTheBooks() {
        List<IntervalBook> settled = sim.settled();
        List<CensusReader.Count> counts = new ArrayList<>();
        ReadEnd end = inSession(session -> CensusReader.read(
                session,
                sim.database,
                Kind.RUNTIME,
                settled.getFirst().intervalId(),
                settled.getLast().intervalId(),
                ReadLimits.STANDARD,
                counts::add));
        assertThat(end.isComplete()).isTrue();
        assertThat(counts)
                .extracting(
                        CensusReader.Count::intervalId,
                        count -> count.figures().rows(),
                        count -> count.figures().executions())
                .isEqualTo(settled.stream()
                        .filter(book -> book.rows() > 0)
                        .map(book ->
                                org.assertj.core.groups.Tuple.tuple(book.intervalId(), book.rows(), book.executions()))
                        .toList());
    }

    private static StatsRange whole(List<IntervalBook> books, boolean byPlan) {
        return new StatsRange(books.getFirst().intervalId(), books.getLast().intervalId(), byPlan, null);
    }

    private static void assertEqualsBooks(List<IntervalBook> books, List<RuntimeRow> raw) {
        List<RuntimeRow> merged = new ArrayList<>();
        RowMerger<RuntimeRow> merger = RowMerger.runtime();
        raw.forEach(row -> addIfAny(merged, merger.accept(row)));
        addIfAny(merged, merger.finish());
        assertThat(merged)
                .hasSize((int) books.stream().mapToLong(IntervalBook::rows).sum());
        for (IntervalBook book : books) {
            Iterator<RowBook> truth = sim.store()
                    .books()
                    .rows(book.epoch(), book.intervalId(), sim.fleet.clock().now());
            List<RuntimeRow> ours = merged.stream()
                    .filter(row -> row.key().intervalId() == book.intervalId())
                    .sorted((a, b) -> a.key().compareTo(b.key()))
                    .toList();
            for (RuntimeRow row : ours) {
                RowBook expected = truth.next();
                assertThat(row.key().planId()).isEqualTo(expected.planId());
                assertThat(row.key().executionType()).isEqualTo(expected.executionType());
                assertThat(row.executions()).isEqualTo(expected.executions());
                assertThat((long) row.total(Metric.CPU_TIME)).isEqualTo(expected.totalCpuMicros());
                assertThat((long) row.total(Metric.DURATION)).isEqualTo(expected.totalDurationMicros());
            }
            assertThat(truth.hasNext()).isFalse();
        }
    }

    private static void addIfAny(List<RuntimeRow> rows, RuntimeRow row) {
        if (row != null) {
            rows.add(row);
        }
    }

    private static ReadEnd inSession(java.util.function.Function<HeavySession, ReadEnd> work) {
        Lease lease = sim.gate.acquire();
        try (HeavySession session = sim.entered(lease, new TestStep())) {
            return work.apply(session);
        } finally {
            lease.close();
        }
    }
}

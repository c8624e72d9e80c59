package io.tidegate.app.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.Fleet;
import io.tidegate.app.e2e.CommandsTest.Said;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.time.SystemTicker;
import io.tidegate.store.duckdb.DuckDbOptions;
import io.tidegate.store.duckdb.DuckDbStore;
import io.tidegate.store.duckdb.DuckDbStores;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * {@code tidegate verify} of an interval that a restored database shares with the life before, and of which the source has rows
 * of a plan that it was held without.
 */
class VerifyInheritedTest {
    @TempDir
    Path folder;

    /** An interval of the first life that the second one has inherited, and a plan of it. */
    private record Late(long interval, long plan) {}

    /**
     * First the number means another plan in the first life; then the same. Mutation seen to break it: an interval with rows
     * that cannot be merged agrees. Meant to: it is called thinned; rows of other plans than it has are never merged.
     */
    @ParameterizedTest
    @EnumSource
    void givenRowsThatTheIntervalIsHeldWithout_whenVerified_thenItDiffersUntilTheyCanBeMerged(Kind kind)
            throws Exception {
        try (Fleet fleet = Fleet.start(Pace.FLEET)) {
            VerifyRig rig = new VerifyRig(folder);
            rig.collect(fleet);
            rig.restore(fleet);
            String config = rig.config(fleet.first());
            JsonNode whole = VerifyRig.verify(0, config);
            assertThat(VerifyRig.sum(whole, "differ")).isZero();
            String table = kind == Kind.RUNTIME ? "runtime_stats" : "wait_stats";
            Late late = late(kind);
            String rows = " FROM " + table + " WHERE epoch = 1 AND interval_id = " + late.interval() + " AND plan_id = "
                    + late.plan();
            long there = rig.one("SELECT count(*)" + rows);
            rig.changeSome("DELETE" + rows);
            recount(kind, late);
            rig.change(compiled(late, "+ 1"));

            Said said = Said.by("verify", "--config", config);
            JsonNode differs = VerifyRig.verify(1, config);

            assertThat(said.exit()).isEqualTo(1);
            assertThat(said.out().lines().filter(line -> line.startsWith("sim-1")))
                    .as(said.out())
                    .anySatisfy(line -> {
                        List<String> cells = List.of(line.strip().split("\\s+"));
                        assertThat(cells.get(2)).isEqualTo(kind == Kind.RUNTIME ? "runtime" : "waits");
                        assertThat(cells.subList(5, 10)).containsExactly("0", "0", cells.get(7), "1", "0");
                    });
            assertThat(VerifyRig.sum(differs, "differ")).isOne();
            assertThat(VerifyRig.sum(differs, "repaired") + VerifyRig.sum(differs, "thinned"))
                    .isZero();
            assertThat(rig.one("SELECT count(*)" + rows)).isZero();
            assertThat(rig.one("SELECT count(*) FROM ledger_interval WHERE interval_id = " + late.interval()
                            + " AND kind = '" + kind + "' AND flags & 1 <> 0"))
                    .as("it is not called verified any more, where it is listed and where it is held")
                    .isZero();

            rig.change(compiled(late, "- 1"));
            JsonNode mended = VerifyRig.verify(0, config);
            assertThat(VerifyRig.sum(mended, "repaired")).isOne();
            assertThat(rig.one("SELECT count(*)" + rows)).isEqualTo(there);
        }
    }

    private static String compiled(Late late, String change) {
        return "UPDATE plan_identity SET initial_compile_ticks = initial_compile_ticks " + change
                + " WHERE epoch = 1 AND plan_id = " + late.plan();
    }

    private DuckDbStore store() {
        return DuckDbStores.open(
                folder.resolve("store"),
                DuckDbOptions.DEFAULTS,
                Thread.ofPlatform().daemon().factory(),
                InstantSource.system(),
                SystemTicker.INSTANCE);
    }

    private static List<LedgerEntry> entries(DuckDbStore store, SeriesKey series, Kind kind) {
        return store.entries(series, kind, Instant.EPOCH, Instant.parse("2100-01-01T00:00:00Z"));
    }

    private static SeriesKey epoch(DuckDbStore store, int number) {
        return store.allSeries().stream()
                .map(series -> series.key())
                .filter(key -> key.epoch() == number)
                .findFirst()
                .orElseThrow();
    }

    /** One of an interval with some plans, and not the newest of these. */
    private Late late(Kind kind) {
        try (DuckDbStore store = store()) {
            for (LedgerEntry entry : entries(store, epoch(store, 2), kind)) {
                long id = entry.interval().id();
                if (entry.state() == LedgerEntry.State.INHERITED && entry.goneAt() == null) {
                    Set<Long> plans = store.storedAmounts(epoch(store, 1), kind, id).keySet().stream()
                            .map(key -> key.planId())
                            .collect(Collectors.toCollection(TreeSet::new));
                    if (plans.size() > 2) {
                        return new Late(
                                id,
                                plans.stream().min(Comparator.naturalOrder()).orElseThrow());
                    }
                }
            }
        }
        throw new AssertionError("no interval of some plans is inherited");
    }

    /** What the ledger has of an interval follows its rows. */
    private void recount(Kind kind, Late late) {
        try (DuckDbStore store = store()) {
            SeriesKey old = epoch(store, 1);
            LedgerEntry entry = entries(store, old, kind).stream()
                    .filter(one -> one.interval().id() == late.interval())
                    .findFirst()
                    .orElseThrow();
            store.correct(0, old, kind, late.interval(), entry.revision(), List.of());
        }
    }
}

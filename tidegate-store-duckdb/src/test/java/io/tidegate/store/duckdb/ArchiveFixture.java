package io.tidegate.store.duckdb;

import static io.tidegate.core.store.StoreFixture.identity;
import static io.tidegate.core.store.StoreFixture.options;
import static io.tidegate.core.store.StoreFixture.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.Metric;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.model.WaitKey;
import io.tidegate.core.model.WaitRow;
import io.tidegate.core.store.Band;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.CommitResult;
import io.tidegate.core.store.HistoryReader.TopRequest;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.Observation;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.core.store.StageBatch;
import io.tidegate.core.store.StoreFixture;
import io.tidegate.core.store.WholeBand;
import io.tidegate.core.time.ManualTicker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Stores with months in them: of {@link StoreFixture}'s hours the first 720 are November, the next 744 December. */
final class ArchiveFixture {
    /** First hours of December and January. */
    static final long DECEMBER = 721;

    static final long JANUARY = 721 + 744;

    /** By the source's clock and ours: the fifth of January. */
    static final Instant NOW = StoreFixture.hour(JANUARY + 100);

    private static final Instant FAR = Instant.parse("2100-01-01T00:00:00Z");

    private ArchiveFixture() {}

    static Archive.Tools ripe(int rows, Instant now) {
        return new Archive.Tools(
                new RipeMonths(ArchiveRules.DEFAULTS.withRows(rows), () -> now),
                () -> now,
                new ManualTicker(),
                at -> {});
    }

    static SeriesKey series(DuckDbStore store, String database) {
        return store.openSeries(store.registerServer("sim-1"), database, 5, StoreFixture.hour(1), NOW)
                .key();
    }

    /** The source lists these, and nothing below the lowest. */
    static void list(DuckDbStore store, SeriesKey series, Instant now, long lowest, long... ids) {
        List<RuntimeStatsInterval> listed =
                LongStream.of(ids).mapToObj(StoreFixture::interval).toList();
        store.observe(new Observation(series, now, listed, false, lowest, options(), EnumSet.allOf(Kind.class)));
    }

    static WaitRow wait(long intervalId, long planId, long total) {
        return new WaitRow(new WaitKey(intervalId, 1, planId, 3, 0), total, total / 10.0, 4, 1, total, Double.NaN);
    }

    /** Holds an interval with rows of both kinds: so many plans, which count what their numbers say. */
    static void hold(DuckDbStore store, SeriesKey series, long id, int plans) {
        List<RuntimeRow> runtime = LongStream.rangeClosed(1, plans)
                .mapToObj(plan -> row(id, plan, id + plan))
                .toList();
        List<WaitRow> waits = LongStream.rangeClosed(1, plans)
                .mapToObj(plan -> wait(id, plan, 10 * id + plan))
                .toList();
        assertThat(store.holdWhole(
                        List.of(whole(series, Kind.RUNTIME, id, runtime), whole(series, Kind.WAITS, id, waits))))
                .allMatch(CommitResult.Committed.class::isInstance);
    }

    static WholeBand whole(SeriesKey series, Kind kind, long id, List<? extends StatsRow> rows) {
        Band band = new Band(
                new BandKey(series, kind, id, id),
                Band.Phase.ROWS,
                rows.isEmpty() ? null : rows.getLast().key(),
                1,
                0,
                rows.size(),
                false,
                0,
                9);
        return new WholeBand(
                new StageBatch(
                        0,
                        band,
                        rows,
                        rows.stream()
                                .map(r -> identity(r.key().planId()))
                                .distinct()
                                .toList()),
                NOW,
                Set.of(),
                Set.of());
    }

    /** All that readers and the collector can ask of facts, as text. */
    static List<String> answers(DuckDbStore store) {
        List<String> all = new java.util.ArrayList<>();
        for (String view :
                List.of("query_store_runtime_stats", "query_store_wait_stats", "query_store_runtime_stats_interval")) {
            store.query("select * from " + view + " order by all", 1_000_000)
                    .rows()
                    .forEach(row -> all.add(view + row));
        }
        for (SeriesRecord one : store.allSeries()) {
            SeriesKey series = one.key();
            for (Kind kind : Kind.values()) {
                all.add("stored " + series + kind + store.storedIntervals(series, kind));
                all.add("figures " + series + kind
                        + new TreeMap<>(store.storedFigures(series, kind, Instant.EPOCH, FAR)));
                for (LedgerEntry entry : store.ledger(series, kind)) {
                    all.add(series + " " + entry);
                    all.add("amounts "
                            + store.storedAmounts(series, kind, entry.interval().id()).entrySet().stream()
                                    .map(Object::toString)
                                    .sorted()
                                    .toList());
                }
            }
        }
        for (Duration last : List.of(Duration.ofHours(50), Duration.ofDays(400))) {
            all.add("top " + store.top(new TopRequest(Metric.CPU_TIME, last, null, null, 100)));
        }
        return all;
    }

    /** Those of some answers that do not say what the source lists. */
    static List<String> facts(List<String> answers) {
        return answers.stream().filter(line -> !line.startsWith("SeriesKey[")).toList();
    }

    static List<String> files(Path directory) {
        try (Stream<Path> files = Files.list(directory.resolve("archive"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Steps until there is nothing to do; gives back how many moved something. */
    static int archive(DuckDbStore store) {
        int steps = 0;
        while (store.archive()) {
            steps++;
        }
        return steps;
    }

    static long inTable(DuckDbStore store, Kind kind) {
        return number(store, "select count(*) from " + Facts.of(kind).table);
    }

    static long number(DuckDbStore store, String sql) {
        return ((Number) store.query(sql, 1).rows().getFirst().getFirst()).longValue();
    }
}

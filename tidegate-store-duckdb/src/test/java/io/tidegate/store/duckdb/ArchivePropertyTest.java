package io.tidegate.store.duckdb;

import static io.tidegate.store.duckdb.ArchiveFixture.NOW;
import static io.tidegate.store.duckdb.ArchiveFixture.answers;
import static io.tidegate.store.duckdb.ArchiveFixture.hold;
import static io.tidegate.store.duckdb.ArchiveFixture.list;
import static io.tidegate.store.duckdb.ArchiveFixture.number;
import static io.tidegate.store.duckdb.ArchiveFixture.ripe;
import static io.tidegate.store.duckdb.ArchiveFixture.series;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.ForkPoint;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.StoreFixture;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Any history of two databases over some months, once with everything in the table and once with months that go to the archive at
 * any moment, by its rule or all at once: all answers are the same, always.
 *
 * <p>Mutations meant to break it: {@link ArchiveSql#leave} that notes nothing; a last peek that is opened again without its archived rows; the
 * comparison with the ledger left out of {@link ArchiveSql#register} does not, since nothing comes between here: {@link ArchiveFaultTest} has that.
 */
class ArchivePropertyTest {
    private static final int FEW_ROWS = 9;

    @TempDir
    Path directory;

    private Random random;
    private DuckDbStore plain;
    private DuckDbStore archiving;
    private boolean isByRule;
    private final List<Database> databases = new ArrayList<>();
    private long expiredTo = 1;

    private static final class Database {
        SeriesKey series;
        long next = 1;
        long lowest = 1;

        Database(SeriesKey series) {
            this.series = series;
        }
    }

    @Test
    void givenAnyHistory_whenMonthsGoToTheArchiveAtAnyMoment_thenAllAnswersAreTheSame() {
        run(20_261_201, 70);
    }

    @Test
    @Tag("proof")
    void givenManyHistories_whenMonthsGoToTheArchiveAtAnyMoment_thenAllAnswersAreTheSame() {
        for (long seed = 1; seed <= 20; seed++) {
            run(seed, 150);
        }
    }

    private void run(long seed, int steps) {
        random = new Random(seed);
        databases.clear();
        expiredTo = 1;
        plain = TestStores.open(directory.resolve("plain" + seed));
        archiving = open(seed);
        try {
            for (String name : List.of("A", "B")) {
                databases.add(new Database(series(plain, name)));
                series(archiving, name);
            }
            long archived = 0;
            for (int step = 1; step <= steps; step++) {
                String did = step(seed);
                archived =
                        Math.max(archived, number(archiving, "select coalesce(max(archive_id), 0) from archive_file"));
                if (step % 10 == 0) {
                    assertThat(answers(archiving))
                            .as("seed %d, step %d: %s", seed, step, did)
                            .isEqualTo(answers(plain));
                }
            }
            assertThat(archived).as("files of seed %d", seed).isGreaterThan(3);
        } finally {
            plain.close();
            archiving.close();
        }
    }

    private DuckDbStore open(long seed) {
        Archive.Tools tools = ripe(FEW_ROWS, NOW);
        ArchiveChoice.Chooser everything = new Everything();
        return TestStores.open(
                directory.resolve("archiving" + seed),
                new Archive.Tools(
                        db -> (isByRule ? tools.chooser() : everything).next(db),
                        tools.clock(),
                        tools.ticker(),
                        tools.at()));
    }

    private void both(Consumer<DuckDbStore> change) {
        change.accept(plain);
        change.accept(archiving);
    }

    private String step(long seed) {
        Database d = databases.get(random.nextInt(databases.size()));
        int which = random.nextInt(20);
        return switch (which) {
            case 0, 1, 2 -> grow(d);
            case 3, 4, 5, 6 -> holdOne(d);
            case 7, 8 -> peek(d);
            case 9 -> vanish(d);
            case 10 -> comeBack(d);
            case 11, 12, 13 -> correct(d);
            case 14 -> fork(d);
            case 15 -> expire();
            case 16 -> reopen(seed);
            default -> archive();
        };
    }

    private String grow(Database d) {
        if (random.nextInt(3) == 0) {
            d.next += random.nextInt(500);
        }
        long[] ids = LongStream.range(d.next, d.next + 3).toArray();
        d.next += 3;
        both(store -> list(store, d.series, NOW, Long.MIN_VALUE, ids));
        return "listed " + ids[0];
    }

    private List<Long> unheld(Database d) {
        List<Long> ids = new ArrayList<>(plain.unheld(d.series, Kind.RUNTIME).stream()
                .map(entry -> entry.interval().id())
                .toList());
        ids.retainAll(plain.unheld(d.series, Kind.WAITS).stream()
                .map(entry -> entry.interval().id())
                .toList());
        return ids;
    }

    private String holdOne(Database d) {
        List<Long> ids = unheld(d);
        if (ids.isEmpty()) {
            return "nothing to hold";
        }
        long id = ids.get(random.nextInt(ids.size()));
        int plans = 1 + random.nextInt(4);
        both(store -> hold(store, d.series, id, plans));
        return "held " + id;
    }

    private String peek(Database d) {
        List<Long> ids = unheld(d);
        if (ids.isEmpty()) {
            return "nothing to peek at";
        }
        long id = ids.get(random.nextInt(ids.size()));
        long number = plain.lastPeekNumber(d.series, id) + 1;
        long executions = 1L + random.nextInt(5_000);
        both(store -> store.peek(
                StoreFixture.peek(d.series, id, number, true, StoreFixture.row(id, 1 + number, executions))));
        return "peeked at " + id;
    }

    private String vanish(Database d) {
        d.lowest = Math.max(d.lowest, d.next - random.nextInt(40));
        both(store -> list(store, d.series, NOW, d.lowest));
        return "gone below " + d.lowest;
    }

    private String comeBack(Database d) {
        long first = Math.max(1, d.lowest - random.nextInt(60));
        long[] ids = plain.ledger(d.series).stream()
                .mapToLong(entry -> entry.interval().id())
                .filter(id -> id >= first)
                .toArray();
        both(store -> list(store, d.series, NOW, Long.MIN_VALUE, ids));
        return "back from " + first;
    }

    private String correct(Database d) {
        List<LedgerEntry> held = plain.ledger(d.series).stream()
                .filter(entry -> entry.state() == LedgerEntry.State.HELD)
                .toList();
        if (held.isEmpty()) {
            return "nothing to correct";
        }
        LedgerEntry one = held.get(random.nextInt(held.size()));
        long id = one.interval().id();
        var row = StoreFixture.row(id, 1 + random.nextInt(6), 1 + random.nextInt(4_000));
        both(store -> assertThat(store.correct(0, d.series, Kind.RUNTIME, id, one.revision(), List.of(row)))
                .isInstanceOf(io.tidegate.core.store.CommitResult.Committed.class));
        return "corrected " + id;
    }

    private String fork(Database d) {
        long shared = d.next - random.nextInt(300);
        ForkPoint point = new ForkPoint(StoreFixture.hour(0), StoreFixture.hour(shared), StoreFixture.hour(shared));
        SeriesKey ended = d.series;
        both(store -> d.series = store.fork(ended, point, NOW, NOW).key());
        d.next = Math.max(1, shared) + 1;
        d.lowest = 1;
        return "forked behind " + shared;
    }

    private String expire() {
        expiredTo += random.nextInt(100);
        int most = 1 + random.nextInt(6);
        both(store -> store.expireFacts(StoreFixture.hour(expiredTo), most));
        return "expired before " + expiredTo;
    }

    private String reopen(long seed) {
        archiving.close();
        archiving = open(seed);
        return "opened again";
    }

    private String archive() {
        isByRule = random.nextBoolean();
        int most = 1 + random.nextInt(4);
        for (int i = 0; i < most && archiving.archive(); i++) {
            // one file each
        }
        return isByRule ? "archived by rule" : "archived anything";
    }
}

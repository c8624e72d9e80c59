package io.tidegate.store.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.HistoryReader.StoredInterval;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.Rows;
import io.tidegate.core.time.SystemTicker;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Law NOTHING-LOST and law NOTHING-TWICE under kill -9 and a full disk, while facts are moved to files: what was acknowledged
 * is there, whole and once, and no file is left over.
 *
 * <p>Mutations meant to break it: rows that are deleted from the table in a transaction of their own, before their file is registered or
 * after; leftovers that are not removed.
 */
class ArchiveKillTest {
    private static final long SEED = 20_261_130;
    private static final Path PRLIMIT = Path.of("/usr/bin/prlimit");

    @TempDir
    Path directory;

    private final Set<Long> held = new HashSet<>();
    private final Set<Long> corrected = new HashSet<>();
    private long expired;

    @ParameterizedTest
    @EnumSource(Archive.Place.class)
    void givenAKillAtAnyPlace_whenReopened_thenNothingIsLostOrDoubled(Archive.Place place) throws Exception {
        Process victim = start(place.name());
        try (BufferedReader out = victim.inputReader(StandardCharsets.UTF_8)) {
            out.lines().forEach(this::note);
        }
        assertThat(victim.waitFor()).isEqualTo(9);
        check("at " + place);
        run(2, 0.5);
        check("and after it");
    }

    @Test
    @Incident({19, 20})
    void givenThreeKills_whenReopened_thenNothingIsLostOrDoubled() throws Exception {
        kill(3, 14);
    }

    @Test
    @Tag("proof")
    void givenSixtyKills_whenReopened_thenNothingIsLostOrDoubled() throws Exception {
        kill(60, 60);
    }

    private void kill(int times, int mostAnswers) throws Exception {
        Random random = new Random(SEED);
        for (int round = 0; round < times; round++) {
            run(2 + random.nextInt(mostAnswers), random.nextDouble());
            check("seed " + SEED + ", round " + round);
        }
    }

    /** Lets it tell so many lines, and kills it after a part of the time that the last one took. */
    private void run(int lines, double part) throws Exception {
        Process victim = start();
        try (BufferedReader out = victim.inputReader(StandardCharsets.UTF_8)) {
            long before = SystemTicker.INSTANCE.readNanos();
            long took = 0;
            String line = out.readLine();
            for (int i = 0; line != null && i < lines; i++) {
                note(line);
                took = SystemTicker.INSTANCE.readNanos() - before;
                before += took;
                line = out.readLine();
            }
            LockSupport.parkNanos((long) (part * took));
            victim.toHandle().destroyForcibly();
            for (; line != null; line = out.readLine()) {
                note(line);
            }
        } finally {
            victim.destroyForcibly().waitFor();
        }
    }

    private Process start(String... more) throws IOException {
        List<String> command = new ArrayList<>(KillTest.command(directory));
        command.set(command.indexOf(KillVictim.class.getName()), ArchiveVictim.class.getName());
        command.addAll(List.of(more));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** The last line may be cut by the kill: then it does not count. */
    private void note(String line) {
        assertThat(line).doesNotStartWith("failed");
        if (line.matches("(held|corrected|expired) -?\\d+ ;")) {
            long id = Long.parseLong(line.split(" ", -1)[1]);
            switch (line.charAt(0)) {
                case 'h' -> held.add(id);
                case 'c' -> corrected.add(id);
                default -> expired = Math.max(expired, id);
            }
        }
    }

    private void check(String when) {
        try (DuckDbStore store = TestStores.open(directory)) {
            SeriesKey series = ArchiveVictim.open(store);
            Set<Long> gone = new HashSet<>();
            for (LedgerEntry entry : store.ledger(series, Kind.RUNTIME)) {
                if (entry.state() == LedgerEntry.State.GONE) {
                    gone.add(entry.interval().id());
                }
            }
            Set<Long> found = new HashSet<>();
            for (StoredInterval i : store.storedIntervals(series)) {
                found.add(i.intervalId());
                boolean isMore = i.rows() > ArchiveVictim.ROWS;
                assertThat(i.rows()).as("%s: rows of %s", when, i).isEqualTo(ArchiveVictim.ROWS + (isMore ? 1 : 0));
                assertThat(i.distinctKeys()).as("%s: keys of %s", when, i).isEqualTo(i.rows());
                assertThat(isMore || !corrected.contains(i.intervalId()))
                        .as("%s: correction of %s", when, i)
                        .isTrue();
                assertThat(i.executions())
                        .as("%s: executions of %s", when, i)
                        .isEqualTo(LongStream.rangeClosed(1, ArchiveVictim.ROWS)
                                        .map(p -> Rows.executions(i.intervalId(), p))
                                        .sum()
                                + (isMore ? Rows.executions(i.intervalId(), ArchiveVictim.CORRECTED) : 0));
            }
            assertThat(found)
                    .as(when)
                    .containsAll(held.stream().filter(id -> !gone.contains(id)).toList());
            assertThat(found).as(when).noneMatch(gone::contains);
            assertThat(gone)
                    .as(when)
                    .containsAll(held.stream().filter(id -> id < expired).toList());
            assertThat(ArchiveFixture.files(directory)).as(when).hasSize((int)
                    ArchiveFixture.number(store, "select count(*) from archive_file"));
            assertThat(
                            ArchiveFixture.number(
                                    store,
                                    "select count(*) from runtime_stats r where not exists (select 1 from"
                                            + " ledger_interval i where i.band_number = r.band_number and i.archive_id is null)"))
                    .as("%s: rows that nothing vouches for", when)
                    .isZero();
        }
    }

    /** Mutation meant to break it: what was written of a file stays when the disk refuses the rest. */
    @Test
    @Incident(102)
    void givenADiskThatIsFull_whenAFileIsWritten_thenItIsRemovedAndMovingGoesOnOnceThereIsSpace() throws Exception {
        assumeTrue(Files.isExecutable(PRLIMIT), "needs prlimit, of Linux");
        Process victim = start("NOWHERE");
        List<String> failed = new ArrayList<>();
        try (BufferedReader out = victim.inputReader(StandardCharsets.UTF_8);
                Writer in = victim.outputWriter(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); !line.startsWith("held 3"); line = out.readLine()) {
                note(line);
            }
            limit(victim, "2000");
            String line = out.readLine();
            while (failed.isEmpty()) {
                if (line.startsWith("failed")) {
                    failed.add(line);
                } else {
                    note(line);
                    line = out.readLine();
                }
            }
            limit(victim, "unlimited");
            in.write("again\n");
            in.flush();
            for (line = out.readLine(); !line.startsWith("expired 2"); line = out.readLine()) {
                if (line.startsWith("failed")) {
                    in.write("again\n");
                    in.flush();
                } else {
                    note(line);
                }
            }
        } finally {
            victim.destroyForcibly().waitFor();
        }
        assertThat(failed).singleElement().asString().contains("The disk of the store is full");
        check("after a full disk");
    }

    private static void limit(Process victim, String bytes) throws IOException, InterruptedException {
        Process prlimit = new ProcessBuilder(
                        PRLIMIT.toString(), "--pid", Long.toString(victim.pid()), "--fsize=" + bytes + ":unlimited")
                .inheritIO()
                .start();
        assertThat(prlimit.waitFor()).isZero();
    }
}

package io.tidegate.store.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.Band;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.HistoryReader.StoredInterval;
import io.tidegate.core.store.Rows;
import io.tidegate.core.time.SystemTicker;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Law NOTHING-LOST and law NOTHING-TWICE under kill -9: a process of its own stages and holds bands; it is killed at random
 * points, the store is opened, and what was acknowledged must be there, whole and once, and nothing else be seen.
 *
 * <p>The mutation that breaks it: {@link Db#appender} commits before it opens the appender, so that no statement comes
 * before it in the transaction and the driver lets it write outside of any. A kill between the append and the commit then
 * leaves rows without their ledger change, and the next process stages them again.
 */
class KillTest {
    private static final long SEED = 20_261_129;
    private static final String BEGINS = "staging ;";

    @TempDir
    Path directory;

    @Test
    @Incident({19, 20})
    void givenFiveKills_whenReopened_thenNothingIsLostOrDoubled() throws Exception {
        kill(5, 60);
    }

    @Test
    @Tag("proof")
    void givenFiftyKills_whenReopened_thenNothingIsLostOrDoubled() throws Exception {
        kill(50, 120);
    }

    private void kill(int times, int mostAnswers) throws Exception {
        Random random = new Random(SEED);
        Set<Long> held = new HashSet<>();
        long stagedId = 0;
        long stagedRevision = 0;
        for (int round = 0; round < times; round++) {
            for (String answer : run(command(directory), 10 + random.nextInt(mostAnswers), random.nextDouble())) {
                String[] word = answer.split(" ", -1);
                switch (word[0]) {
                    case "held" -> held.add(Long.parseLong(word[1]));
                    case "staged" -> {
                        stagedId = Long.parseLong(word[1]);
                        stagedRevision = Long.parseLong(word[2]);
                    }
                    default -> assertThat(answer).isEqualTo("open");
                }
            }
            check(directory, "seed " + SEED + ", round " + round, held, stagedId, stagedRevision);
        }
        assertThat(held).isNotEmpty();
    }

    /**
     * Lets the process tell so many lines, waits for it to begin a call, and kills it after a part of the time which the
     * call before took; every answer it gave counts.
     */
    static List<String> run(List<String> command, int lines, double part) throws IOException, InterruptedException {
        Process victim = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> given = new ArrayList<>();
        try (BufferedReader out = victim.inputReader(StandardCharsets.UTF_8)) {
            long began = 0;
            long took = 0;
            String line = out.readLine();
            while (line != null && (given.size() < lines || !line.equals(BEGINS))) {
                given.add(line);
                long now = SystemTicker.INSTANCE.readNanos();
                if (line.equals(BEGINS)) {
                    began = now;
                } else {
                    took = now - began;
                }
                line = out.readLine();
            }
            LockSupport.parkNanos((long) (part * took));
            victim.toHandle().destroyForcibly();
            for (; line != null; line = out.readLine()) {
                given.add(line);
            }
            assertThat(given).noneMatch(answer -> answer.startsWith("failed"));
        } finally {
            victim.destroyForcibly().waitFor();
        }
        // The last line may have been cut by the kill; the store may then know more than was told, never less.
        return given.stream().filter(KillTest::isWhole).toList();
    }

    private static boolean isWhole(String answer) {
        return answer.equals("open") || answer.matches("[a-z]+( \\d+)+ ;");
    }

    static List<String> command(Path directory) {
        return command(KillVictim.class, directory);
    }

    static List<String> command(Class<?> victim, Path directory) {
        return List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "--enable-native-access=ALL-UNNAMED",
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-cp",
                System.getProperty("java.class.path"),
                victim.getName(),
                directory.toString());
    }

    /** What was acknowledged is there, whole and once, and nothing else is seen. */
    static void check(Path directory, String when, Set<Long> acknowledged, long stagedId, long stagedRevision) {
        try (DuckDbStore store = TestStores.open(directory)) {
            SeriesKey k = KillVictim.open(store);
            List<StoredInterval> stored = store.storedIntervals(k);
            Set<Long> ids = new HashSet<>();
            for (StoredInterval i : stored) {
                ids.add(i.intervalId());
                long rows = (long) KillVictim.BATCHES * KillVictim.ROWS;
                assertThat(i.rows()).as("%s: rows of %s", when, i).isEqualTo(rows);
                assertThat(i.distinctKeys()).as("%s: keys of %s", when, i).isEqualTo(rows);
                assertThat(i.executions())
                        .as("%s: executions of %s", when, i)
                        .isEqualTo(LongStream.rangeClosed(1, rows)
                                .map(p -> Rows.executions(i.intervalId(), p))
                                .sum());
            }
            assertThat(ids).as(when).containsAll(acknowledged);
            if (stagedId != 0 && !ids.contains(stagedId)) {
                Optional<Band> band = store.band(new BandKey(k, Kind.RUNTIME, stagedId, stagedId));
                assertThat(band.map(Band::revision).orElse(0L))
                        .as("%s: staged batches of %d", when, stagedId)
                        .isGreaterThanOrEqualTo(stagedRevision);
            }
            checkNoneIsUnvouched(store, when);
            assertThat(count(
                            store,
                            "select count(*) from band b where b.staged_rows <> (select count(*) from runtime_stats r"
                                    + " where r.band_number = b.band_number)"))
                    .as("%s: bands with other rows than they vouch for", when)
                    .isZero();
        }
    }

    static void checkNoneIsUnvouched(DuckDbStore store, String when) {
        assertThat(count(
                        store,
                        "select count(*) from runtime_stats r where not exists (select 1 from band b where"
                                + " b.band_number = r.band_number) and not exists (select 1 from"
                                + " ledger_interval i where i.band_number = r.band_number)"))
                .as("%s: rows that nothing vouches for", when)
                .isZero();
    }

    private static long count(DuckDbStore store, String sql) {
        Object n = store.query(sql, 1).rows().getFirst().getFirst();
        return ((Number) n).longValue();
    }
}

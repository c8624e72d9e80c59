package io.tidegate.core.budget;

import io.tidegate.core.gate.LeaseEnding;
import io.tidegate.core.gate.LeaseJournal;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.gate.Purpose;
import io.tidegate.core.gate.SessionIdentity;
import io.tidegate.core.store.LeaseLog;
import io.tidegate.core.time.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The accounts of all servers of a process, by name. Thread-safe. */
public final class HeavyAccounts {
    private static final int LEASES_AN_HOUR = 10_000;

    /** What a process that is killed forgets of its light work, at most. */
    private static final Duration LIGHT_ROW_EVERY = Duration.ofMinutes(10);

    private final Map<String, HeavyAccount> accounts = new ConcurrentHashMap<>();
    private final Map<String, Light> light = new ConcurrentHashMap<>();
    private final Ticker ticker;
    private volatile @Nullable LeaseJournal<String> rows;

    /** Light work of one server that no row tells yet. */
    private record Light(long sinceNanos, Instant since, Duration cpu) {}

    /**
     * Empty accounts.
     *
     * @param ticker for durations
     */
    public HeavyAccounts(Ticker ticker) {
        this.ticker = ticker;
    }

    /**
     * Always the same account for one name.
     *
     * @param server its name
     * @return the account
     */
    public HeavyAccount of(String server) {
        return accounts.computeIfAbsent(server, name -> new HeavyAccount());
    }

    /**
     * A journal that charges each lease to its server's account and hands its row on. The gates are to be made with it:
     * whoever had the lease, what it cost is counted.
     *
     * @param next where rows go
     * @return does not block, as {@code next} does not
     */
    public LeaseJournal<String> charging(LeaseJournal<String> next) {
        rows = next;
        return new LeaseJournal<>() {
            @Override
            public void offer(LeaseRow<String> row) {
                if (row.got() != null) {
                    of(row.server())
                            .ended(ticker.readNanos(), held(row), cpu(row), row.estimated(), row.sessionId() != null);
                }
                next.offer(row);
            }

            @Override
            public void intentEnded(String server, SessionIdentity session) {
                next.intentEnded(server, session);
            }
        };
    }

    /**
     * Charges light work, such as a probe; what it cost goes into a row of its own some times an hour, so that a restart
     * knows of it. Does not block.
     *
     * @param server which server
     * @param cpu by the server's counters; nothing is charged where it is not above zero
     * @param now our clock
     */
    public void light(String server, Duration cpu, Instant now) {
        if (!cpu.isPositive()) {
            return;
        }
        long nowNanos = ticker.readNanos();
        of(server).light(nowNanos, cpu);
        light.compute(server, (name, before) -> {
            Light sum = before == null
                    ? new Light(nowNanos, now, cpu)
                    : new Light(before.sinceNanos, before.since, before.cpu.plus(cpu));
            if (nowNanos - sum.sinceNanos < LIGHT_ROW_EVERY.toNanos()) {
                return sum;
            }
            offer(name, sum, now);
            return null;
        });
    }

    /**
     * Tells in rows what light work they did not tell yet. To be called when the last of it has ended; does not block.
     *
     * @param now our clock
     */
    public void lightEnded(Instant now) {
        for (String server : light.keySet()) {
            light.computeIfPresent(server, (name, sum) -> {
                offer(name, sum, now);
                return null;
            });
        }
    }

    private void offer(String server, Light sum, Instant now) {
        LeaseJournal<String> to = rows;
        if (to != null) {
            to.offer(new LeaseRow<>(
                    server,
                    Purpose.LIGHT,
                    "",
                    null,
                    null,
                    "",
                    null,
                    sum.since.isAfter(now) ? now : sum.since,
                    null,
                    now,
                    LeaseEnding.NOTHING_SENT,
                    null,
                    false,
                    0,
                    0,
                    sum.cpu.toMillis(),
                    0,
                    0,
                    false,
                    ""));
        }
    }

    /**
     * Charges what the store says that the last hour has cost a server, so that a restart gives no new budget. To be
     * called before the server's first lease. Blocks for two calls to the store.
     *
     * @param server which server
     * @param log where leases are kept
     * @param now our clock
     */
    public void recall(String server, LeaseLog log, Instant now) {
        long nowNanos = ticker.readNanos();
        List<LeaseRow<String>> rows =
                log.leases(server, now.minus(HeavyBudget.WINDOW), now.plusSeconds(1), LEASES_AN_HOUR);
        Stream.concat(
                        rows.stream().filter(row -> row.got() != null && row.sessionId() != null),
                        log.light(server, now.minus(HeavyBudget.WINDOW)).stream())
                .filter(row -> row.server().equals(server))
                .sorted(Comparator.comparing(LeaseRow::ended))
                .forEach(row -> {
                    long ago = Math.max(0, Duration.between(row.ended(), now).toNanos());
                    boolean isLight = row.purpose() == Purpose.LIGHT;
                    of(server).before(nowNanos - ago, held(row), cpu(row), row.estimated(), isLight);
                });
    }

    private static Duration held(LeaseRow<String> row) {
        Duration held = row.got() == null ? Duration.ZERO : Duration.between(row.got(), row.ended());
        return held.isNegative() ? Duration.ZERO : held;
    }

    private static Duration cpu(LeaseRow<String> row) {
        return Duration.ofMillis(row.cpuMs());
    }
}

package io.tidegate.core.budget;

import io.tidegate.core.gate.LeaseJournal;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.gate.SessionIdentity;
import io.tidegate.core.store.LeaseLog;
import io.tidegate.core.time.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The accounts of all servers of a process, by name. Thread-safe. */
public final class HeavyAccounts {
    private static final int LEASES_AN_HOUR = 10_000;

    private final Map<String, HeavyAccount> accounts = new ConcurrentHashMap<>();
    private final Ticker ticker;

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
     * Charges what the store says that the last hour has cost a server, so that a restart gives no new budget. To be
     * called before the server's first lease. Blocks for one call to the store.
     *
     * @param server which server
     * @param log where leases are kept
     * @param now our clock
     */
    public void recall(String server, LeaseLog log, Instant now) {
        long nowNanos = ticker.readNanos();
        List<LeaseRow<String>> rows =
                log.leases(server, now.minus(HeavyBudget.WINDOW), now.plusSeconds(1), LEASES_AN_HOUR);
        for (LeaseRow<String> row : rows) {
            if (row.got() != null && row.sessionId() != null && row.server().equals(server)) {
                Duration ago = Duration.between(row.ended(), now);
                of(server).before(nowNanos - Math.max(0, ago.toNanos()), held(row), cpu(row), row.estimated());
            }
        }
    }

    private static Duration held(LeaseRow<String> row) {
        Duration held = row.got() == null ? Duration.ZERO : Duration.between(row.got(), row.ended());
        return held.isNegative() ? Duration.ZERO : held;
    }

    private static Duration cpu(LeaseRow<String> row) {
        return Duration.ofMillis(row.cpuMs());
    }
}

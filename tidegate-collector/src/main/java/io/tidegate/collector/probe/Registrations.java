package io.tidegate.collector.probe;

import io.tidegate.core.gate.InstanceIdentity;
import io.tidegate.core.time.Ticker;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Which instance each registered server was found to be, and which of them has the writable copy of a database in an
 * availability group: so that what is registered twice is collected once. Thread-safe; nothing blocks.
 *
 * <p>Of two names of one instance the one with history in the store is collected; of two alike, the one registered first.
 * A name without history waits for those with history to be seen, two minutes at most, so that a restart changes nothing.
 */
public final class Registrations {
    private static final Duration GRACE = Duration.ofMinutes(2);

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Integer, Seen> seen = new HashMap<>();
    private final Map<String, Seen> primaries = new HashMap<>();
    private final Set<Integer> awaited = new HashSet<>();
    private final Ticker ticker;
    private final long startNanos;

    /**
     * Knows nobody.
     *
     * @param ticker for the two minutes
     */
    public Registrations(Ticker ticker) {
        this.ticker = ticker;
        this.startNanos = ticker.readNanos();
    }

    /** A registered server. */
    record Seen(int serverId, String name, InstanceIdentity instance, boolean hasHistory) {
        private static final Comparator<Seen> FIRST =
                Comparator.comparing((Seen s) -> !s.hasHistory()).thenComparingInt(Seen::serverId);
    }

    /**
     * Waits for a server that has history.
     *
     * @param serverId its number in the store
     */
    public void await(int serverId) {
        lock.lock();
        try {
            awaited.add(serverId);
        } finally {
            lock.unlock();
        }
    }

    /** A server that cannot be reached is waited for no longer. */
    void unseen(int serverId) {
        lock.lock();
        try {
            awaited.remove(serverId);
        } finally {
            lock.unlock();
        }
    }

    /** Notes what a server was found to be; why it is not collected, for a user, where it is not. */
    Optional<String> seen(Seen here) {
        lock.lock();
        try {
            seen.put(here.serverId(), here);
            awaited.remove(here.serverId());
            Optional<Seen> other = seen.values().stream()
                    .filter(one -> one.instance().equals(here.instance()))
                    .min(Seen.FIRST)
                    .filter(first -> first.serverId() != here.serverId());
            if (other.isPresent()) {
                return Optional.of("the same instance as '" + other.get().name() + "' ("
                        + here.instance().serverName() + ", started "
                        + here.instance().startedAt()
                        + "), and collected there. Next: remove one of the two from the configuration.");
            }
            boolean waits =
                    !here.hasHistory() && !awaited.isEmpty() && ticker.readNanos() - startNanos < GRACE.toNanos();
            return waits
                    ? Optional.of("begins once the servers that have history were seen, since one may be the same")
                    : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /** Notes where a group's database is written. */
    void primary(String groupDatabaseId, Seen at) {
        lock.lock();
        try {
            primaries.put(groupDatabaseId, at);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Why a copy that takes no writes is not read yet, where its history is not one with the primary's (Azure SQL Database):
     * after a start that one may be registered and not have been seen; empty from two minutes on.
     */
    Optional<String> maySeePrimaryYet() {
        return ticker.readNanos() - startNanos < GRACE.toNanos()
                ? Optional.of(
                        "readable secondary: begins when its primary was not seen for two minutes after the start,"
                                + " since that one may be registered")
                : Optional.empty();
    }

    /** Notes that it is not written here, as after a failover; which other registered server has the writable copy. */
    Optional<String> primaryElsewhere(String groupDatabaseId, int serverId) {
        lock.lock();
        try {
            Seen primary = primaries.get(groupDatabaseId);
            if (primary != null && primary.serverId() == serverId) {
                primaries.remove(groupDatabaseId);
                return Optional.empty();
            }
            return Optional.ofNullable(primary).map(Seen::name);
        } finally {
            lock.unlock();
        }
    }
}

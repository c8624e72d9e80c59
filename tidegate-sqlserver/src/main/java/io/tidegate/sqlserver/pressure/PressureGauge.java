package io.tidegate.sqlserver.pressure;

import io.tidegate.core.time.Ticker;
import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.fault.Fault;
import io.tidegate.sqlserver.fault.SqlServerException;
import io.tidegate.sqlserver.session.Channel;
import io.tidegate.sqlserver.session.RowMapper;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Reads the pressure on one server by a few light statements. What a server refuses or does not know is not asked again
 * for an hour, and named. Thread-safe; the lock guards what is remembered and is not held while a server is asked.
 */
public final class PressureGauge {
    private static final long ASK_AGAIN_NANOS = Duration.ofHours(1).toNanos();

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Statements, Refusal> refused = new EnumMap<>(Statements.class);
    private final Ticker ticker;
    private @Nullable Cores cores;

    /**
     * A gauge that knows nothing.
     *
     * @param ticker for the hour
     */
    public PressureGauge(Ticker ticker) {
        this.ticker = ticker;
    }

    private record Refusal(long atNanos, String grant) {}

    private record Cores(long count, long maxWorkers) {}

    private record Schedulers(long count, long runnable, long workers) {}

    /**
     * Reads. Blocks for at most four light batches.
     *
     * @param channel a light session there
     * @return what could be read
     * @throws SqlServerException when the session is lost
     */
    public Pressure read(Channel channel) {
        Cores known = cores(channel);
        Optional<Schedulers> schedulers = ask(
                channel,
                Statements.PRESSURE_SCHEDULERS,
                row -> new Schedulers(
                        row.getLong("schedulers"), row.getLong("runnable_tasks"), row.getLong("workers")));
        return new Pressure(
                schedulers
                        .filter(s -> s.count > 0)
                        .map(s -> (double) s.runnable / s.count)
                        .orElse(null),
                schedulers.map(Schedulers::workers).orElse(null),
                known == null ? null : known.maxWorkers,
                ask(channel, Statements.PRESSURE_GRANTS, row -> row.getLong("waiting_grants"))
                        .orElse(null),
                ask(channel, Statements.PRESSURE_LOG_SEND, row -> row.getLong("log_send_kb"))
                        .orElse(null));
    }

    /**
     * Reads the load of one database of Azure SQL Database. Blocks for a light batch.
     *
     * @param channel a light session in it
     * @return what could be read
     * @throws SqlServerException when the session is lost
     */
    public ServiceLoad readService(Channel channel) {
        ServiceLoad load =
                ask(channel, Statements.PRESSURE_SERVICE, ServiceLoad::of).orElse(ServiceLoad.UNKNOWN);
        Double bought = load.cores();
        if (bought != null && bought >= 1) {
            lock.lock();
            try {
                cores = new Cores(bought.longValue(), 0);
            } finally {
                lock.unlock();
            }
        }
        return load;
    }

    /**
     * The server's cores, once they were read.
     *
     * @return empty until then
     */
    public Optional<Integer> cores() {
        lock.lock();
        try {
            return cores == null ? Optional.empty() : Optional.of(Math.toIntExact(cores.count));
        } finally {
            lock.unlock();
        }
    }

    /**
     * What the login lacks to be told.
     *
     * @return statements to run, each once; empty when nothing is lacking
     */
    public List<String> missingGrants() {
        lock.lock();
        try {
            TreeSet<String> grants = new TreeSet<>();
            refused.values().forEach(refusal -> grants.add(refusal.grant));
            grants.remove("");
            return List.copyOf(grants);
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Cores cores(Channel channel) {
        lock.lock();
        try {
            if (cores != null) {
                return cores;
            }
        } finally {
            lock.unlock();
        }
        Cores read = ask(
                        channel,
                        Statements.SERVER_CORES,
                        row -> new Cores(row.getLong("cpu_count"), row.getLong("max_workers_count")))
                .orElse(null);
        lock.lock();
        try {
            cores = read;
            return read;
        } finally {
            lock.unlock();
        }
    }

    private <T> Optional<T> ask(Channel channel, Statements statement, RowMapper<T> mapper) {
        if (isRefused(statement)) {
            return Optional.empty();
        }
        try {
            return channel.first(statement.text().bind().build(), mapper);
        } catch (SqlServerException failed) {
            if (failed.fault().endsSession()) {
                throw failed;
            }
            remember(statement, failed.fault());
            return Optional.empty();
        }
    }

    private boolean isRefused(Statements statement) {
        lock.lock();
        try {
            Refusal refusal = refused.get(statement);
            if (refusal != null && ticker.readNanos() - refusal.atNanos >= ASK_AGAIN_NANOS) {
                refused.remove(statement);
                return false;
            }
            return refusal != null;
        } finally {
            lock.unlock();
        }
    }

    /** Only what will be refused again; a lock time-out is no refusal. */
    private void remember(Statements statement, Fault fault) {
        String grant = switch (fault) {
            case Fault.NotPermitted denied -> denied.grant();
            case Fault.NotSupported old -> "";
            case Fault.Transient some -> null;
            case Fault.Unreachable gone -> null;
            case Fault.TimedOut late -> null;
            case Fault.Cancelled asked -> null;
            case Fault.LoginRefused refusal -> null;
            case Fault.DatabaseUnavailable closed -> null;
            case Fault.QueryStoreError ill -> null;
            case Fault.Guarded guarded -> null;
            case Fault.Unknown other -> "";
        };
        if (grant == null) {
            return;
        }
        lock.lock();
        try {
            refused.put(statement, new Refusal(ticker.readNanos(), grant));
        } finally {
            lock.unlock();
        }
    }
}

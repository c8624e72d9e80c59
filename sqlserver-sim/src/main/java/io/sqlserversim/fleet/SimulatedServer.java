package io.sqlserversim.fleet;

import io.sqlserversim.catalog.ExecutedStatement;
import io.sqlserversim.catalog.system.SystemCatalog;
import io.sqlserversim.engine.TsqlEngine;
import io.sqlserversim.fault.FaultPlan;
import io.sqlserversim.instance.HeavyJudge;
import io.sqlserversim.instance.Instance;
import io.sqlserversim.instance.Security;
import io.sqlserversim.locks.AppLocks;
import io.sqlserversim.querystore.QueryStore;
import io.sqlserversim.querystore.options.QueryStoreOptions;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import io.sqlserversim.querystore.workload.WorkloadSpec;
import io.sqlserversim.server.SqlServerListener;
import io.sqlserversim.tds.EncryptionPolicy;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One simulated server: an instance, its engine, and the port on which it is reached. Thread-safe. */
public final class SimulatedServer implements AutoCloseable {
    private final Instance instance;
    private final AppLocks locks;
    private final FaultPlan faults;
    private final String name;
    private final StoreMap stores;
    private final StoreHooks hooks;
    private final DatabaseOperations databases;
    private final InstanceHost host;
    private final ThreadFactory threads;
    private @Nullable SqlServerListener listener; // guarded by this; stays after close, for its counters
    private boolean listening; // guarded by this
    private long earlierBytes; // guarded by this; sent by listeners before this one
    private int port; // guarded by this

    /**
     * A server that does not listen yet; a database that is created later has the workload's own history.
     *
     * @param instance what it serves
     * @param faults its fault script
     * @param queryStores the Query Stores of its user databases, by database
     * @param port where it will listen; 0 for any free port, kept over restarts
     * @param threads makes the threads of its connections
     */
    public SimulatedServer(
            Instance instance, FaultPlan faults, Map<String, QueryStore> queryStores, int port, ThreadFactory threads) {
        this(instance, faults, queryStores, port, threads, (database, workload) -> store(instance, database, workload));
    }

    /** As above, with a way to make the Query Store of a new database from its name and a workload's name. */
    SimulatedServer(
            Instance instance,
            FaultPlan faults,
            Map<String, QueryStore> queryStores,
            int port,
            ThreadFactory threads,
            BiFunction<String, String, QueryStore> maker) {
        this.name = instance.name();
        this.instance = instance;
        this.faults = faults;
        this.stores = new StoreMap(queryStores);
        this.databases = new DatabaseOperations(instance, stores, maker);
        this.port = port;
        this.threads = threads;
        this.locks = new AppLocks();
        this.hooks = new StoreHooks(instance, stores);
        TsqlEngine engine = new TsqlEngine(
                new SystemCatalog(instance, locks, hooks),
                locks,
                faults,
                instance.judge(),
                instance.clock(),
                new InstanceDirectory(instance, new Security(instance)));
        this.host = new InstanceHost(instance, faults, engine);
    }

    private static QueryStore store(Instance instance, String database, String workload) {
        return new QueryStore(
                database,
                WorkloadSpec.preset(workload, database),
                database.hashCode(),
                instance.clock()::now,
                QueryStoreOptions.defaults(),
                QueryStoreProfile.of(instance.profile().label()));
    }

    /**
     * Begins to listen; does nothing while it listens.
     *
     * @throws IOException when the port cannot be bound
     */
    public synchronized void start() throws IOException {
        if (listening) {
            return;
        }
        SqlServerListener started = SqlServerListener.start(host, port, threads);
        earlierBytes += listener == null ? 0 : listener.bytesOut();
        listener = started;
        port = started.port();
        listening = true;
    }

    /**
     * Stops listening and ends all sessions, whatever they run; their application locks go with them. Waits up to 5
     * seconds for statements that do not look at their signals.
     */
    @Override
    public synchronized void close() {
        if (listening && listener != null) {
            listening = false;
            listener.close();
        }
    }

    /**
     * Restarts the instance in good order: the Query Stores are flushed, all sessions end, the start time is new, session
     * ids begin again, the port is the same. The judge and the other counters go on.
     *
     * @throws IOException when the port was taken meanwhile
     */
    public synchronized void restart() throws IOException {
        close();
        queryStores().values().forEach(QueryStore::flush);
        instance.restarted();
        start();
    }

    /**
     * Crashes and restarts the instance: as {@link #restart}, but what the Query Stores had in memory is lost.
     *
     * @throws IOException when the port was taken meanwhile
     */
    public synchronized void crash() throws IOException {
        close();
        queryStores().values().forEach(QueryStore::crash);
        instance.restarted();
        start();
    }

    /**
     * Fails over to another instance that has the same databases and logins: sessions and locks go, what the Query Stores
     * had in memory is lost, and behind the same port there is an instance with another name and another start time.
     * {@link #name} stays what it is.
     *
     * @param other what the other instance calls itself
     * @param since when that one was started, by the server's clock
     * @throws IOException when the port was taken meanwhile
     */
    public synchronized void failover(String other, Instant since) throws IOException {
        close();
        queryStores().values().forEach(QueryStore::crash);
        instance.failedOver(other, since);
        start();
    }

    /**
     * Acknowledges session recovery or not, for connections that begin afterwards; with it mssql-jdbc takes a broken idle
     * connection up again, as another session.
     *
     * @param on false at first
     */
    public void sessionRecovery(boolean on) {
        host.sessionRecovery(on);
    }

    /**
     * What a DBA does to its databases.
     *
     * @return the operations
     */
    public DatabaseOperations databases() {
        return databases;
    }

    /**
     * Changes what it does about encryption, for connections that begin afterwards.
     *
     * @param policy {@link EncryptionPolicy#OPTIONAL} at first
     */
    public void encryption(EncryptionPolicy policy) {
        host.encryption(policy);
    }

    /**
     * Lets somebody see what each statement costs that reads or changes a table, in whichever database and in whichever
     * text within a text. One witness; a later one takes the place of the earlier one.
     *
     * @param told of each statement at its end, on the thread that runs it; must not block
     */
    public void witness(Consumer<ExecutedStatement> told) {
        hooks.witness(told);
    }

    /**
     * The port.
     *
     * @return 0 while it never listened and may take any
     */
    public synchronized int port() {
        return port;
    }

    /**
     * Its name in the fleet; the instance behind it may have another one after a failover.
     *
     * @return e.g. {@code sim-1}
     */
    public String name() {
        return name;
    }

    /**
     * What it serves.
     *
     * @return the instance
     */
    public Instance instance() {
        return instance;
    }

    /**
     * The count of heavy statements that run at once.
     *
     * @return the judge
     */
    public HeavyJudge judge() {
        return instance.judge();
    }

    /**
     * Its application locks; {@link AppLocks#deny} takes the right to take them away from everybody.
     *
     * @return the locks
     */
    public AppLocks locks() {
        return locks;
    }

    /**
     * Its fault script.
     *
     * @return the plan
     */
    public FaultPlan faults() {
        return faults;
    }

    /**
     * The Query Stores of its user databases, with their books.
     *
     * @return by database, in the order in which these came; a map that does not change any more
     */
    public Map<String, QueryStore> queryStores() {
        return stores.all();
    }

    /**
     * Bytes sent to clients since the first start, over restarts, packet headers and TLS included.
     *
     * @return 0 or more
     */
    public synchronized long bytesOut() {
        return earlierBytes + (listener == null ? 0 : listener.bytesOut());
    }

    /**
     * Connections that are open, or whose statement still runs.
     *
     * @return 0 or more
     */
    public synchronized int connections() {
        return listener == null ? 0 : listener.connections();
    }

    /**
     * Threads that its listener keeps.
     *
     * @return 0 once it is closed and everything ended
     */
    public synchronized int threads() {
        return listener == null ? 0 : listener.threads();
    }
}

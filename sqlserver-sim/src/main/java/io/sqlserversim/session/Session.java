package io.sqlserversim.session;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A client's session. The executing thread writes its settings; other sessions read them through the views, so every
 * field is volatile or atomic. Settings and running costs live here; transport state does not.
 */
public final class Session {
    private final int sessionId;
    private final SessionLogin login;
    private final Instant loginTime;
    private final SessionSignals signals = new SessionSignals();
    private final SessionSettings settings = new SessionSettings();
    private final AtomicLong cpuMicros = new AtomicLong();
    private final AtomicLong logicalReads = new AtomicLong();
    private final AtomicLong writes = new AtomicLong();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile SessionCost settled = SessionCost.NONE;
    private final String loginDatabase;
    private volatile String database;
    private volatile @Nullable RunningRequest running;
    private volatile @Nullable String waitType;
    private volatile @Nullable Instant lastRequestStart;
    private volatile @Nullable Instant lastRequestEnd;

    /**
     * A session just logged in.
     *
     * @param sessionId the SPID, 51 and up
     * @param login who and from where
     * @param loginTime by the server's clock
     * @param database its current database
     */
    public Session(int sessionId, SessionLogin login, Instant loginTime, String database) {
        this.sessionId = sessionId;
        this.login = login;
        this.loginTime = loginTime;
        this.loginDatabase = database;
        this.database = database;
    }

    /**
     * The SPID.
     *
     * @return 51 and up; used again after the session ended
     */
    public int sessionId() {
        return sessionId;
    }

    /**
     * Who logged in, from where.
     *
     * @return the login
     */
    public SessionLogin login() {
        return login;
    }

    /**
     * When it logged in, by the server's clock.
     *
     * @return the instant
     */
    public Instant loginTime() {
        return loginTime;
    }

    /**
     * Attention, kill and shutdown for this session, and the place where a statement parks.
     *
     * @return the signals
     */
    public SessionSignals signals() {
        return signals;
    }

    /**
     * What SET statements and transactions left behind.
     *
     * @return the settings
     */
    public SessionSettings settings() {
        return settings;
    }

    /**
     * The database that the session logged in to; a reset leads back there.
     *
     * @return its name as it was then
     */
    public String loginDatabase() {
        return loginDatabase;
    }

    /**
     * The current database.
     *
     * @return its name
     */
    public String database() {
        return database;
    }

    /**
     * Changes the current database.
     *
     * @param name an existing database's name
     */
    public void use(String name) {
        database = name;
    }

    /**
     * The request that runs now, for {@code sys.dm_exec_requests}.
     *
     * @return null when the session sleeps
     */
    public @Nullable RunningRequest running() {
        return running;
    }

    /**
     * Marks the begin of a request.
     *
     * @param request what runs
     */
    public void begin(RunningRequest request) {
        settled = cost();
        running = request;
        lastRequestStart = request.started();
    }

    /**
     * Marks the end of the running request: what it cost becomes visible, and the session hears attentions again.
     *
     * @param at by the server's clock
     */
    public void end(Instant at) {
        settled = cost();
        signals.deaf(false);
        waitType = null;
        running = null;
        lastRequestEnd = at;
    }

    /**
     * What the running request waits for by itself, such as {@code WAITFOR}.
     *
     * @return null while it waits for nothing, or for a lock
     */
    public @Nullable String waitType() {
        return waitType;
    }

    /**
     * Marks the begin or the end of a wait of the running request.
     *
     * @param type as {@code sys.dm_exec_requests.wait_type} names it; null at the end
     */
    public void waits(@Nullable String type) {
        waitType = type;
    }

    /**
     * Begin of the last request.
     *
     * @return null before the first
     */
    public @Nullable Instant lastRequestStart() {
        return lastRequestStart;
    }

    /**
     * End of the last request that ended.
     *
     * @return null before the first
     */
    public @Nullable Instant lastRequestEnd() {
        return lastRequestEnd;
    }

    /**
     * Charges work to the session; visible to others when the request ends, as in SQL Server.
     *
     * @param cpu microseconds of CPU
     * @param reads logical reads in pages
     */
    public void charge(long cpu, long reads) {
        cpuMicros.addAndGet(cpu);
        logicalReads.addAndGet(reads);
    }

    /**
     * CPU charged so far.
     *
     * @return microseconds
     */
    public long cpuMicros() {
        return cpuMicros.get();
    }

    /**
     * Reads charged so far.
     *
     * @return pages
     */
    public long logicalReads() {
        return logicalReads.get();
    }

    /**
     * Writes charged so far.
     *
     * @return pages
     */
    public long writes() {
        return writes.get();
    }

    /**
     * Charges writes to the session, as {@link #charge} does with CPU and reads.
     *
     * @param pages pages written
     */
    public void chargeWrites(long pages) {
        writes.addAndGet(pages);
    }

    /**
     * All costs charged so far, those of a running request included.
     *
     * @return the cost now
     */
    public SessionCost cost() {
        return new SessionCost(cpuMicros(), logicalReads(), writes());
    }

    /**
     * The costs of the requests that have ended, which is what {@code sys.dm_exec_sessions} shows.
     *
     * @return the cost when the last request ended
     */
    public SessionCost settledCost() {
        return settled;
    }

    /**
     * Marks the session as ended.
     *
     * @return true for the caller that ended it
     */
    public boolean close() {
        return closed.compareAndSet(false, true);
    }

    /**
     * Whether the session ended.
     *
     * @return true when it did
     */
    public boolean isClosed() {
        return closed.get();
    }
}

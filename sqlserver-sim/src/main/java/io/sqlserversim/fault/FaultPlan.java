package io.sqlserversim.fault;

import io.sqlserversim.engine.SqlError;
import io.sqlserversim.instance.ServerClock;
import io.sqlserversim.server.ConnectionScript;
import io.sqlserversim.session.Session;
import io.sqlserversim.session.SessionLogin;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The faults of one server, by script. Thread-safe: rules may come and go while statements run. Of several rules that
 * are due for one statement the one added first acts; the others stay due.
 */
public final class FaultPlan implements StatementFaults {
    private final List<ArmedRule> rules = new CopyOnWriteArrayList<>();
    private final Set<HeldStatement> held = ConcurrentHashMap.newKeySet();
    private final ServerClock clock;
    private final LongSupplier nanoTicker;
    private final long seed;

    /**
     * A plan without rules.
     *
     * @param clock the server's, for holds in its time
     * @param nanoTicker a monotonic count of nanoseconds, for pauses between triggers
     * @param seed decides gaps and holds that are drawn
     */
    public FaultPlan(ServerClock clock, LongSupplier nanoTicker, long seed) {
        this.clock = clock;
        this.nanoTicker = nanoTicker;
        this.seed = seed;
        clock.onMove(() -> held.forEach(one -> one.look(clock.now())));
    }

    /**
     * Adds a rule, or replaces the one of this name and starts its counts anew.
     *
     * @param rule the rule
     */
    public synchronized void add(FaultRule rule) {
        remove(rule.name());
        rules.add(new ArmedRule(rule, seed));
    }

    /**
     * Removes a rule; a statement that it holds is held on.
     *
     * @param name the rule's name
     * @return false when there was none
     */
    public synchronized boolean remove(String name) {
        return rules.removeIf(armed -> armed.rule().name().equals(name));
    }

    /** Removes all rules; statements that are held are held on. */
    public synchronized void clear() {
        rules.clear();
    }

    /**
     * How often each rule was triggered.
     *
     * @return by name
     */
    public Map<String, Long> triggered() {
        Map<String, Long> counts = new TreeMap<>();
        rules.forEach(armed -> counts.put(armed.rule().name(), armed.triggered()));
        return counts;
    }

    /**
     * The statements that are held now.
     *
     * @return a copy, in no particular order
     */
    public List<HeldStatement> held() {
        return List.copyOf(held);
    }

    /** Lets all held statements go on. */
    public void release() {
        held.forEach(HeldStatement::release);
    }

    /**
     * Lets the statements go on that one rule holds.
     *
     * @param rule the rule's name
     */
    public void release(String rule) {
        held.stream().filter(one -> one.rule().equals(rule)).forEach(HeldStatement::release);
    }

    @Override
    public Course begin(Session session, String text, boolean heavy) {
        ArmedRule due = due(rule ->
                rule.fault() instanceof Fault.OnStatement && rule.match().statement(session, text, heavy));
        if (due == null || !(due.rule().fault() instanceof Fault.OnStatement fault)) {
            session.signals().deaf(false);
            return Course.CLEAR;
        }
        return new ScriptedCourse(this, due, fault, session);
    }

    /**
     * Whether a login is refused by script.
     *
     * @param client who asks
     * @param database the database asked for, or the login's default
     * @return the errors to answer with; empty when it is not refused
     */
    public List<SqlError> refusal(SessionLogin client, String database) {
        ArmedRule due = due(rule ->
                rule.fault() instanceof Fault.RefuseLogin && rule.match().client(client, database));
        return due != null && due.rule().fault() instanceof Fault.RefuseLogin refuse ? refuse.errors() : List.of();
    }

    /**
     * The faults of a connection that was just accepted.
     *
     * @return {@link ConnectionScript#CLEAR} for none
     */
    public ConnectionScript connection() {
        ArmedRule due = due(rule -> rule.fault() instanceof Fault.Connect);
        return due != null && due.rule().fault() instanceof Fault.Connect connect
                ? connect.script()
                : ConnectionScript.CLEAR;
    }

    private @Nullable ArmedRule due(Predicate<FaultRule> looksAt) {
        ArmedRule due = null;
        for (ArmedRule armed : rules) {
            if (looksAt.test(armed.rule())) {
                armed.matched();
                if (due == null && armed.trigger(nanoTicker.getAsLong())) {
                    due = armed;
                }
            }
        }
        return due;
    }

    /** Parks the calling statement, visible in {@link #held}, until its time is over or somebody lets it go or ends it. */
    void hold(ArmedRule armed, Session session, Hold hold, long bytes) {
        Duration time = drawn(armed, hold);
        boolean byHand = time != null && hold.simulated() && clock.isMovedByHand();
        Instant now = clock.now();
        HeldStatement one =
                new HeldStatement(session, armed.rule().name(), now, bytes, byHand ? showable(now.plus(time)) : null);
        held.add(one);
        try {
            one.look(clock.now());
            session.signals().parkUntil(one::isOver, byHand || time == null ? Long.MAX_VALUE : real(time, hold));
        } finally {
            held.remove(one);
        }
    }

    /** An instant that a server's clock can show: it goes in steps of 100 ns. */
    private static Instant showable(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MICROS);
    }

    private long real(Duration time, Hold hold) {
        return hold.simulated() ? clock.real(time).toNanos() : time.toNanos();
    }

    private static @Nullable Duration drawn(ArmedRule armed, Hold hold) {
        Duration least = hold.least();
        Duration most = hold.most();
        return least == null || most == null ? null : Duration.ofNanos(armed.draw(least.toNanos(), most.toNanos()));
    }
}

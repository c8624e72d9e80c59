package io.sqlserversim.fault;

import java.util.SplittableRandom;

/** A rule with its counts. Thread-safe. */
final class ArmedRule {
    private final FaultRule rule;
    private final SplittableRandom random; // guarded by this
    private long matches; // guarded by this
    private long dueAt; // guarded by this: the match from which on it triggers
    private long triggered; // guarded by this
    private long lastNanos; // guarded by this; of the last trigger

    ArmedRule(FaultRule rule, long seed) {
        this.rule = rule;
        this.random = new SplittableRandom(seed ^ rule.name().hashCode());
        this.dueAt = rule.occurrence().first();
    }

    FaultRule rule() {
        return rule;
    }

    /** Counts a match. */
    synchronized void matched() {
        matches++;
    }

    /** Whether the last match triggers it; counted as triggered then. A rule that is passed over stays due. */
    synchronized boolean trigger(long nowNanos) {
        Occurrence when = rule.occurrence();
        boolean paused = triggered > 0 && nowNanos - lastNanos < when.pause().toNanos();
        if (matches < dueAt || triggered >= when.limit() || paused) {
            return false;
        }
        triggered++;
        lastNanos = nowNanos;
        dueAt = matches + random.nextLong(when.leastGap(), when.mostGap() + 1);
        return true;
    }

    synchronized long triggered() {
        return triggered;
    }

    /** A number between the two, both ends possible. */
    synchronized long draw(long least, long most) {
        return least == most ? least : random.nextLong(least, most + 1);
    }
}

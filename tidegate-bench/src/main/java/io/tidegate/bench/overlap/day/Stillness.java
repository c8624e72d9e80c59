package io.tidegate.bench.overlap.day;

import io.sqlserversim.fault.HeldStatement;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Tells when nothing moves but what the clock moves. Confined to the thread that moves the clock.
 *
 * <p>It counts, and guesses nothing. At rest every loop waits in its pause, or for its step; every body of a step waits for a
 * statement that its server holds until an instant of the clock; no other statement runs at any server; and whatever the
 * last deadline has set going (an attention, an abort) has arrived. A statement that was begun before the lease of its server
 * was granted belongs to somebody who is gone, and excuses nobody.
 */
final class Stillness {
    private final VirtualTime time;
    private final List<Site> sites;
    private final CountedThreads steps;
    private final CountedThreads attentions;
    private final CountedThreads looks;
    private final int loops;
    private Site restless; // the last one that was seen to move: the first to be looked at again
    private BooleanSupplier arrived = () -> true;

    /** Watches so many loops, the threads of steps and hooks, those that send attention, and those that look who waits. */
    Stillness(
            VirtualTime time,
            List<Site> sites,
            CountedThreads steps,
            CountedThreads attentions,
            CountedThreads looks,
            int loops) {
        this.time = time;
        this.sites = List.copyOf(sites);
        this.restless = sites.getFirst();
        this.steps = steps;
        this.attentions = attentions;
        this.looks = looks;
        this.loops = loops;
    }

    /** Whether nothing moves. What is still once stays so until the clock moves or a deadline's action runs. */
    boolean holds() {
        if (attentions.alive() > 0 || looks.alive() > 0 || !restless.look().isStill()) {
            return false;
        }
        int bodies = 0;
        int waiting = 0;
        for (Site site : sites) {
            Site.Look look = site.look();
            if (!look.isStill()) {
                restless = site;
                return false;
            }
            bodies += look.waitingBodies();
            waiting += look.waitingLoops();
        }
        return time.parked() + waiting == loops
                && attentions.alive() == 0
                && looks.alive() == 0
                && steps.alive() == bodies
                && arrived.getAsBoolean();
    }

    /**
     * Runs the next deadline's action if one is due, and waits from then on for what it sets going as well. An attention has
     * arrived when one of the statements that were held has heard of it or ended; an abort when a body has ended.
     */
    boolean fireOne() {
        List<HeldStatement> before = sites.stream()
                .flatMap(site -> site.server().faults().held().stream())
                .toList();
        long bodies = steps.alive();
        long hooks = steps.made();
        long sent = attentions.made();
        if (!time.fireOne()) {
            return false;
        }
        boolean attention = attentions.made() > sent;
        boolean abort = steps.made() > hooks;
        arrived = () -> (!attention || before.stream().anyMatch(this::knows)) && (!abort || steps.alive() < bodies);
        return true;
    }

    private boolean knows(HeldStatement one) {
        return one.isAskedToEnd()
                || sites.stream()
                        .noneMatch(site -> site.server().faults().held().contains(one));
    }

    /** From now on nothing is waited for but that all is still. */
    void settled() {
        arrived = () -> true;
    }

    @Override
    public String toString() {
        return time.parked() + " of " + loops + " loops in their pause, " + steps.alive() + " bodies, "
                + attentions.alive() + " attentions under way, " + (arrived.getAsBoolean() ? "" : "not arrived, ")
                + sites;
    }
}

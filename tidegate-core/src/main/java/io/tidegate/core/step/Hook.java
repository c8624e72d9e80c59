package io.tidegate.core.step;

import io.tidegate.core.step.LateFaults.LateFault;
import io.tidegate.core.step.LateFaults.Where;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A place for one action that is fired at most once, whether it was registered before or after the firing. The action runs
 * on a thread of its own. Thread-safe, does not block.
 */
final class Hook {
    private final AtomicReference<Slot> slot = new AtomicReference<>(Mark.NONE);
    private final StepTools tools;
    private final String step;
    private final Where where;

    Hook(StepTools tools, String step, Where where) {
        this.tools = tools;
        this.step = step;
        this.where = where;
    }

    StepContext.Registration register(Runnable action) {
        Action own = new Action(Objects.requireNonNull(action, "action"));
        Slot before = slot.getAndUpdate(now -> now == Mark.FIRED || now == Mark.OVER ? now : own);
        if (before == Mark.FIRED) {
            start(action);
        }
        return () -> slot.compareAndSet(own, Mark.NONE);
    }

    /** Fires what is registered, now or (while the body runs) later. Later calls do nothing. */
    void fire() {
        if (slot.getAndUpdate(now -> now == Mark.OVER ? now : Mark.FIRED) instanceof Action registered) {
            start(registered.what);
        }
    }

    /** The body has ended: nothing is fired any more. */
    void retire() {
        slot.set(Mark.OVER);
    }

    private void start(Runnable action) {
        try {
            Objects.requireNonNull(tools.threads().newThread(() -> runQuietly(action)), "thread")
                    .start();
        } catch (Throwable noThread) {
            report(noThread);
        }
    }

    private void runQuietly(Runnable action) {
        try {
            action.run();
        } catch (Throwable fault) {
            report(fault);
        }
    }

    private void report(Throwable fault) {
        try {
            tools.lateFaults().report(new LateFault(step, where, fault));
        } catch (Throwable nobodyLeft) {
            // The sink broke its promise not to throw; there is nobody else to tell.
        }
    }

    private sealed interface Slot {}

    private enum Mark implements Slot {
        NONE,
        FIRED,
        OVER
    }

    /** Not a record: two registrations of one action are two. */
    private static final class Action implements Slot {
        final Runnable what;

        Action(Runnable what) {
            this.what = what;
        }
    }
}

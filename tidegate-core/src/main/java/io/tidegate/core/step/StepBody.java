package io.tidegate.core.step;

/**
 * The work of a step.
 *
 * @param <T> what it makes
 */
@FunctionalInterface
public interface StepBody<T> {

    /**
     * Does the work, on a thread of its own; may block. It looks at the context on each row and cuts at an exact place
     * when the deadline has passed. It has ended when this method returns or throws.
     *
     * @param context what the body may know of its step
     * @return what was made; null is a failure
     * @throws Exception any fault; it becomes {@link StepOutcome.Failed}
     */
    T run(StepContext context) throws Exception;
}

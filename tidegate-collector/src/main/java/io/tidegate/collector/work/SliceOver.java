package io.tidegate.collector.work;

/** A small read that must be whole was cut: the slice is over, what is staged stays. Has no stack trace. */
final class SliceOver extends RuntimeException {
    private static final long serialVersionUID = 1;

    SliceOver(Object how) {
        super("the slice is over: " + how, null, false, false);
    }
}

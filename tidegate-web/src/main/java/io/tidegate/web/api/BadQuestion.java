package io.tidegate.web.api;

/** A question with a wrong parameter; the message is meant for a user. */
public final class BadQuestion extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String parameter;

    /**
     * A wrong parameter.
     *
     * @param parameter its name
     * @param message the rule, what was there, and the nearest valid name where there is one
     */
    public BadQuestion(String parameter, String message) {
        super(message);
        this.parameter = parameter;
    }

    /**
     * Which parameter is wrong.
     *
     * @return its name
     */
    public String parameter() {
        return parameter;
    }
}

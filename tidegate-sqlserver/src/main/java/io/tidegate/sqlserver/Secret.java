package io.tidegate.sqlserver;

import java.util.Objects;

/** A password. Immutable; its {@code toString} shows three stars, and it has neither equality nor serial form. */
public final class Secret {
    private final String value;

    /**
     * Wraps a password.
     *
     * @param value the password, may be empty
     */
    public Secret(String value) {
        this.value = Objects.requireNonNull(value, "value");
    }

    /**
     * The password itself: to be handed to the driver and to nothing else.
     *
     * @return what was given
     */
    public String reveal() {
        return value;
    }

    @Override
    public String toString() {
        return "***";
    }
}

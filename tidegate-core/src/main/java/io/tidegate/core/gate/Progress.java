package io.tidegate.core.gate;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How far a lease's session has come. Immutable.
 *
 * @param stage the last thing told
 * @param session the session; null while none was named
 */
record Progress(Stage stage, @Nullable SessionIdentity session) {
    static final Progress NOTHING = new Progress(Stage.NOTHING, null);
    static final Progress CLOSED = new Progress(Stage.CLOSED, null);

    /** What was told last, and what a lease that ends there leaves behind. */
    enum Stage {
        NOTHING(null),
        ASKED(Suspect.Kept.BY_LOCK),
        REFUSED(null),
        DENIED(null),
        GRANTED(Suspect.Kept.BY_LOCK),
        SENT_BY_VIEW(Suspect.Kept.BY_VIEW),
        SENT_BY_OPERATOR(Suspect.Kept.BY_OPERATOR),
        RELEASED(null),
        CLOSED(null);

        final Suspect.@Nullable Kept leaves;

        Stage(Suspect.@Nullable Kept leaves) {
            this.leaves = leaves;
        }

        boolean mayRunHeavy() {
            return this == GRANTED || this == SENT_BY_VIEW || this == SENT_BY_OPERATOR;
        }
    }

    Progress at(Stage next) {
        return new Progress(next, session);
    }

    /** The suspect that a lease which ends here leaves behind. */
    Optional<Suspect> leaves(long nowNanos) {
        return session == null || stage.leaves == null
                ? Optional.empty()
                : Optional.of(new Suspect(session, stage.leaves, nowNanos));
    }
}

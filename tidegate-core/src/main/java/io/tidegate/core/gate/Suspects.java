package io.tidegate.core.gate;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The sessions whose end is not proven: at most one per instance, so as many as there are instances behind one server key
 * (more than one only after a failover). Immutable.
 *
 * @param all the suspects, in no order
 */
record Suspects(List<Suspect> all) {
    static final Suspects NONE = new Suspects(List.of());

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** The one of this very life of the instance. */
    Optional<Suspect> on(InstanceIdentity here) {
        return all.stream().filter(s -> s.session().instance().equals(here)).findFirst();
    }

    /** Adds one; an earlier unproven one of the same life stays instead, since only that one may have run something. */
    Suspects with(Suspect added) {
        if (on(added.session().instance()).isPresent()) {
            return this;
        }
        return new Suspects(Stream.concat(all.stream(), Stream.of(added)).toList());
    }

    /** Without the one of this very life, whatever it was. */
    Suspects without(InstanceIdentity here) {
        return keep(s -> !s.session().instance().equals(here));
    }

    /**
     * After a session that was opened since the latest of these became a suspect has read the instance: each other life of
     * that instance is over, even where its clock was set back.
     */
    Suspects seenBySession(InstanceIdentity now) {
        return keep(s -> !s.session().instance().sameServerAs(now)
                || s.session().instance().equals(now));
    }

    /** After a probe, of unknown age, has read the instance: only an earlier life is over for sure. */
    Suspects seenByProbe(InstanceIdentity now) {
        return keep(s -> !s.session().instance().sameServerAs(now)
                || !s.session().instance().startedAt().isBefore(now.startedAt()));
    }

    /** Those of these that ran by the operator's word and are not among the ones that are left. */
    Stream<SessionIdentity> intentsEnded(Suspects left) {
        return all.stream()
                .filter(suspect -> suspect.kept() == Suspect.Kept.BY_OPERATOR && !left.all.contains(suspect))
                .map(Suspect::session);
    }

    private Suspects keep(Predicate<Suspect> rule) {
        return all.stream().allMatch(rule)
                ? this
                : new Suspects(all.stream().filter(rule).toList());
    }
}

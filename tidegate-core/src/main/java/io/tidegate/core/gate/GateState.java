package io.tidegate.core.gate;

/** The whole state of a {@link ServerGate}, changed by one compare-and-set. Immutable. */
sealed interface GateState {

    /** What is not proven to have ended. */
    Suspects suspects();

    /** The state without a holder. */
    static GateState open(Suspects suspects) {
        return suspects.isEmpty() ? new Free() : new Unknown(suspects);
    }

    /** Nobody holds it and nothing is suspected. */
    record Free() implements GateState {
        @Override
        public Suspects suspects() {
            return Suspects.NONE;
        }
    }

    /** One lease holds it; where there are suspects, it must prove before anything heavy on their instance. */
    record Held(GatedLease lease, Suspects suspects) implements GateState {}

    /** Nobody holds it, and the next holder must prove. */
    record Unknown(Suspects suspects) implements GateState {}
}

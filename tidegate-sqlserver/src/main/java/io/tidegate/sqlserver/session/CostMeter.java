package io.tidegate.sqlserver.session;

/** By how much a session's counters have gone up that nobody was charged for yet. Confined to the thread of its channel. */
final class CostMeter {
    private SessionCost last = SessionCost.NONE;
    private SessionCost taken = SessionCost.NONE;

    void seen(SessionCost counters) {
        last = counters;
    }

    SessionCost take() {
        SessionCost added = last.minus(taken);
        taken = last;
        return added;
    }
}

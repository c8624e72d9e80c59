package io.tidegate.collector.work;

import io.tidegate.sqlserver.session.HeavySession;

/** What is done inside ring 3 under one lease. Implementations are confined to one thread. */
@FunctionalInterface
public interface Work {
    /**
     * Does it. Blocks as long as source and store do; cuts at an exact place when the slice's budget, the deadline or a
     * request to stop says so.
     *
     * @param session inside ring 3
     * @param slice the slice's budget and context
     * @return what was done
     */
    WorkResult run(HeavySession session, Slice slice);
}

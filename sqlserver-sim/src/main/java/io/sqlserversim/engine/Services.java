package io.sqlserversim.engine;

import io.sqlserversim.catalog.Catalog;
import io.sqlserversim.fault.StatementFaults;
import io.sqlserversim.instance.HeavyJudge;
import io.sqlserversim.instance.ServerClock;
import io.sqlserversim.locks.AppLocks;

/** The server that an engine works for. */
record Services(
        Catalog catalog,
        AppLocks locks,
        StatementFaults faults,
        HeavyJudge judge,
        ServerClock clock,
        SessionDirectory directory,
        ParseCache parses) {}

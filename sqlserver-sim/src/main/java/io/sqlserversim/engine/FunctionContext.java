package io.sqlserversim.engine;

import io.sqlserversim.catalog.Catalog;
import io.sqlserversim.instance.ServerClock;
import io.sqlserversim.locks.AppLocks;
import io.sqlserversim.session.Session;

/** What functions may ask: the session and its server. */
record FunctionContext(
        Session session, SessionState state, Catalog catalog, AppLocks locks, ServerClock clock, Names names) {}

package io.sqlserversim.fleet;

import io.sqlserversim.engine.SessionDirectory;
import io.sqlserversim.engine.SqlError;
import io.sqlserversim.instance.Instance;
import io.sqlserversim.instance.Security;
import io.sqlserversim.session.Session;

/** KILL on an instance. Thread-safe. */
record InstanceDirectory(Instance instance, Security security) implements SessionDirectory {
    @Override
    public boolean kill(Session by, int sessionId) {
        if (!security.mayKill(by)) {
            throw new SqlError(6102, 14, 1, "User does not have permission to use the KILL statement.");
        }
        if (by.sessionId() == sessionId) {
            throw new SqlError(6104, 16, 1, "Cannot use KILL to kill your own process.");
        }
        return instance.sessions().kill(sessionId);
    }
}

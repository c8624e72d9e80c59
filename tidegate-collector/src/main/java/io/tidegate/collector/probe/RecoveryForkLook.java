package io.tidegate.collector.probe;

import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.catalog.QuotedName;
import io.tidegate.sqlserver.fault.SqlServerException;
import io.tidegate.sqlserver.read.DatabaseState;
import io.tidegate.sqlserver.read.RecoveryForks;
import io.tidegate.sqlserver.session.Channel;
import java.util.List;
import java.util.Map;

/**
 * Looks at the recovery forks of a server's databases, where that is seen and harmless, and says what is lost where not.
 * Thread-safe.
 */
final class RecoveryForkLook {
    private static final String LOST =
            "recovery forks are not seen, so a restore within one interval may go unnoticed: ";

    private final ServerTarget target;
    private volatile String words = "";

    RecoveryForkLook(ServerTarget target) {
        this.target = target;
    }

    /**
     * Forks by {@code database_id}, of copies that take writes: a standby goes on with each log that is restored, and a
     * secondary with what the primary sends, on the fork of another. Blocks for a light batch. Throws only when the session
     * is gone.
     */
    Map<Integer, String> look(Channel channel, List<DatabaseState> all, List<DatabaseState> eligible) {
        List<Integer> ids = eligible.stream()
                .filter(DatabaseState::isWritable)
                .map(DatabaseState::databaseId)
                .toList();
        words = "";
        if (target.isDatabase() || ids.isEmpty()) {
            return Map.of(); // Azure SQL Database has no such view
        }
        if (!RecoveryForks.mayAsk(all)) {
            words = LOST + "asking would start a database that its AUTO_CLOSE has shut";
            return Map.of();
        }
        try {
            Map<Integer, String> seen = RecoveryForks.read(channel, ids);
            if (!seen.keySet().containsAll(ids)) {
                words = LOST + "reading them needs VIEW ANY DATABASE. Run: USE [master]; GRANT VIEW ANY DATABASE TO "
                        + QuotedName.of(target.login().user()) + ";";
            }
            return seen;
        } catch (SqlServerException failed) {
            if (failed.fault().endsSession()) {
                throw failed;
            }
            words = LOST + failed.fault().message();
            return Map.of();
        }
    }

    /** What is lost, for a user; empty where nothing is. */
    String words() {
        return words;
    }
}

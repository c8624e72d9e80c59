package io.tidegate.sqlserver.read;

import io.tidegate.sqlserver.catalog.Binding;
import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.fault.SqlServerException;
import io.tidegate.sqlserver.session.Channel;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** On which recovery forks databases are. No state, thread-safe. */
public final class RecoveryForks {
    private RecoveryForks() {}

    /**
     * Whether asking is harmless. {@code sys.database_recovery_status} tries to start a database that is not open (as
     * documented for SQL Server 2016 to 2022), and its filter may come too late for that.
     *
     * @param all every database that the login sees
     * @return false while an AUTO_CLOSE database is shut
     */
    public static boolean mayAsk(Collection<DatabaseState> all) {
        return all.stream()
                .allMatch(one -> one.state() != 0
                        || one.isOpen()
                        || !one.groupDatabaseId().isEmpty());
    }

    /**
     * Asks for some databases. Blocks for a light batch, or several for more than a thousand.
     *
     * @param channel any session on the server; not on Azure SQL Database, which has no such view
     * @param databaseIds ids of open databases
     * @return forks by {@code database_id}; without those that the login does not see
     * @throws SqlServerException when the view cannot be read
     */
    public static Map<Integer, String> read(Channel channel, List<Integer> databaseIds) {
        Map<Integer, String> forks = new HashMap<>();
        for (int from = 0; from < databaseIds.size(); from += Binding.MAX_IDS) {
            List<Long> some = databaseIds.subList(from, Math.min(databaseIds.size(), from + Binding.MAX_IDS)).stream()
                    .map(Integer::longValue)
                    .toList();
            channel.walk(
                    Statements.RECOVERY_FORKS
                            .text()
                            .bind()
                            .set("database_ids", some)
                            .build(),
                    rows -> {
                        while (rows.next()) {
                            String fork = rows.getString("recovery_fork");
                            if (fork != null) {
                                forks.put(rows.getInt("database_id"), fork);
                            }
                        }
                    });
        }
        return forks;
    }
}

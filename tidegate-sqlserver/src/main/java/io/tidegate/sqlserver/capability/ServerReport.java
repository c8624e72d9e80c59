package io.tidegate.sqlserver.capability;

import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.catalog.QuotedName;
import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.fault.SqlServerException;
import io.tidegate.sqlserver.read.DatabaseState;
import io.tidegate.sqlserver.read.OptionsRow;
import io.tidegate.sqlserver.read.StoreColumns;
import io.tidegate.sqlserver.session.Channel;
import io.tidegate.sqlserver.session.OpenedSession;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a server is, what is missing there, and how its Query Stores are: what a doctor's visit shows. Immutable.
 *
 * @param server its configured name
 * @param version version and edition
 * @param columns what its views have
 * @param rights rights at the server
 * @param databases user databases that the login sees
 * @param tier what it was bought as; null but for Azure SQL Database
 */
public record ServerReport(
        String server,
        ServerVersion version,
        StoreColumns columns,
        List<Right> rights,
        List<DatabaseReport> databases,
        @Nullable ServiceTier tier) {
    /** Copies the lists. */
    public ServerReport {
        rights = List.copyOf(rights);
        databases = List.copyOf(databases);
    }

    /**
     * Examines a server. Blocks for a light batch per database, and a few more.
     *
     * @param session a light session
     * @return the report
     * @throws SqlServerException when the server itself cannot be asked; a database that cannot is in the report
     */
    public static ServerReport examine(OpenedSession session) {
        Channel channel = session.channel();
        ServerTarget target = session.target();
        ServerVersion version = ServerVersion.read(channel);
        List<DatabaseReport> databases = DatabaseState.readAll(channel).stream()
                .map(state -> examine(channel, state, target))
                .toList();
        return new ServerReport(
                target.name(),
                version,
                StoreColumns.probe(channel),
                Rights.atServer(session),
                databases,
                version.isAzureSqlDatabase() ? ServiceTier.read(channel) : null);
    }

    private static DatabaseReport examine(Channel channel, DatabaseState state, ServerTarget target) {
        Optional<DatabaseState.Ineligible> ineligible = state.ineligible(target.databases());
        if (ineligible.isPresent()) {
            return new DatabaseReport(state, ineligible, null, null, "");
        }
        try {
            return channel.first(
                            Statements.DATABASE_REPORT
                                    .text()
                                    .in(state.name())
                                    .set("quoted_database", QuotedName.of(state.name()))
                                    .build(),
                            row -> new DatabaseReport(
                                    state,
                                    ineligible,
                                    Rights.inDatabase(
                                            row, state.name(), target.login().user()),
                                    OptionsRow.read(row),
                                    ""))
                    .orElseGet(() -> new DatabaseReport(state, ineligible, null, null, "Query Store was never on."));
        } catch (SqlServerException failed) {
            if (failed.fault().endsSession()) {
                throw failed;
            }
            return new DatabaseReport(
                    state, ineligible, null, null, failed.fault().message());
        }
    }
}

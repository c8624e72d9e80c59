package io.tidegate.sqlserver.capability;

import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.session.Channel;
import java.util.Objects;
import java.util.Set;

/**
 * What a database of Azure SQL Database was bought as. Immutable.
 *
 * <p>Source: "DATABASEPROPERTYEX" and "Serverless compute tier" of the Azure SQL Database documentation: names of serverless
 * objectives begin with {@code GP_S_} or {@code HS_S_}; a serverless database pauses when no session is open and nothing
 * used the CPU for the delay that its owner chose, 15 minutes at least; a login wakes it, and gets 40613 meanwhile.
 *
 * @param edition e.g. {@code Standard}; empty when not told
 * @param objective e.g. {@code S0} or {@code GP_S_Gen5_2}; empty when not told
 * @param otherSessions sessions of others that the login sees there
 */
public record ServiceTier(String edition, String objective, int otherSessions) {
    private static final Set<String> LOW = Set.of("Basic", "S0", "S1", "ElasticPool");

    /**
     * Asks. Blocks for a light batch.
     *
     * @param channel a session in the database
     * @return its tier
     */
    public static ServiceTier read(Channel channel) {
        return channel.one(
                Statements.SERVICE_TIER.text().bind().build(),
                row -> new ServiceTier(
                        Objects.requireNonNullElse(row.getString("edition"), ""),
                        Objects.requireNonNullElse(row.getString("service_objective"), ""),
                        row.getInt("others")));
    }

    /**
     * Whether the database pauses when nobody uses it.
     *
     * @return true for the serverless objectives
     */
    public boolean isServerless() {
        return objective.startsWith("GP_S_") || objective.startsWith("HS_S_");
    }

    /**
     * What this tier keeps from us.
     *
     * @return for a user; empty when it is nothing that anybody could grant elsewhere
     */
    public String limits() {
        return hidesServerViews()
                ? "service tier " + objective + " shows views of the server to its administrators only, whatever is"
                        + " granted: who waits for us may not be seen; all of Query Store is read"
                : "";
    }

    /**
     * Whether views of the server are for its administrators only, whatever a login was granted in the database.
     *
     * @return true for Basic, S0, S1 and databases of an elastic pool
     */
    public boolean hidesServerViews() {
        return LOW.contains(objective);
    }
}

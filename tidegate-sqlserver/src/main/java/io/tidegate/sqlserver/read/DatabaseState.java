package io.tidegate.sqlserver.read;

import io.tidegate.sqlserver.DatabaseFilter;
import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.fault.Fault;
import io.tidegate.sqlserver.fault.SqlServerFaults;
import io.tidegate.sqlserver.fault.Where;
import io.tidegate.sqlserver.session.Channel;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What {@code sys.databases} says of a database, without entering it. Immutable.
 *
 * @param databaseId {@code database_id}
 * @param name its name
 * @param state 0 online, else as {@code sys.databases.state}
 * @param userAccess 0 multi-user, 1 single-user, 2 restricted
 * @param isOpen whether it has been opened; a closed AUTO_CLOSE database has not
 * @param isSnapshot whether it is a database snapshot
 * @param groupDatabaseId id in its availability group; empty without one
 * @param mayEnter whether the login may enter it; false where that was not asked
 * @param isWritable whether this copy takes writes
 */
public record DatabaseState(
        int databaseId,
        String name,
        int state,
        int userAccess,
        boolean isOpen,
        boolean isSnapshot,
        String groupDatabaseId,
        boolean mayEnter,
        boolean isWritable) {
    private static final String READ_WRITE = "READ_WRITE";

    /** Amazon's own database on RDS, into which nobody gets. */
    private static final String RDS = "rdsadmin";

    private static final int NO_USER = 916;
    private static final int NOT_READABLE = 976;

    /** Why a database is not entered. */
    public enum Ineligible {
        /** By configuration. */
        EXCLUDED,
        /** A database snapshot. */
        SNAPSHOT,
        /** Not online. */
        NOT_ONLINE,
        /** Single-user or restricted: we would take the one place. */
        NOT_MULTI_USER,
        /** A closed AUTO_CLOSE database: entering would open it. */
        CLOSED,
        /** The login may not enter it, or it is not readable now. */
        NO_ACCESS
    }

    /**
     * Reads all user databases that the login sees. Blocks for a light batch; enters none of them.
     *
     * @param channel any session on the server
     * @return by id
     */
    public static List<DatabaseState> readAll(Channel channel) {
        return channel.query(Statements.DATABASES.text().bind().build(), DatabaseState::of);
    }

    /**
     * Whether it is a replica that others write.
     *
     * @return true for one of an availability group that does not take writes
     */
    public boolean isSecondary() {
        return !isWritable && !groupDatabaseId.isEmpty();
    }

    /**
     * The same in another group.
     *
     * @param id what names the group's database; empty for none
     * @return a copy
     */
    public DatabaseState inGroup(String id) {
        return new DatabaseState(databaseId, name, state, userAccess, isOpen, isSnapshot, id, mayEnter, isWritable);
    }

    /**
     * Its state in words.
     *
     * @return as {@code state_desc} has it, in lower case; the number where that is unknown to us
     */
    public String stateWord() {
        return switch (state) {
            case 0 -> "online";
            case 1 -> "restoring";
            case 2 -> "recovering";
            case 3 -> "recovery pending";
            case 4 -> "suspect";
            case 5 -> "emergency";
            case 6, 10 -> "offline";
            case 7 -> "copying";
            default -> "in state " + state;
        };
    }

    /**
     * Why it must not be entered.
     *
     * @param filter what is configured
     * @return empty when it may be entered
     */
    public Optional<Ineligible> ineligible(DatabaseFilter filter) {
        if (!filter.accepts(name) || name.equals(RDS)) {
            return Optional.of(Ineligible.EXCLUDED);
        }
        if (isSnapshot) {
            return Optional.of(Ineligible.SNAPSHOT);
        }
        if (state != 0) {
            return Optional.of(Ineligible.NOT_ONLINE);
        }
        if (userAccess != 0) {
            return Optional.of(Ineligible.NOT_MULTI_USER);
        }
        if (!isOpen) {
            return Optional.of(Ineligible.CLOSED);
        }
        return mayEnter ? Optional.empty() : Optional.of(Ineligible.NO_ACCESS);
    }

    /**
     * What entering it would be answered with, where it is shut to the login: the server lists it without an error.
     *
     * @param target the server
     * @return with the statement that opens it, where there is one
     */
    public Fault shut(ServerTarget target) {
        Where at = new Where(target.name(), target.login().user(), name);
        return SqlServerFaults.classify(isSecondary() ? NOT_READABLE : NO_USER, "", at);
    }

    private static DatabaseState of(ResultSet row) throws SQLException {
        @Nullable String updateability = row.getString("updateability");
        row.getLong("source_database_id");
        boolean snapshot = !row.wasNull();
        return new DatabaseState(
                row.getInt("database_id"),
                Objects.requireNonNull(row.getString("name"), "name"),
                row.getInt("state"),
                row.getInt("user_access"),
                row.getString("collation_name") != null,
                snapshot,
                Objects.requireNonNullElse(row.getString("group_database_id"), ""),
                row.getInt("may_enter") == 1,
                READ_WRITE.equals(updateability)
                        && !row.getBoolean("is_in_standby")
                        && !row.getBoolean("is_read_only"));
    }
}

package io.tidegate.core.store.sql;

import io.tidegate.core.state.StateEvent;
import io.tidegate.core.store.SeriesRecord;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** Another name of a database in a store on SQL, whatever its engine. Runs inside a transaction of the caller's. No state. */
public final class RenameSql {
    private RenameSql() {}

    /**
     * Gives all epochs of a lineage, and the stretches of its database, another name, and writes the event. A stretch that
     * stands under that name already stays as it is.
     *
     * @param db a transaction
     * @param before the current epoch
     * @param name which no current series of its server has
     * @param at by the source's clock
     * @throws SQLException as the driver does
     */
    public static void rename(StateDb db, SeriesRecord before, String name, Instant at) throws SQLException {
        db.update(
                "UPDATE series SET database_name = ? WHERE home = ? AND lineage = ?",
                name,
                before.key().home(),
                before.key().lineage());
        db.update(
                "UPDATE stretch SET database_name = ? WHERE server_id = ? AND database_name = ? AND NOT EXISTS"
                        + " (SELECT 1 FROM stretch o WHERE o.server_id = ? AND o.database_name = ?"
                        + " AND o.word = stretch.word AND o.from_time = stretch.from_time)",
                name,
                before.serverId(),
                before.database(),
                before.serverId(),
                name);
        EventSql.insert(db, List.of(StateEvent.renamed(before.key(), at, before.database(), name)));
    }
}

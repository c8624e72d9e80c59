package io.tidegate.core.store.sql;

import io.tidegate.core.schema.StateTable;
import io.tidegate.core.store.Expiry;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Deletes what is old from a store on SQL, whatever its engine. Runs inside a transaction of the caller's. No state.
 */
public final class ExpirySql {
    /** Of the row i, which names an epoch: the database of that row, as it was seen last. */
    private static final String ITS_DATABASE =
            "EXISTS (SELECT 1 FROM series d WHERE d.home = i.home AND d.lineage = i.lineage AND d.is_current AND ";

    private static final String SAME_KIND =
            ".home = i.home AND %1$s.lineage = i.lineage AND %1$s.epoch = i.epoch AND %1$s.kind = i.kind AND ";

    private static final String LEDGER =
            "i.state = 'GONE' AND (i.gone_at IS NOT NULL OR EXISTS (SELECT 1 FROM series o WHERE"
                    + " o.home = i.home AND o.lineage = i.lineage AND o.epoch = i.epoch AND NOT o.is_current))"
                    + " AND EXISTS (SELECT 1 FROM ledger_interval x WHERE x" + SAME_KIND.formatted("x")
                    + "x.interval_id > i.interval_id)"
                    + " AND NOT EXISTS (SELECT 1 FROM band b WHERE b" + SAME_KIND.formatted("b")
                    + "i.interval_id BETWEEN b.first_interval_id AND b.last_interval_id) AND ";

    /** The stretches of a whole server go by any of its databases. */
    private static final String ITS_SERIES = "SELECT 1 FROM series d WHERE d.server_id = i.server_id AND d.is_current"
            + " AND (d.database_name = i.database_name OR i.database_name = '')";

    private ExpirySql() {}

    /** Deletes a step of facts, which each engine does in its own way. */
    @FunctionalInterface
    public interface OfFacts {
        /**
         * Deletes.
         *
         * @return how many intervals
         * @throws SQLException as the driver does
         */
        int expire() throws SQLException;
    }

    /**
     * Deletes one step.
     *
     * @param db a transaction
     * @param expiry of what
     * @param facts deletes its facts, in the same transaction
     * @return how many intervals of facts, or rows
     * @throws SQLException as the driver does
     */
    public static int expire(StateDb db, Expiry expiry, OfFacts facts) throws SQLException {
        return switch (expiry.what()) {
            case LEASES ->
                db.deleteSome("lease", "i.asked < ? AND i.ended < ?", expiry.most(), expiry.before(), expiry.before());
            case LEDGER -> ofDatabases(db, expiry, "ledger_interval", LEDGER, "i.end_time");
            case STRETCHES -> stretches(db, expiry);
            case EVENTS -> ofDatabases(db, expiry, "event", "", "i.event_time");
            case STATE -> state(db, expiry);
            case FACTS -> facts.expire();
        };
    }

    /**
     * That a row is old by the clock of its own database.
     *
     * @param column the instant by which it is old, of the row {@code i}, which has the columns of a series' key
     * @param age how long it is kept
     * @return a condition without arguments
     */
    public static String isOldAtSource(String column, Duration age) {
        return ITS_DATABASE + passed(column, age) + ")";
    }

    private static String passed(String column, Duration age) {
        return column + " < d.source_now - INTERVAL '" + age.toSeconds() + " seconds'";
    }

    private static int ofDatabases(StateDb db, Expiry expiry, String table, String which, String column)
            throws SQLException {
        return db.deleteSome(
                table,
                which + column + " < ? AND " + isOldAtSource(column, expiry.age()),
                expiry.most(),
                expiry.before());
    }

    private static int stretches(StateDb db, Expiry expiry) throws SQLException {
        return db.deleteSome(
                "stretch",
                "i.to_time < ? AND EXISTS (SELECT 1 FROM stretch x WHERE x.server_id = i.server_id"
                        + " AND x.database_name = i.database_name AND x.word = i.word AND x.from_time > i.from_time)"
                        + " AND (EXISTS (" + ITS_SERIES + " AND " + passed("i.to_time", expiry.age())
                        + ") OR NOT EXISTS (" + ITS_SERIES + "))",
                expiry.most(),
                expiry.before());
    }

    private static int state(StateDb db, Expiry expiry) throws SQLException {
        int deleted = 0;
        for (StateTable table : StateTable.values()) {
            if (deleted < expiry.most()) {
                Expiry rest = new Expiry(expiry.what(), expiry.now(), expiry.age(), expiry.most() - deleted);
                deleted += ofDatabases(db, rest, table.table().name(), "", "i.valid_to");
            }
        }
        return deleted;
    }
}

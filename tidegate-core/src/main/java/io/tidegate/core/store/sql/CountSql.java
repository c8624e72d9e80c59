package io.tidegate.core.store.sql;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a census notes in the ledger of a store on SQL, whatever its engine. Runs inside a transaction of the caller's. No state. */
public final class CountSql {
    private CountSql() {}

    /**
     * Notes a count, as {@link io.tidegate.core.store.CollectorStore#counted} says.
     *
     * @param db a transaction
     * @param series whose
     * @param kind runtime or waits
     * @param intervalId which interval
     * @param at when it was counted
     * @param nextAt when it is to be counted again; null when it is not
     * @param counted whether it is flagged, or its flag is taken back
     * @throws SQLException as the driver does
     */
    public static void counted(
            StateDb db,
            SeriesKey series,
            Kind kind,
            long intervalId,
            Instant at,
            @Nullable Instant nextAt,
            LedgerEntry.Counted counted)
            throws SQLException {
        int verified = FlagBits.mask(Flag.VERIFIED);
        db.update(
                "UPDATE ledger_interval SET verified_at = ?, next_count_at = ?, flags = (flags | ?) & ?"
                        + " WHERE home = ? AND lineage = ? AND epoch = ? AND kind = ? AND interval_id = ?",
                at,
                nextAt,
                counted == LedgerEntry.Counted.AGREES ? verified : 0,
                counted == LedgerEntry.Counted.LACKS ? ~verified : ~0,
                series,
                kind,
                intervalId);
    }
}

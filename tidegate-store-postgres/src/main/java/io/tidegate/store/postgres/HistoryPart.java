package io.tidegate.store.postgres;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.schema.StateTable;
import io.tidegate.core.state.StateVersion;
import io.tidegate.core.store.HeldRows;
import io.tidegate.core.store.HistoryReader;
import io.tidegate.core.store.KnownTime;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.core.store.sql.EventSql;
import io.tidegate.core.store.sql.ShownLedgerSql;
import io.tidegate.core.store.sql.StateSql;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/** What pages, reports and a user's SQL ask of the store, over the connections for these. Thread-safe. */
abstract class HistoryPart implements HistoryReader {
    /** The connections for what is asked here. */
    abstract Pool history();

    /** What the store was opened with. */
    abstract PostgresOptions options();

    @Override
    public final List<StateVersion> state(SeriesKey series, StateTable table) {
        return history().read(db -> StateSql.all(new PostgresState(db), series, table));
    }

    @Override
    public final List<EventRow> events(EventRequest request) {
        return history().read(db -> EventSql.events(new PostgresState(db), request));
    }

    @Override
    public final List<ServerRecord> servers() {
        return history().read(RegistrySql::servers);
    }

    @Override
    public final List<SeriesRecord> allSeries() {
        return history().read(RegistrySql::all);
    }

    @Override
    public final List<LedgerEntry> ledger(SeriesKey series, Kind kind) {
        return history().read(db -> ShownLedgerSql.ledger(new PostgresState(db), series, kind));
    }

    @Override
    public final KnownTime knownTime(Collection<SeriesKey> lineages, Collection<Integer> servers) {
        return history().read(db -> ShownLedgerSql.known(new PostgresState(db), lineages, servers));
    }

    @Override
    public final HeldRows heldRows(Instant since) {
        return history().read(db -> ShownLedgerSql.heldRows(new PostgresState(db), since));
    }

    @Override
    public final TopAnswer top(TopRequest request) {
        return history().read(db -> HistorySql.top(db, request));
    }

    @Override
    public final List<StoredInterval> storedIntervals(SeriesKey series, Kind kind) {
        return history().read(db -> HistorySql.stored(db, series, kind));
    }

    @Override
    public final QueryResult query(String select, int maxRows, long maxBytes) {
        return history().read(db -> UserSql.run(db, select, maxRows, maxBytes, options()));
    }
}

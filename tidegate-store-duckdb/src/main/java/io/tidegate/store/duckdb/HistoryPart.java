package io.tidegate.store.duckdb;

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

/** What pages, reports and a user's SQL ask of the store, on the threads for these. Thread-safe. */
abstract class HistoryPart implements HistoryReader {
    /** The threads for what is asked here. */
    abstract StoreThreads historyReads();

    /** After how many seconds a statement is stopped. */
    abstract int timeoutSeconds();

    @Override
    public final List<StateVersion> state(SeriesKey series, StateTable table) {
        return historyReads().call(db -> StateSql.all(new DuckDbState(db), series, table));
    }

    @Override
    public final List<EventRow> events(EventRequest request) {
        return historyReads().call(db -> EventSql.events(new DuckDbState(db), request));
    }

    @Override
    public final List<ServerRecord> servers() {
        return historyReads().call(RegistrySql::servers);
    }

    @Override
    public final List<SeriesRecord> allSeries() {
        return historyReads().call(RegistrySql::all);
    }

    @Override
    public final List<LedgerEntry> ledger(SeriesKey series, Kind kind) {
        return historyReads().call(db -> ShownLedgerSql.ledger(new DuckDbState(db), series, kind));
    }

    @Override
    public final KnownTime knownTime(Collection<SeriesKey> lineages, Collection<Integer> servers) {
        return historyReads().call(db -> ShownLedgerSql.known(new DuckDbState(db), lineages, servers));
    }

    @Override
    public final HeldRows heldRows(Instant since) {
        return historyReads().call(db -> ShownLedgerSql.heldRows(new DuckDbState(db), since));
    }

    @Override
    public final TopAnswer top(TopRequest request) {
        return historyReads().call(db -> HistorySql.top(db, request));
    }

    @Override
    public final List<StoredInterval> storedIntervals(SeriesKey series, Kind kind) {
        return historyReads().call(db -> HistorySql.stored(db, series, kind));
    }

    @Override
    public final QueryResult query(String select, int maxRows, long maxBytes) {
        return historyReads().call(db -> UserSql.run(db, select, maxRows, maxBytes, timeoutSeconds()));
    }
}

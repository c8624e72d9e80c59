package io.tidegate.collector.probe;

import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.ListSummary;
import io.tidegate.sqlserver.read.DatabaseState;
import io.tidegate.sqlserver.read.ServerProbe;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one probe asks of each database, and for which epoch: the source's list is compared with the ledger of that one, and
 * of no other. Immutable.
 *
 * @param asks one for each database
 * @param epochs by database name, where it was known when it was asked
 */
record ProbeAsks(List<ServerProbe.Ask> asks, Map<String, SeriesKey> epochs) {
    private static final int TAIL = 5_000;

    /** Asks for what the ledger does not know yet. Blocks for the store. */
    static ProbeAsks of(CollectorStore store, List<DatabaseState> eligible, Map<String, SeriesState> states) {
        List<ServerProbe.Ask> asks = new ArrayList<>();
        Map<String, SeriesKey> epochs = new HashMap<>();
        for (DatabaseState one : eligible) {
            SeriesState known = states.get(one.name());
            long highest = 0;
            if (known != null) {
                SeriesKey epoch = known.series().key();
                ListSummary list = store.listSummary(epoch);
                highest = list.highestId();
                epochs.put(one.name(), epoch);
            }
            long above = highest == 0 ? Long.MIN_VALUE : highest - 1;
            asks.add(new ServerProbe.Ask(one.name(), above, TAIL));
        }
        return new ProbeAsks(asks, epochs);
    }

    /** False where a series was forked since the list was asked for: what came is of another epoch than the ledger's. */
    boolean isOf(String database, SeriesKey now) {
        SeriesKey asked = epochs.get(database);
        if (asked == null || !asked.isSameLineage(now)) {
            return true; // not known then, or another database
        }
        return asked.epoch() == now.epoch();
    }
}

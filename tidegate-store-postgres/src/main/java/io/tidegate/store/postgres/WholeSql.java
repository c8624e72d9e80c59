package io.tidegate.store.postgres;

import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.CommitResult;
import io.tidegate.core.store.WholeBand;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Stages and holds bands that were read whole. Runs inside a transaction of the caller's. */
final class WholeSql {
    private WholeSql() {}

    /** A band that is fenced has written nothing, so that the others go on. All series are locked first, in one order. */
    static List<CommitResult> hold(Db db, List<WholeBand> bands) throws SQLException {
        TreeSet<SeriesKey> series = new TreeSet<>();
        bands.forEach(b -> series.add(b.key().series()));
        for (SeriesKey k : series) {
            SeriesLock.take(db, k);
        }
        List<CommitResult> results = new ArrayList<>();
        for (WholeBand b : bands) {
            CommitResult staged = BandSql.stage(db, b.last());
            results.add(staged instanceof CommitResult.Fenced ? staged : HoldSql.hold(db, b.completion()));
        }
        return results;
    }
}

package io.tidegate.store.duckdb;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.time.SystemTicker;
import java.sql.SQLException;
import java.time.InstantSource;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Archives all that is held, at once, whatever its source lists: what no ripe month would show. */
final class Everything implements ArchiveChoice.Chooser {
    /** Tools that archive everything and tell where each step stands. */
    static Archive.Tools tools(Consumer<Archive.Place> at) {
        return new Archive.Tools(new Everything(), InstantSource.system(), SystemTicker.INSTANCE, at);
    }

    /** Archives until nothing of what is held stands in the table. */
    static void archive(DuckDbStore store) {
        boolean more = true;
        while (more) {
            more = store.archive();
        }
    }

    @Override
    public Optional<ArchiveChoice> next(Db db) throws SQLException {
        return db.first(
                "SELECT kind, strftime(timezone('UTC', start_time), '%Y-%m') AS month, home, lineage, epoch"
                        + " FROM ledger_interval i WHERE " + ArchiveChoice.IN_TABLE
                        + " GROUP BY ALL ORDER BY ALL LIMIT 1",
                r -> new ArchiveChoice(
                        Kind.valueOf(r.getString("kind")),
                        YearMonth.parse(r.getString("month")),
                        List.of(new SeriesKey(r.getInt("home"), r.getInt("lineage"), r.getInt("epoch"))),
                        Long.MAX_VALUE));
    }
}

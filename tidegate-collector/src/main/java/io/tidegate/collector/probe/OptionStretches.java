package io.tidegate.collector.probe;

import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.core.store.Stretch;
import io.tidegate.sqlserver.read.DatabaseProbe;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a probe's options say of the time since the probe before. No state, thread-safe. */
final class OptionStretches {
    private OptionStretches() {}

    /** Empty when Query Store collects and has intervals, and when no time has passed. */
    static Optional<Stretch> of(SeriesRecord series, DatabaseProbe.Seen seen, Instant from) {
        Stretch.@Nullable Word word = switch (seen.options().actualState()) {
            case QueryStoreOptions.OFF -> Stretch.Word.OFF;
            case QueryStoreOptions.READ_ONLY -> Stretch.Word.READ_ONLY;
            case QueryStoreOptions.ERROR -> Stretch.Word.ERROR;
            default -> seen.count() == 0 ? Stretch.Word.IDLE : null;
        };
        return word != null && seen.sourceNow().isAfter(from)
                ? Optional.of(new Stretch(series.serverId(), seen.database(), word, from, seen.sourceNow(), ""))
                : Optional.empty();
    }
}

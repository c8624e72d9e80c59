package io.tidegate.store.duckdb;

import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.model.WaitRow;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Appends a series' rows, inside a transaction of the caller's. */
final class RowAppender {
    private static final String SERIES = "CAST(? AS INTEGER), CAST(? AS INTEGER), CAST(? AS INTEGER), ";
    private static final OffsetDateTime NO_START = OffsetDateTime.ofInstant(Instant.EPOCH, ZoneOffset.UTC);

    private final Db db;
    private final SeriesKey series;
    private final StoreTimes times;

    RowAppender(Db db, SeriesKey series, StoreTimes times) {
        this.db = db;
        this.series = series;
        this.times = times;
    }

    /** Rows under the number of their band. */
    record Numbered(long bandNumber, List<? extends StatsRow> rows) {}

    /**
     * Appends to the facts.
     *
     * @param facts which, of the rows' kind
     * @param starts begin of each interval that is in the ledger
     * @throws IllegalArgumentException when a row's interval is not
     */
    void facts(Facts facts, Map<Long, Instant> starts, List<Numbered> bands) throws SQLException {
        switch (facts) {
            case RUNTIME -> facts(facts, db.feeds().runtime(), RuntimeRow.class, starts, bands);
            case WAITS -> facts(facts, db.feeds().waits(), WaitRow.class, starts, bands);
        }
    }

    /** Appends one band's rows to the facts, as {@link #facts(Facts, Map, List)} does. */
    void facts(Facts facts, long bandNumber, Map<Long, Instant> starts, List<? extends StatsRow> rows)
            throws SQLException {
        facts(facts, starts, List.of(new Numbered(bandNumber, rows)));
    }

    private <R extends StatsRow> void facts(
            Facts facts, RowFeed<R> feed, Class<R> type, Map<Long, Instant> starts, List<Numbered> bands)
            throws SQLException {
        int count = bands.stream().mapToInt(band -> band.rows().size()).sum();
        if (count == 0) {
            return;
        }
        int serverId = RegistrySql.serverOf(db, series);
        try (StoreTimes.Span span = times.append()) {
            db.insert(
                    feed.insert(facts.table, SERIES + "interval_start, CAST(? AS INTEGER), ", ", band_number"),
                    feed,
                    rows(type, count, starts, bands),
                    series,
                    serverId);
        }
    }

    private static <R extends StatsRow> RowFeed.Rows<R> rows(
            Class<R> type, int count, Map<Long, Instant> starts, List<Numbered> bands) {
        List<R> rows = new ArrayList<>(count);
        OffsetDateTime[] startsOfRows = new OffsetDateTime[count];
        long[] numbers = new long[count];
        for (Numbered band : bands) {
            if (band.rows().isEmpty()) {
                continue;
            }
            long lastId = band.rows().getFirst().key().intervalId();
            OffsetDateTime start = start(starts, lastId);
            for (StatsRow row : band.rows()) {
                if (row.key().intervalId() != lastId) {
                    lastId = row.key().intervalId();
                    start = start(starts, lastId);
                }
                startsOfRows[rows.size()] = start;
                numbers[rows.size()] = band.bandNumber();
                rows.add(type.cast(row));
            }
        }
        return new RowFeed.Rows<>(rows, startsOfRows, numbers);
    }

    private static OffsetDateTime start(Map<Long, Instant> starts, long intervalId) {
        Instant start = starts.get(intervalId);
        if (start == null) {
            throw new IllegalArgumentException("interval " + intervalId + " is not in the ledger");
        }
        return start.atOffset(ZoneOffset.UTC);
    }

    /** Appends to the peeks. */
    void peek(long peekNumber, boolean isCurrent, List<RuntimeRow> rows) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        OffsetDateTime[] starts = new OffsetDateTime[rows.size()];
        Arrays.fill(starts, NO_START);
        RuntimeFeed feed = db.feeds().runtime();
        db.insert(
                feed.insert("peek", SERIES + "CAST(? AS BIGINT), CAST(? AS BOOLEAN), ", ""),
                feed,
                new RowFeed.Rows<>(rows, starts, new long[rows.size()]),
                series,
                peekNumber,
                isCurrent);
    }
}

package io.tidegate.bench.overlap.day;

import io.sqlserversim.catalog.ForwardingView;
import io.sqlserversim.catalog.RowCursor;
import io.sqlserversim.catalog.ScanRequest;
import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.clock.ManualClock;
import io.sqlserversim.types.Column;
import io.tidegate.core.model.Kind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What was read of one database's Query Store, counted where it lies: a row of runtime stats or of waits when one of its wide
 * columns is asked for, a text or plan when its body is. What only counts rows at the source touches neither. Thread-safe.
 */
final class SourceReads {
    private static final int UTF16_BYTES = 2;

    private final ManualClock clock;
    private final Map<Key, Map<Instant, LongAdder>> rows = new ConcurrentHashMap<>();
    private final Map<String, Map<Long, Long>> bodies = new ConcurrentHashMap<>();
    private final LongAdder bodyBytes = new LongAdder();

    private record Key(Kind kind, long intervalId) {}

    SourceReads(ManualClock clock) {
        this.clock = clock;
    }

    /** The tables, those counted that hold what is large. */
    List<VirtualTable> counted(List<VirtualTable> tables) {
        return tables.stream().map(this::counted).toList();
    }

    private VirtualTable counted(VirtualTable table) {
        return switch (table.name()) {
            case "sys.query_store_runtime_stats" -> new Counted(table, "avg_duration", "runtime_stats_interval_id");
            case "sys.query_store_wait_stats" ->
                new Counted(table, "stdev_query_wait_time_ms", "runtime_stats_interval_id");
            case "sys.query_store_query_text" -> new Counted(table, "query_sql_text", "query_text_id");
            case "sys.query_store_plan" -> new Counted(table, "query_plan", "plan_id");
            default -> table;
        };
    }

    private void read(VirtualTable table, long id, @Nullable Object value) {
        if (!(value instanceof String body)) {
            Kind kind = table.name().endsWith("wait_stats") ? Kind.WAITS : Kind.RUNTIME;
            rows.computeIfAbsent(new Key(kind, id), interval -> new ConcurrentHashMap<>())
                    .computeIfAbsent(clock.now(), at -> new LongAdder())
                    .increment();
            return;
        }
        long bytes = (long) UTF16_BYTES * body.length();
        bodyBytes.add(bytes);
        bodies.computeIfAbsent(table.name(), name -> new ConcurrentHashMap<>()).put(id, bytes);
    }

    /** Rows of one kind of an interval that were read from an instant on, or before it. */
    long rows(Kind kind, long intervalId, Instant from, boolean isBefore) {
        return new TreeMap<>(rows.getOrDefault(new Key(kind, intervalId), Map.of()))
                .entrySet().stream()
                        .filter(read -> read.getKey().isBefore(from) == isBefore)
                        .mapToLong(read -> read.getValue().sum())
                        .sum();
    }

    /** Bytes of texts and plans read, each time that one was. */
    long bodyBytes() {
        return bodyBytes.sum();
    }

    /** Bytes of texts and plans read, each once. */
    long distinctBodyBytes() {
        return bodies.values().stream()
                .flatMap(table -> table.values().stream())
                .mapToLong(Long::longValue)
                .sum();
    }

    private final class Counted implements ForwardingView {
        private final VirtualTable view;
        private final int wide;
        private final int id;

        Counted(VirtualTable view, String wide, String id) {
            this.view = view;
            this.wide = ordinal(view, wide);
            this.id = ordinal(view, id);
        }

        private static int ordinal(VirtualTable view, String column) {
            return view.columns().stream().map(Column::name).toList().indexOf(column);
        }

        @Override
        public VirtualTable view() {
            return view;
        }

        @Override
        public RowCursor scan(ScanRequest request) {
            return new CountedRows(view.scan(request));
        }

        private final class CountedRows implements RowCursor {
            private final RowCursor cursor;
            private boolean isCounted;

            CountedRows(RowCursor cursor) {
                this.cursor = cursor;
            }

            @Override
            public boolean advance() {
                isCounted = false;
                return cursor.advance();
            }

            @Override
            public @Nullable Object value(int column) {
                Object value = cursor.value(column);
                if (column == wide && !isCounted) {
                    isCounted = true;
                    read(view, ((Number) java.util.Objects.requireNonNull(cursor.value(id))).longValue(), value);
                }
                return value;
            }

            @Override
            public void close() {
                cursor.close();
            }
        }
    }
}

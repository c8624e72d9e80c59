package io.tidegate.sqlserver.read;

import io.tidegate.core.model.Ticks;
import io.tidegate.core.schema.StateTable;
import io.tidegate.core.state.StateRow;
import io.tidegate.sqlserver.catalog.Binding;
import io.tidegate.sqlserver.catalog.BoundSql;
import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.session.Channel;
import io.tidegate.sqlserver.session.HeavySession;
import io.tidegate.sqlserver.session.ReadEnd;
import io.tidegate.sqlserver.session.ReadLimits;
import io.tidegate.sqlserver.session.RowHandler;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads Query Store's own state. Thread-safe, no state. */
public final class StateReader {
    /** As the budgets count a row of queries or plans. */
    private static final long ROW_BYTES = 300;

    private StateReader() {}

    /**
     * Reads a table that is light, whole. Blocks for a light batch.
     *
     * @param channel any session on the server
     * @param columns what its views have
     * @param table neither queries nor plans, and one whose view is there
     * @param database its name
     * @param most rows at most
     * @return its rows; empty when it has more
     */
    public static Optional<List<StateRow>> light(
            Channel channel, ViewColumns columns, StateTable table, String database, int most) {
        List<StateRow> found = new ArrayList<>();
        BoundSql sql = StateSource.of(table)
                .statement()
                .text()
                .in(database)
                .having(columns.of(table))
                .set("max_rows", most + 1L)
                .build();
        channel.on(database).walk(sql, rows -> {
            StateRows reader = StateRows.of(table, rows);
            while (rows.next()) {
                found.add(reader.read(rows));
            }
        });
        return found.size() > most ? Optional.empty() : Optional.of(found);
    }

    /**
     * Where a walk by compilation stands. Immutable.
     *
     * @param ticks rows compiled later
     * @param afterId and at that very instant those with a higher id
     */
    public record From(long ticks, long afterId) {
        /** The first row of all. */
        public static final From BEGIN = new From(0, 0);

        /**
         * Behind a row.
         *
         * @param row a query or a plan
         * @return where to go on
         */
        public static From behind(StateRow row) {
            Long last = row.number("last_compile_ticks");
            Long first = row.number("initial_compile_ticks");
            return new From(last != null ? last : first != null ? first : 0, row.id());
        }

        private LocalDateTime time() {
            return LocalDateTime.ofInstant(Ticks.toInstant(ticks), ZoneOffset.UTC);
        }
    }

    /**
     * Reads queries or plans that were compiled since, in that order. Blocks as a heavy read does.
     *
     * @param session inside ring 3
     * @param columns what the views have
     * @param table {@link StateTable#QUERY}, whose modules have no names yet, or {@link StateTable#PLAN}
     * @param database its name
     * @param from where to begin
     * @param limits for the statement; rows below a million
     * @param sink takes rows while they arrive
     * @return whether these were all
     */
    public static ReadEnd compiledSince(
            HeavySession session,
            ViewColumns columns,
            StateTable table,
            String database,
            From from,
            ReadLimits limits,
            Consumer<StateRow> sink) {
        BoundSql sql = StateSource.of(table)
                .statement()
                .text()
                .in(database)
                .having(columns.of(table))
                .set("max_rows", limits.rows() + 1)
                .set("since", from.time())
                .set("after_id", from.afterId())
                .build();
        return session.read(sql, limits, new Handler(table, sink));
    }

    /**
     * Reads plans that are forced, and some others. Blocks as a heavy read does.
     *
     * @param session inside ring 3
     * @param columns what the views have
     * @param database its name
     * @param others at most {@value io.tidegate.sqlserver.catalog.Binding#MAX_IDS} plan ids that are wanted, forced or not
     * @param limits for the statement; rows below a million
     * @param sink takes rows while they arrive
     * @return whether these were all
     */
    public static ReadEnd forcedPlans(
            HeavySession session,
            ViewColumns columns,
            String database,
            List<Long> others,
            ReadLimits limits,
            Consumer<StateRow> sink) {
        BoundSql sql = Statements.STATE_FORCED_PLANS
                .text()
                .in(database)
                .having(columns.of(StateTable.PLAN))
                .set("max_rows", limits.rows() + 1)
                .set("known_ids", others.isEmpty() ? List.of(0L) : others)
                .build();
        return session.read(sql, limits, new Handler(StateTable.PLAN, sink));
    }

    /**
     * A module's name. Immutable.
     *
     * @param schema its schema
     * @param name its own
     */
    public record ModuleName(String schema, String name) {}

    /**
     * Names of modules, as far as the login may see them. Blocks for a light batch.
     *
     * @param channel any session on the server
     * @param database their database
     * @param objectIds any
     * @return by object_id
     */
    public static Map<Long, ModuleName> moduleNames(Channel channel, String database, List<Long> objectIds) {
        Map<Long, ModuleName> names = new HashMap<>();
        for (int at = 0; at < objectIds.size(); at += Binding.MAX_IDS) {
            List<Long> some = objectIds.subList(at, Math.min(objectIds.size(), at + Binding.MAX_IDS));
            channel.on(database)
                    .query(
                            Statements.OBJECT_NAMES
                                    .text()
                                    .in(database)
                                    .set("object_ids", some)
                                    .build(),
                            row -> names.put(
                                    row.getLong("object_id"),
                                    new ModuleName(row.getString("schema_name"), row.getString("object_name"))));
        }
        return names;
    }

    private static final class Handler implements RowHandler {
        private final StateTable table;
        private final Consumer<StateRow> sink;
        private @Nullable StateRows reader;

        Handler(StateTable table, Consumer<StateRow> sink) {
            this.table = table;
            this.sink = sink;
        }

        @Override
        public void begin(ResultSet rows) throws SQLException {
            reader = StateRows.of(table, rows);
        }

        @Override
        public long take(ResultSet row, boolean closing) throws SQLException {
            if (reader == null) {
                throw new IllegalStateException("take before begin");
            }
            if (closing) {
                return NOT_TAKEN;
            }
            sink.accept(reader.read(row));
            return ROW_BYTES;
        }

        @Override
        public void end(boolean cutInside) {
            // each row was handed on whole
        }
    }
}

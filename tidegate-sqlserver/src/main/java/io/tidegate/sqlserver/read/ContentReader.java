package io.tidegate.sqlserver.read;

import io.tidegate.core.model.Absence;
import io.tidegate.core.model.PlanXml;
import io.tidegate.core.model.QueryText;
import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.session.HeavySession;
import io.tidegate.sqlserver.session.ReadEnd;
import io.tidegate.sqlserver.session.ReadLimits;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads texts and plan XML by explicit ids; what is over a cap comes as its size alone. Thread-safe, no state. */
public final class ContentReader {
    static final List<String> TEXT_COLUMNS = List.of("query_text_id", "text_bytes", "query_sql_text");
    static final List<String> PLAN_COLUMNS = List.of("plan_id", "query_plan_hash", "plan_bytes", "query_plan");
    private static final long ROW_BYTES = 32;

    private ContentReader() {}

    /**
     * A text and its size. Immutable.
     *
     * @param text the text; null where the source gives NULL, or where it is over the cap
     * @param bytes its size at the source in UTF-16 bytes; 0 when the source gives NULL
     */
    public record SizedText(QueryText text, long bytes) {}

    /**
     * Reads texts. Blocks as a heavy read does.
     *
     * @param session inside ring 3
     * @param database its name
     * @param textIds 1 to {@value io.tidegate.sqlserver.catalog.Binding#MAX_IDS} ids
     * @param capBytes largest text that is sent, UTF-16 bytes
     * @param limits when to cut, between two texts
     * @param sink takes texts, in any order; after a cut the rest was not delivered
     * @return how it ended
     */
    public static ReadEnd texts(
            HeavySession session,
            String database,
            List<Long> textIds,
            long capBytes,
            ReadLimits limits,
            Consumer<SizedText> sink) {
        return session.read(
                Statements.QUERY_TEXTS
                        .text()
                        .in(database)
                        .set("cap_bytes", capBytes)
                        .set("query_text_ids", textIds)
                        .build(),
                limits,
                new Rows(TEXT_COLUMNS, (row, c) -> {
                    long id = row.getLong(c.at(0));
                    long bytes = row.getLong(c.at(1));
                    String text = text(row, c.at(2), bytes, capBytes);
                    sink.accept(new SizedText(new QueryText(id, text, bytes, Absence.of(text, bytes)), bytes));
                    return sent(text);
                }));
    }

    /**
     * Reads plans. Blocks as a heavy read does.
     *
     * @param session inside ring 3
     * @param database its name
     * @param planIds 1 to {@value io.tidegate.sqlserver.catalog.Binding#MAX_IDS} ids
     * @param capBytes largest plan that is sent, UTF-16 bytes
     * @param limits when to cut, between two plans
     * @param sink takes plans, in any order; after a cut the rest was not delivered
     * @return how it ended
     */
    public static ReadEnd plans(
            HeavySession session,
            String database,
            List<Long> planIds,
            long capBytes,
            ReadLimits limits,
            Consumer<PlanXml> sink) {
        return session.read(
                Statements.QUERY_PLANS
                        .text()
                        .in(database)
                        .set("cap_bytes", capBytes)
                        .set("plan_ids", planIds)
                        .build(),
                limits,
                new Rows(PLAN_COLUMNS, (row, c) -> {
                    long id = row.getLong(c.at(0));
                    long hash = Values.hash(row, c.at(1));
                    long bytes = row.getLong(c.at(2));
                    String xml = text(row, c.at(3), bytes, capBytes);
                    sink.accept(new PlanXml(id, hash, xml, bytes));
                    return sent(xml);
                }));
    }

    private static @Nullable String text(ResultSet row, int ordinal, long bytes, long capBytes) throws SQLException {
        return bytes > capBytes ? null : LargeText.read(row, ordinal, bytes, capBytes);
    }

    private static long sent(@Nullable String text) {
        return ROW_BYTES + (text == null ? 0 : (long) text.length() * Character.BYTES);
    }
}

package io.tidegate.core.store.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** Instants as SQL's TIMESTAMP WITH TIME ZONE, which both engines keep to the microsecond. No state. */
public final class SqlTimes {
    private SqlTimes() {}

    /**
     * An instant that is never NULL.
     *
     * @param row on which the result stands
     * @param column its name
     * @return the instant
     * @throws SQLException when a column is not there
     */
    public static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    /**
     * An instant or NULL.
     *
     * @param row on which the result stands
     * @param column its name
     * @return the instant, null for NULL
     * @throws SQLException when a column is not there
     */
    public static @Nullable Instant instantOrNull(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    /**
     * An instant as engines count.
     *
     * @param instant any
     * @return microseconds since 1970; what is finer is cut
     * @throws ArithmeticException when it is too far away for a long
     */
    public static long micros(Instant instant) {
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1000);
    }
}

package io.tidegate.core.state;

import io.tidegate.core.schema.Column;
import io.tidegate.core.schema.StateTable;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A row of state. Immutable. Values are as a store keeps them, so that what was read equals what was stored: instants to
 * the microsecond, text without what a store cannot hold (U+0000 and unpaired surrogates become U+FFFD).
 *
 * @param table which table
 * @param values one for each of {@link StateTable#columns}, in that order: {@link Long}, {@link Double}, {@link Boolean},
 *     {@link String} or {@link Instant} by the column's type; null where the source has none
 */
public record StateRow(StateTable table, List<@Nullable Object> values) {
    private static final char REPLACEMENT = '\uFFFD';

    /**
     * Copies and checks the values.
     *
     * @throws IllegalArgumentException for a value that its column cannot hold
     */
    public StateRow {
        List<Column> columns = table.columns();
        if (values.size() != columns.size()) {
            throw new IllegalArgumentException(table + " has " + columns.size() + " columns, given " + values.size());
        }
        List<@Nullable Object> kept = new ArrayList<>(values.size());
        for (int i = 0; i < columns.size(); i++) {
            kept.add(kept(columns.get(i), values.get(i)));
        }
        values = Collections.unmodifiableList(kept);
    }

    /**
     * A row of values in the order of their columns.
     *
     * @param table which table
     * @param values as the record has them
     * @return the row
     */
    public static StateRow ofValues(StateTable table, List<@Nullable Object> values) {
        return new StateRow(table, values);
    }

    /**
     * A row of named values.
     *
     * @param table which table
     * @param byName value by column; a column that is not named is null
     * @return the row
     * @throws IllegalArgumentException for a name that the table has not
     */
    public static StateRow of(StateTable table, Map<String, ? extends @Nullable Object> byName) {
        Map<String, @Nullable Object> left = new HashMap<>(byName);
        List<@Nullable Object> values = new ArrayList<>();
        for (Column column : table.columns()) {
            values.add(left.remove(column.name()));
        }
        if (!left.isEmpty()) {
            throw new IllegalArgumentException(table + " has no column " + left.keySet());
        }
        return new StateRow(table, values);
    }

    /**
     * What names the row within its series.
     *
     * @return the values of the key, empty where there is one row only
     */
    public List<Object> key() {
        return table.key().stream()
                .map(name -> Objects.requireNonNull(value(name), name))
                .toList();
    }

    /**
     * The number that names the row of a table that is read in parts.
     *
     * @return the first value of the key
     */
    public long id() {
        return (Long) key().getFirst();
    }

    /**
     * A value.
     *
     * @param column its column
     * @return null where the source has none
     */
    public @Nullable Object value(String column) {
        return values.get(table.place(column));
    }

    /**
     * A number.
     *
     * @param column its column
     * @return null where the source has none
     */
    public @Nullable Long number(String column) {
        return (Long) value(column);
    }

    /**
     * A text.
     *
     * @param column its column
     * @return null where the source has none
     */
    public @Nullable String text(String column) {
        return (String) value(column);
    }

    /**
     * A flag.
     *
     * @param column its column
     * @return false where the source has none
     */
    public boolean isSet(String column) {
        return Boolean.TRUE.equals(value(column));
    }

    /**
     * With another value.
     *
     * @param column which column
     * @param value what it holds then
     * @return the rest unchanged
     */
    public StateRow with(String column, @Nullable Object value) {
        List<@Nullable Object> changed = new ArrayList<>(values);
        changed.set(table.place(column), value);
        return new StateRow(table, changed);
    }

    /** Whether a row of the same key is of another query or plan: the first compilation of one never changes. */
    boolean isOfAnotherLife(StateRow other) {
        String born = "initial_compile_ticks";
        if (!table.isReadInParts() || value(born) == null || other.value(born) == null) {
            return false;
        }
        return !Objects.equals(value(born), other.value(born));
    }

    /** Whether key and tracked columns agree. */
    boolean standsAs(StateRow other) {
        return key().equals(other.key())
                && table.tracked().stream().allMatch(column -> Objects.equals(value(column), other.value(column)));
    }

    private static @Nullable Object kept(Column column, @Nullable Object value) {
        if (value == null) {
            if (!column.isNullable()) {
                throw new IllegalArgumentException(column.name() + " must not be null");
            }
            return null;
        }
        boolean fits = switch (column.type()) {
            case INT, BIGINT, TICKS -> value instanceof Long;
            case DOUBLE -> value instanceof Double;
            case BOOLEAN -> value instanceof Boolean;
            case TEXT -> value instanceof String;
            case TIMESTAMP -> value instanceof Instant;
            case BYTES -> false;
        };
        if (!fits) {
            throw new IllegalArgumentException(column.name() + " is " + column.type() + ", not "
                    + value.getClass().getSimpleName());
        }
        if (value instanceof Instant time) {
            return time.truncatedTo(ChronoUnit.MICROS);
        }
        return value instanceof String text ? storable(text) : value;
    }

    private static String storable(String text) {
        StringBuilder changed = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean paired = Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1));
            if (paired) {
                i++;
            } else if (c == 0 || Character.isSurrogate(c)) {
                changed = changed == null ? new StringBuilder(text) : changed;
                changed.setCharAt(i, REPLACEMENT);
            }
        }
        return changed == null ? text : changed.toString();
    }
}

package io.tidegate.core.store.sql;

import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Struct;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values of a driver as values that tables and JSON can show: null, a text, a truth value, a finite number, or a list or a
 * map of these. Bytes are {@code 0x} and hexadecimal digits, as SQL Server shows them; points in time are ISO-8601; what JSON
 * has no number for (NaN, the infinities) is a text. No state of its own; thread-safe where {@code own} is.
 *
 * @param own turns values of a driver's own classes into those of the JDK, and leaves all others alone
 */
public record AnswerValues(Own own) {
    /** Of a driver whose values are all of the JDK's classes. */
    public static final AnswerValues STANDARD = new AnswerValues(value -> value);

    /** What a driver has of its own. */
    @FunctionalInterface
    public interface Own {
        /**
         * A value.
         *
         * @param value of any class
         * @return of one of the JDK's
         * @throws SQLException when the driver cannot read it
         */
        @Nullable
        Object standard(Object value) throws SQLException;
    }

    /**
     * A value to be shown.
     *
     * @param driver as the driver gives it; null for NULL
     * @return as the class says
     * @throws SQLException when the driver cannot read it
     */
    public @Nullable Object of(@Nullable Object driver) throws SQLException {
        Object value = driver == null ? null : own.standard(driver);
        return switch (value) {
            case null -> null;
            case Float number -> Float.isFinite(number) ? number : number.toString();
            case Double number -> Double.isFinite(number) ? number : number.toString();
            case Number number -> number;
            case Boolean truth -> truth;
            case byte[] bytes -> hex(bytes);
            case Blob blob -> hex(blob.getBytes(1, Math.toIntExact(blob.length())));
            case Clob clob -> clob.getSubString(1, Math.toIntExact(clob.length()));
            case SQLXML xml -> xml.getString();
            case Array array -> list(Arrays.asList((Object[]) array.getArray()));
            case Struct struct -> list(Arrays.asList(struct.getAttributes()));
            case List<?> list -> list(list);
            case Map<?, ?> map -> map(map);
            case Timestamp at -> at.toLocalDateTime().toString();
            case Date day -> day.toLocalDate().toString();
            case Time time -> time.toLocalTime().toString();
            default -> value.toString();
        };
    }

    private List<@Nullable Object> list(List<?> values) throws SQLException {
        List<@Nullable Object> list = new ArrayList<>(values.size());
        for (Object value : values) {
            list.add(of(value));
        }
        return list;
    }

    private Map<String, @Nullable Object> map(Map<?, ?> values) throws SQLException {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (Map.Entry<?, ?> one : values.entrySet()) {
            map.put(String.valueOf(of(one.getKey())), of(one.getValue()));
        }
        return map;
    }

    private static String hex(byte[] bytes) {
        return "0x" + HexFormat.of().withUpperCase().formatHex(bytes);
    }
}

package io.tidegate.core.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The states of a Query Store in words, each with what to do about it. No state.
 *
 * <p>Source: "sys.database_query_store_options", SQL documentation: {@code readonly_reason} is a bitmap, and 0 where READ_ONLY
 * was asked for.
 */
public final class StoreState {
    private static final Map<Integer, Reason> REASONS = new TreeMap<>(Map.of(
            1,
            new Reason("the database is read-only", "nothing: it collects again when the database takes writes"),
            2,
            new Reason("the database is single-user", "set it to MULTI_USER"),
            4,
            new Reason("the database is in emergency mode", "mend the database"),
            8,
            new Reason("the database is a secondary replica", "nothing: the primary collects"),
            65_536,
            new Reason(
                    "Query Store reached its size limit",
                    "raise MAX_STORAGE_SIZE_MB or set SIZE_BASED_CLEANUP_MODE = AUTO"),
            131_072,
            new Reason(
                    "too many different statements for its memory",
                    "remove queries that are not needed, or set QUERY_CAPTURE_MODE = AUTO"),
            262_144,
            new Reason("too much in memory waits to be written", "nothing: it collects again when that is written"),
            524_288,
            new Reason("the database reached its disk size limit", "free space in the database")));

    private StoreState() {}

    private record Reason(String words, String advice) {}

    /**
     * A state in words.
     *
     * @param actualState as in {@link QueryStoreOptions}
     * @param readonlyReason bitmap; looked at only where it is read-only
     * @return e.g. {@code read-only (reason 65536): Query Store reached its size limit}; a reason of which nothing is known is named by its number
     */
    public static String words(int actualState, int readonlyReason) {
        return switch (actualState) {
            case QueryStoreOptions.OFF -> "off";
            case QueryStoreOptions.READ_ONLY ->
                "read-only (reason " + readonlyReason + "): "
                        + (readonlyReason == 0 ? "it was set so" : String.join(" and ", whys(readonlyReason)));
            case QueryStoreOptions.READ_WRITE -> "read-write";
            case QueryStoreOptions.ERROR -> "in error";
            case QueryStoreOptions.CAPTURES_SECONDARY -> "captures a secondary";
            default -> "in state " + actualState;
        };
    }

    /**
     * What to do, so that it collects again.
     *
     * @param actualState as in {@link QueryStoreOptions}
     * @param readonlyReason bitmap; looked at only where it is read-only
     * @return empty where it collects, and where nothing is known
     */
    public static String advice(int actualState, int readonlyReason) {
        return switch (actualState) {
            case QueryStoreOptions.OFF -> "set QUERY_STORE = ON";
            case QueryStoreOptions.READ_ONLY ->
                readonlyReason == 0 ? "set OPERATION_MODE = READ_WRITE" : String.join("; ", advices(readonlyReason));
            case QueryStoreOptions.ERROR ->
                "set it OFF, run sys.sp_query_store_consistency_check in the database, and set OPERATION_MODE ="
                        + " READ_WRITE; CLEAR it where that does not help";
            default -> "";
        };
    }

    /**
     * The reasons in a bitmap.
     *
     * @param bits {@code readonly_reason}
     * @return words by bit, ascending, of those that are known; a rest that is not is in none of them
     */
    public static SortedMap<Integer, String> reasons(int bits) {
        SortedMap<Integer, String> reasons = new TreeMap<>();
        REASONS.forEach((bit, reason) -> {
            if ((bits & bit) != 0) {
                reasons.put(bit, reason.words);
            }
        });
        return reasons;
    }

    private static List<String> whys(int bits) {
        SortedMap<Integer, String> known = reasons(bits);
        List<String> words = new ArrayList<>(known.values());
        int unknown = bits & ~known.keySet().stream().mapToInt(bit -> bit).sum();
        if (unknown != 0) {
            words.add("a reason that is not known here, " + unknown);
        }
        return words;
    }

    private static List<String> advices(int bits) {
        return REASONS.entrySet().stream()
                .filter(reason -> (bits & reason.getKey()) != 0)
                .map(reason -> reason.getValue().advice)
                .toList();
    }
}

package io.tidegate.core.ledger;

import io.tidegate.core.store.LedgerEntry.Flag;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * How much time is covered under each word. Immutable.
 *
 * @param words time by word; what an earlier epoch holds is held. Their sum is the whole time; words that do not occur are left out
 * @param flags time of held intervals by what qualifies them; may overlap
 */
public record CoveredTime(Map<CoverageWord, Duration> words, Map<Flag, Duration> flags) {
    /** No time. */
    public static final CoveredTime NONE = new CoveredTime(Map.of(), Map.of());

    /** Copies. */
    public CoveredTime {
        words = copy(CoverageWord.class, words);
        flags = copy(Flag.class, flags);
    }

    /**
     * Adds up.
     *
     * @param spans without overlaps
     * @return their time
     */
    public static CoveredTime of(Collection<CoveredSpan> spans) {
        Map<CoverageWord, Duration> words = new EnumMap<>(CoverageWord.class);
        Map<Flag, Duration> flags = new EnumMap<>(Flag.class);
        for (CoveredSpan span : spans) {
            Duration time = Duration.between(span.from(), span.to());
            boolean isHeld = span.word() == CoverageWord.HELD || span.word() == CoverageWord.INHERITED;
            words.merge(isHeld ? CoverageWord.HELD : span.word(), time, Duration::plus);
            if (isHeld) {
                span.flags().forEach(flag -> flags.merge(flag, time, Duration::plus));
            }
        }
        return new CoveredTime(words, flags);
    }

    /**
     * The sum of two.
     *
     * @param other another database's
     * @return each word and flag added
     */
    public CoveredTime plus(CoveredTime other) {
        Map<CoverageWord, Duration> words = new EnumMap<>(CoverageWord.class);
        Map<Flag, Duration> flags = new EnumMap<>(Flag.class);
        words.putAll(words());
        flags.putAll(flags());
        other.words().forEach((word, time) -> words.merge(word, time, Duration::plus));
        other.flags().forEach((flag, time) -> flags.merge(flag, time, Duration::plus));
        return new CoveredTime(words, flags);
    }

    private static <K extends Enum<K>> Map<K, Duration> copy(Class<K> keys, Map<K, Duration> map) {
        Map<K, Duration> copy = new EnumMap<>(keys);
        copy.putAll(map);
        return Collections.unmodifiableMap(copy);
    }
}

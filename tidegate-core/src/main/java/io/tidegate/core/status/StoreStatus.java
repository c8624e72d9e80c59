package io.tidegate.core.status;

import io.tidegate.core.store.HeldRows;
import io.tidegate.core.store.StoreDisk.Size;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How large the store is, and how large it will be. Immutable. Growth is what the intervals of the last days brought, whenever they were
 * read: rows a day, times what a row takes of the store, with its part of texts, plans and ledger. An import of old history
 * is no growth; while it goes on, what its last days bring is not known whole yet.
 *
 * @param bytes that it takes now
 * @param freeBytes left on its disk
 * @param growthBytesPerDay null while there are no rows, or none a day old
 * @param fullAt when the disk is full at that rate, by our clock; null when the rate is not known or zero, or that is a hundred
 *     years away
 * @param settlesAtBytes where its size stays once retention deletes as much as comes: growth of all days of the retention; null
 *     when either is not known
 * @param words the same in one line, for a user
 */
public record StoreStatus(
        long bytes,
        long freeBytes,
        @Nullable Long growthBytesPerDay,
        @Nullable Instant fullAt,
        @Nullable Long settlesAtBytes,
        String words) {
    /** The growth is that of so many days. */
    public static final Duration LAST = Duration.ofDays(7);

    private static final Duration DAY = Duration.ofDays(1);
    private static final double FAR_DAYS = 36_500;
    private static final double UNIT = 1_000;

    /**
     * Reckons.
     *
     * @param size measured now
     * @param rows held, with those since {@link #LAST} before now
     * @param now our clock
     * @param retention for how long rows are kept; null when not known
     * @return the forecast
     */
    public static StoreStatus of(Size size, HeldRows rows, Instant now, @Nullable Duration retention) {
        Instant oldest = rows.oldest();
        if (oldest == null || rows.all() == 0 || Duration.between(oldest, now).compareTo(DAY) < 0) {
            return told(size, null, null, null);
        }
        double days = Math.min(days(LAST), days(Duration.between(oldest, now)));
        double growth = rows.since() / days * size.bytes() / rows.all();
        double left = growth > 0 ? size.freeBytes() / growth : FAR_DAYS;
        return told(
                size,
                Math.round(growth),
                left < FAR_DAYS ? now.plusSeconds(Math.round(left * DAY.toSeconds())) : null,
                retention == null ? null : Math.round(growth * days(retention)));
    }

    private static double days(Duration of) {
        return of.toSeconds() / (double) DAY.toSeconds();
    }

    private static StoreStatus told(
            Size size, @Nullable Long growth, @Nullable Instant fullAt, @Nullable Long settlesAt) {
        String words = "store: " + amount(size.bytes()) + ", " + amount(size.freeBytes()) + " free";
        if (growth == null) {
            words += "; how fast it grows is known when it has rows a day old";
        } else {
            words += "; grows by " + amount(growth) + " a day";
            words += settlesAt == null ? "" : ", to " + amount(settlesAt) + " within its retention";
            boolean isEnough = settlesAt != null && settlesAt <= size.bytes() + size.freeBytes();
            words += fullAt == null
                    ? ""
                    : isEnough
                            ? ", for which the disk has room"
                            : "; at that rate the disk is full on " + LocalDate.ofInstant(fullAt, ZoneOffset.UTC);
        }
        return new StoreStatus(size.bytes(), size.freeBytes(), growth, fullAt, settlesAt, words);
    }

    private static String amount(long bytes) {
        return bytes < UNIT * UNIT * UNIT
                ? String.format(Locale.ROOT, "%.1f MB", bytes / UNIT / UNIT)
                : String.format(Locale.ROOT, "%.1f GB", bytes / UNIT / UNIT / UNIT);
    }
}

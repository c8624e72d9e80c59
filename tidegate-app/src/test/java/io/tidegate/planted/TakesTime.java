package io.tidegate.planted;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Each method takes the real time in another way. Never run. */
@SuppressWarnings({"JavaUtilDate", "JavaTimeDefaultTimeZone", "unused"})
public final class TakesTime {
    private TakesTime() {}

    static long nanos() {
        return System.nanoTime();
    }

    static long millis() {
        return System.currentTimeMillis();
    }

    static void threadSleeps() throws InterruptedException {
        Thread.sleep(1);
    }

    static void unitSleeps() throws InterruptedException {
        TimeUnit.SECONDS.sleep(1);
    }

    static Instant instant() {
        return Instant.now();
    }

    static Supplier<Instant> reference() {
        return Instant::now;
    }

    static LocalDateTime localDateTime() {
        return LocalDateTime.now();
    }

    static LocalDate localDate() {
        return LocalDate.now(ZoneOffset.UTC);
    }

    static OffsetDateTime offsetDateTime() {
        return OffsetDateTime.now();
    }

    static ZonedDateTime zonedDateTime() {
        return ZonedDateTime.now();
    }

    static Clock utc() {
        return Clock.systemUTC();
    }

    static Clock zone() {
        return Clock.systemDefaultZone();
    }

    static Clock tickingByMillis() {
        return Clock.tickMillis(ZoneOffset.UTC);
    }

    static Clock tickingByMinutes() {
        return Clock.tickMinutes(ZoneOffset.UTC);
    }

    static Clock ticking() {
        return Clock.tickSeconds(ZoneOffset.UTC);
    }

    static InstantSource source() {
        return InstantSource.system();
    }

    static Date date() {
        return new Date();
    }

    static Calendar calendar() {
        return Calendar.getInstance();
    }

    static Calendar gregorian() {
        return new GregorianCalendar();
    }

    static CompletableFuture<String> timedOut(CompletableFuture<String> future) {
        return future.orTimeout(1, TimeUnit.SECONDS);
    }

    static CompletableFuture<String> completed(CompletableFuture<String> future) {
        return future.completeOnTimeout("", 1, TimeUnit.SECONDS);
    }

    static Object delayed() {
        return CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS);
    }
}

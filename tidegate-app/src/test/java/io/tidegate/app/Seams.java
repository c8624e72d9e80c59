package io.tidegate.app;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaConstructor;
import java.util.Set;
import java.util.concurrent.Executor;

/** What code must be given instead of taking it: the time, and threads. Calls and method references alike. No state. */
final class Seams {
    /** Reads a clock of the system's, or waits by one. */
    static final DescribedPredicate<JavaAccess<?>> REAL_TIME =
            DescribedPredicate.describe("takes the real time", access -> isRealTime(access.getTarget()));

    /** Makes threads, or lets a pool of the JDK's run something. */
    static final DescribedPredicate<JavaAccess<?>> OWN_THREADS =
            DescribedPredicate.describe("takes threads of its own", access -> isOwnThread(access.getTarget()));

    private static final String NEW = JavaConstructor.CONSTRUCTOR_NAME;

    private Seams() {}

    private static boolean isRealTime(AccessTarget target) {
        String name = target.getName();
        String owner = target.getOwner().getName();
        return switch (owner) {
            case "java.lang.System" -> Set.of("nanoTime", "currentTimeMillis").contains(name);
            case "java.lang.Thread", "java.util.concurrent.TimeUnit" -> name.equals("sleep");
            case "java.time.Clock" ->
                name.startsWith("system")
                        || Set.of("tickMillis", "tickSeconds", "tickMinutes").contains(name);
            case "java.time.InstantSource" -> name.equals("system");
            case "java.util.Date" -> name.equals(NEW) && parameters(target) == 0;
            case "java.util.Calendar" -> name.equals("getInstance");
            case "java.util.GregorianCalendar" -> name.equals(NEW);
            case "java.util.concurrent.CompletableFuture" ->
                Set.of("orTimeout", "completeOnTimeout", "delayedExecutor").contains(name);
            default -> owner.startsWith("java.time.") && name.equals("now");
        };
    }

    private static boolean isOwnThread(AccessTarget target) {
        String name = target.getName();
        return switch (target.getOwner().getName()) {
            case "java.lang.Thread" ->
                Set.of(NEW, "ofVirtual", "ofPlatform", "startVirtualThread").contains(name);
            case "java.util.concurrent.Executors" -> true;
            case "java.util.concurrent.ForkJoinPool" ->
                Set.of(NEW, "commonPool").contains(name);
            case "java.util.concurrent.ThreadPoolExecutor",
                    "java.util.concurrent.ScheduledThreadPoolExecutor",
                    "java.util.Timer" -> name.equals(NEW);
            case "java.util.concurrent.CompletableFuture", "java.util.concurrent.CompletionStage" ->
                name.endsWith("Async") && !takesExecutor(target);
            default -> Set.of("parallelStream", "parallel").contains(name);
        };
    }

    private static int parameters(AccessTarget target) {
        return target instanceof CodeUnitAccessTarget unit
                ? unit.getRawParameterTypes().size()
                : 0;
    }

    private static boolean takesExecutor(AccessTarget target) {
        return target instanceof CodeUnitAccessTarget unit
                && unit.getRawParameterTypes().stream().anyMatch(type -> type.isEquivalentTo(Executor.class));
    }
}

package io.tidegate.app.demo;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/** Watches how much memory this process needs: the heap after each collection, and the resident set. Thread-safe. */
public final class MemoryWatch {
    private final AtomicLong peakLive = new AtomicLong();

    private MemoryWatch() {}

    /**
     * Begins to watch.
     *
     * @return the watch
     */
    public static MemoryWatch start() {
        MemoryWatch watch = new MemoryWatch();
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (collector instanceof NotificationEmitter emitter) {
                emitter.addNotificationListener(
                        (notification, nothing) -> watch.collected(notification.getUserData()), null, null);
            }
        }
        return watch;
    }

    private void collected(Object data) {
        if (data instanceof CompositeData composite) {
            Map<String, MemoryUsage> after = GarbageCollectionNotificationInfo.from(composite)
                    .getGcInfo()
                    .getMemoryUsageAfterGc();
            long used = after.entrySet().stream()
                    .filter(pool -> !pool.getKey().startsWith("CodeHeap")
                            && !pool.getKey().contains("Metaspace")
                            && !pool.getKey().contains("Class Space"))
                    .mapToLong(pool -> pool.getValue().getUsed())
                    .sum();
            peakLive.accumulateAndGet(used, Math::max);
        }
    }

    /**
     * Largest heap in use after a collection so far.
     *
     * @return bytes; 0 before the first collection
     */
    public long peakLiveHeapBytes() {
        return peakLive.get();
    }

    /**
     * Largest resident set of this process so far.
     *
     * @return bytes; 0 where the platform does not tell
     */
    public static long peakRssBytes() {
        return ProcStatus.bytes("self", "VmHWM");
    }
}

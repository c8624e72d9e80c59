package io.sqlserversim.querystore.history;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One life of a store's ids: its stretches of capture, in order. Immutable; times in {@link Ticks}.
 *
 * @param number 0 for the first
 * @param segments by time; empty before anything was captured
 * @param removedBefore intervals that ended at or before it were removed by hand
 * @param cleared when a CLEAR ended it; {@link Long#MAX_VALUE} while it lasts
 */
record Epoch(int number, List<Segment> segments, long removedBefore, long cleared) {
    Epoch {
        segments = List.copyOf(segments);
    }

    static Epoch fresh(int number) {
        return new Epoch(number, List.of(), Long.MIN_VALUE, Long.MAX_VALUE);
    }

    Epoch plus(Segment segment) {
        List<Segment> more = new ArrayList<>(segments);
        more.add(segment);
        return new Epoch(number, more, removedBefore, cleared);
    }

    /** With the last stretch ended; one that had not begun is dropped. */
    Epoch capturedUntil(long end) {
        if (segments.isEmpty() || segments.getLast().captureTo() <= end) {
            return this;
        }
        List<Segment> changed = new ArrayList<>(segments);
        Segment last = changed.removeLast();
        if (last.captureFrom() < end) {
            changed.add(last.endingAt(end));
        }
        return new Epoch(number, changed, removedBefore, cleared);
    }

    Epoch removedBefore(long cutoff) {
        return new Epoch(number, segments, Math.max(removedBefore, cutoff), cleared);
    }

    Epoch clearedAt(long now) {
        return new Epoch(number, segments, removedBefore, now);
    }

    /** The highest id whose interval has begun. */
    long lastId(long now) {
        for (int i = segments.size() - 1; i >= 0; i--) {
            if (segments.get(i).captureFrom() <= now) {
                return segments.get(i).lastId(now);
            }
        }
        return 0;
    }

    /** An interval that has begun. */
    @Nullable
    StoredInterval interval(long id, long now) {
        if (id < 1 || id > lastId(now)) {
            return null;
        }
        for (int i = segments.size() - 1; i >= 0; i--) {
            if (segments.get(i).firstId() <= id) {
                return segments.get(i).interval(id);
            }
        }
        return null;
    }

    /** The lowest id whose interval ends after an instant. */
    long firstIdEndingAfter(long cutoff, long now) {
        long low = 1;
        long high = lastId(now) + 1;
        while (low < high) {
            long middle = (low + high) >>> 1;
            StoredInterval interval = interval(middle, now);
            if (interval != null && interval.end() > cutoff) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Start of the interval with an ordinal; the last known start for one beyond. */
    long startOfOrdinal(long ordinal) {
        for (int i = segments.size() - 1; i >= 0; i--) {
            Segment segment = segments.get(i);
            if (segment.firstOrdinal() <= ordinal) {
                return ordinal == 0 ? segment.captureFrom() : segment.startOf(ordinal - segment.firstOrdinal());
            }
        }
        return Long.MAX_VALUE;
    }

    /** Ordinal of the last interval that has begun; -1 before the first. */
    long lastOrdinal(long now) {
        for (int i = segments.size() - 1; i >= 0; i--) {
            Segment segment = segments.get(i);
            if (segment.captureFrom() <= now) {
                return segment.firstOrdinal() + segment.lastIndex(now);
            }
        }
        return -1;
    }

    /** Where a new stretch may begin: now in an empty epoch, else where the running or the next interval ends. */
    long firstFreeStart(long now, long length) {
        if (segments.isEmpty()) {
            return now;
        }
        Segment last = segments.getLast();
        if (last.captureFrom() > now) {
            return last.captureFrom();
        }
        long end = last.endOf(last.lastIndex(now));
        return end > now ? end : Ticks.floor(now, length) + length;
    }
}

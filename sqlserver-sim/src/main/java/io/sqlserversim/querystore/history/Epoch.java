package io.sqlserversim.querystore.history;

import io.sqlserversim.querystore.workload.Meaning;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One life of a store's ids: its intervals and what of them was captured, in order. Immutable; times in {@link Ticks}.
 *
 * @param number 0 for the first
 * @param meaning what its ids mean
 * @param segments by time; empty before anything was captured
 * @param windows the stretches of capture, by time
 * @param cleanings by size, in order
 * @param removedBefore intervals that ended at or before it were removed by hand
 * @param ended when a CLEAR or a restore ended it; {@link Long#MAX_VALUE} while it lasts
 */
record Epoch(
        int number,
        Meaning meaning,
        List<Segment> segments,
        List<Window> windows,
        List<Cleaning> cleanings,
        long removedBefore,
        long ended) {
    Epoch {
        segments = List.copyOf(segments);
        windows = List.copyOf(windows);
        cleanings = List.copyOf(cleanings);
    }

    static Epoch fresh(int number) {
        return new Epoch(number, Meaning.of(number), List.of(), List.of(), List.of(), Long.MIN_VALUE, Long.MAX_VALUE);
    }

    Epoch with(List<Segment> otherSegments, List<Window> otherWindows) {
        return new Epoch(number, meaning, otherSegments, otherWindows, cleanings, removedBefore, ended);
    }

    /** With a new segment, captured from its beginning on. */
    Epoch plus(Segment segment) {
        List<Segment> more = new ArrayList<>(segments);
        more.add(segment);
        List<Window> captured = new ArrayList<>(windows);
        captured.add(Window.open(segment.captureFrom(), number));
        return with(more, captured);
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
        return with(changed, windowsUntil(end));
    }

    private List<Window> windowsUntil(long end) {
        return windows.stream()
                .filter(window -> window.from() < end)
                .map(window -> window.to() > end ? window.endingAt(end) : window)
                .toList();
    }

    /** What a flush had written, and nothing after it. */
    List<Window> windowsFlushedAt(long flush) {
        return windows.stream()
                .filter(window -> window.from() < flush)
                .map(window -> window.to() > flush ? window.flushedAt(flush) : window)
                .toList();
    }

    /** After a crash: what was in memory is gone, and capture goes on, if it did. */
    Epoch crashed(long flush, long resumed) {
        List<Window> left = new ArrayList<>(windowsFlushedAt(flush));
        if (!windows.isEmpty() && windows.getLast().to() > resumed) {
            left.add(Window.open(Math.max(resumed, windows.getLast().from()), number));
        }
        return with(segments, left);
    }

    Epoch removedBefore(long cutoff) {
        return new Epoch(number, meaning, segments, windows, cleanings, Math.max(removedBefore, cutoff), ended);
    }

    Epoch cleaned(Cleaning cleaning) {
        List<Cleaning> more = new ArrayList<>(cleanings);
        more.add(cleaning);
        return new Epoch(number, meaning, segments, windows, more, removedBefore, ended);
    }

    Epoch endedAt(long now) {
        return new Epoch(number, meaning, segments, windows, cleanings, removedBefore, now);
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
                return interval(segments.get(i), id);
            }
        }
        return null;
    }

    private StoredInterval interval(Segment segment, long id) {
        long index = segment.indexOfId(id);
        long start = segment.startOf(index);
        long end = segment.endOf(index);
        return new StoredInterval(id, segment.firstOrdinal() + index, start, end, windows(start, end));
    }

    /** The stretches of capture that reach into a stretch of time. */
    private List<Window> windows(long start, long end) {
        int first = 0;
        while (first < windows.size() && windows.get(first).to() <= start) {
            first++;
        }
        int past = first;
        while (past < windows.size() && windows.get(past).from() < end) {
            past++;
        }
        return first == 0 && past == windows.size() ? windows : windows.subList(first, past);
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

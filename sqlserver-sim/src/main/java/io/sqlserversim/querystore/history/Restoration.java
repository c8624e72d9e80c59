package io.sqlserversim.querystore.history;

import io.sqlserversim.querystore.workload.Meaning;
import java.util.ArrayList;
import java.util.List;

/**
 * What a store is after its database was restored to an image of itself: what the last flush before the image had
 * written, with the ids of then; from now on it goes its own way, and gives the same numbers other meanings. Stateless;
 * times in {@link Ticks}.
 */
final class Restoration {
    private Restoration() {}

    /**
     * The restored epoch; without any capture since.
     *
     * @param image the store at the last flush before the image was taken
     * @param number of the new epoch
     */
    static Epoch of(Moment image, int number) {
        Epoch old = image.epoch();
        long flush = image.now();
        List<Segment> segments = new ArrayList<>();
        for (Segment segment : old.segments()) {
            if (segment.captureFrom() < flush) {
                segments.add(segment.captureTo() > flush ? segment.endingAt(flush) : segment);
            }
        }
        Meaning meaning = old.meaning().restored(number, image.queries(), image.plans());
        List<Window> windows = old.windowsFlushedAt(flush);
        List<Cleaning> cleanings = old.cleanings().stream()
                .filter(cleaning -> cleaning.at() <= flush)
                .toList();
        return new Epoch(number, meaning, segments, windows, cleanings, old.removedBefore(), Long.MAX_VALUE);
    }

    /** Whether the interval that ran at the image still runs now, in which case it goes on. */
    static boolean goesOn(Epoch restored, long flush, long now, long length) {
        if (restored.segments().isEmpty()) {
            return false;
        }
        Segment last = restored.segments().getLast();
        return last.length() == length && last.captureTo() == flush && last.endOf(last.lastIndex(now)) > now;
    }

    /** With the running interval going on. */
    static Epoch goingOn(Epoch restored, long now) {
        List<Segment> segments = new ArrayList<>(restored.segments());
        segments.add(segments.removeLast().endingAt(Long.MAX_VALUE));
        List<Window> windows = new ArrayList<>(restored.windows());
        windows.add(Window.open(now, restored.number()));
        return restored.with(segments, windows);
    }
}

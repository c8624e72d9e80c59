package io.tidegate.core.ledger;

import java.time.Duration;
import java.util.List;

/**
 * Which texts and plans are fetched next: texts first, then plans, by explicit id, as many at once as are likely to fit
 * a statement's share of the budget; plans over the cap alone, last. Nothing missing, nothing fetched. Immutable.
 *
 * @param statementBytes what one statement is meant to bring
 * @param meanTextBytes what a text has been like so far
 * @param meanPlanBytes what a plan has been like so far
 */
public record ContentPlan(long statementBytes, long meanTextBytes, long meanPlanBytes) {
    /** A plan that is larger is recorded with its size, and fetched alone. */
    public static final long PLAN_CAP_BYTES = 1024L * 1024;

    /** A plan that is larger is not fetched at all. */
    public static final long ALONE_CAP_BYTES = 64L * 1024 * 1024;

    /** How long the fetch of one plan alone may take. */
    public static final Duration ALONE_TIME = Duration.ofSeconds(15);

    /** Ids in one statement at most. */
    public static final int IDS_AT_ONCE = 500;

    /** 4 MB a statement; texts of 2 KB, plans of 60 KB until they are known better. */
    public static final ContentPlan INITIAL = new ContentPlan(4 * PLAN_CAP_BYTES, 2_048, 61_440);

    /** Checks that all are positive. */
    public ContentPlan {
        if (statementBytes <= 0 || meanTextBytes <= 0 || meanPlanBytes <= 0) {
            throw new IllegalArgumentException(
                    "sizes must be positive, were " + statementBytes + ", " + meanTextBytes + ", " + meanPlanBytes);
        }
    }

    /**
     * The next fetch.
     *
     * @param texts missing query text ids, in the order wanted
     * @param plans missing plan ids, in the order wanted
     * @param overCap plans recorded over the cap, in the order wanted
     * @return what to read; {@link Fetch.Nothing} when nothing is missing
     */
    public Fetch next(List<Long> texts, List<Long> plans, List<Long> overCap) {
        if (!texts.isEmpty()) {
            return new Fetch.Texts(first(texts, meanTextBytes));
        }
        if (!plans.isEmpty()) {
            return new Fetch.Plans(first(plans, meanPlanBytes), PLAN_CAP_BYTES);
        }
        return overCap.isEmpty()
                ? new Fetch.Nothing()
                : new Fetch.PlanAlone(overCap.getFirst(), ALONE_CAP_BYTES, ALONE_TIME);
    }

    private List<Long> first(List<Long> ids, long meanBytes) {
        long fit = Math.clamp(statementBytes / meanBytes, 1, IDS_AT_ONCE);
        return List.copyOf(ids.subList(0, (int) Math.min(ids.size(), fit)));
    }

    /**
     * After texts were read.
     *
     * @param count how many
     * @param bytes UTF-16 bytes of them
     * @return with a mean that follows, half old, half new
     */
    public ContentPlan afterTexts(int count, long bytes) {
        return count == 0
                ? this
                : new ContentPlan(statementBytes, Math.max(1, (meanTextBytes + bytes / count) / 2), meanPlanBytes);
    }

    /**
     * After plans were read.
     *
     * @param count how many
     * @param bytes UTF-16 bytes of them
     * @return with a mean that follows, half old, half new
     */
    public ContentPlan afterPlans(int count, long bytes) {
        return count == 0
                ? this
                : new ContentPlan(statementBytes, meanTextBytes, Math.max(1, (meanPlanBytes + bytes / count) / 2));
    }

    /** What to fetch. */
    public sealed interface Fetch {
        /**
         * Texts.
         *
         * @param ids query text ids; never empty
         */
        record Texts(List<Long> ids) implements Fetch {}

        /**
         * Plans.
         *
         * @param ids plan ids; never empty
         * @param capBytes above it the XML stays at the source and only its size is read
         */
        record Plans(List<Long> ids, long capBytes) implements Fetch {}

        /**
         * One plan that is over the cap.
         *
         * @param planId which
         * @param capBytes above it the XML stays at the source for good
         * @param time how long it may take
         */
        record PlanAlone(long planId, long capBytes, Duration time) implements Fetch {}

        /** Nothing is missing. */
        record Nothing() implements Fetch {}
    }
}
